// Arrays for Python.
#pragma once

#include <nanobind/ndarray.h>

#include <initializer_list>
#include <utility>
#include <vector>

#include "bindings.hpp"

namespace tengen::bindings {

// One that owns what it shows.
template <class Number>
nb::object owning_array(std::vector<Number>&& numbers, std::initializer_list<std::size_t> shape) {
    auto* const kept = new std::vector<Number>(std::move(numbers));
    const nb::capsule owner(kept, [](void* at) noexcept { delete static_cast<std::vector<Number>*>(at); });
    return nb::cast(nb::ndarray<nb::array_api>(kept->data(), shape, owner, {}, nb::dtype<Number>()));
}

}  // namespace tengen::bindings
