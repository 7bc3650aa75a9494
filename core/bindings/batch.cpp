// What a batch is given by Python: arrays of numbers, checked.
#include "batch.hpp"

#include <algorithm>
#include <numeric>

namespace tengen::bindings {

AnyArray array_from(nb::handle array, const char* what, std::size_t dimensions) {
    AnyArray found;
    if (!nb::try_cast(array, found, false))
        throw nb::type_error(
            (std::string(what) + ": " + nb::repr(array.type()).c_str() + " is not an array or a list").c_str());
    if (found.device_type() != nb::device::cpu::value)
        refuse(std::string(what) + " are on another device; bring them to the CPU");
    if (found.ndim() != dimensions)
        refuse(std::string(what) + " have " + std::to_string(found.ndim()) + " dimensions; expected " +
               std::to_string(dimensions));
    return found;
}

namespace {

template <class Number>
void copy_numbers(const AnyArray& array, std::vector<std::int64_t>& numbers) {
    const auto* const data = static_cast<const Number*>(array.data());
    for (std::size_t k = 0; k < numbers.size(); k++)
        numbers[k] = std::int64_t(data[std::ptrdiff_t(k) * array.stride(0)]);
}

std::vector<std::int64_t> numbers_of(const AnyArray& array, const char* what) {
    std::vector<std::int64_t> numbers(array.size());
    const auto type = array.dtype();
    const bool is_signed = type.code == std::uint8_t(nb::dlpack::dtype_code::Int);
    if ((!is_signed && type.code != std::uint8_t(nb::dlpack::dtype_code::UInt)) || type.lanes != 1)
        refuse(std::string(what) + " are not integers");
    switch (type.bits) {
        case 8:
            is_signed ? copy_numbers<std::int8_t>(array, numbers) : copy_numbers<std::uint8_t>(array, numbers);
            break;
        case 16:
            is_signed ? copy_numbers<std::int16_t>(array, numbers) : copy_numbers<std::uint16_t>(array, numbers);
            break;
        case 32:
            is_signed ? copy_numbers<std::int32_t>(array, numbers) : copy_numbers<std::uint32_t>(array, numbers);
            break;
        case 64:
            is_signed ? copy_numbers<std::int64_t>(array, numbers) : copy_numbers<std::uint64_t>(array, numbers);
            break;
        default: refuse(std::string(what) + " are not integers");
    }
    return numbers;
}

}  // namespace

std::size_t checked_boards(std::int64_t boards) {
    if (boards < 1 || std::size_t(boards) > MOST_BOARDS)
        refuse(std::to_string(boards) + " boards; expected 1 to " + std::to_string(MOST_BOARDS));
    return std::size_t(boards);
}

std::vector<std::int64_t> numbers_from(nb::handle array, const char* what) {
    return numbers_of(array_from(array, what), what);
}

std::vector<std::uint64_t> seeds_from(nb::handle seed, const std::vector<std::uint32_t>& which) {
    std::vector<std::uint64_t> seeds;
    if (std::uint64_t number; nb::try_cast(seed, number)) {
        for (const std::uint32_t board : which) seeds.push_back(derived_seed(number, board));
        return seeds;
    }
    const auto numbers = numbers_from(seed, "the seeds");
    if (numbers.size() != which.size())
        refuse(std::to_string(numbers.size()) + " seeds for " + std::to_string(which.size()) + " boards");
    seeds.assign(numbers.begin(), numbers.end());
    return seeds;
}

std::vector<std::uint32_t> boards_from(nb::handle where, std::size_t boards) {
    std::vector<std::uint32_t> which;
    if (where.is_none()) {
        which.resize(boards);
        std::iota(which.begin(), which.end(), 0);
        return which;
    }
    const AnyArray array = array_from(where, "the boards");
    if (array.dtype() == nb::dtype<bool>()) {
        if (array.size() != boards)
            refuse(std::to_string(array.size()) + " yes or no for " + std::to_string(boards) + " boards");
        const auto* const data = static_cast<const std::uint8_t*>(array.data());
        for (std::size_t k = 0; k < boards; k++)
            if (data[std::ptrdiff_t(k) * array.stride(0)]) which.push_back(std::uint32_t(k));
        return which;
    }
    std::vector<bool> seen(boards);
    for (const std::int64_t number : numbers_of(array, "the boards")) {
        if (number < 0 || std::uint64_t(number) >= boards)
            refuse("there is no board " + std::to_string(number) + "; expected 0 to " + std::to_string(boards - 1));
        if (seen[std::size_t(number)]) refuse("board " + std::to_string(number) + " is named twice");
        seen[std::size_t(number)] = true;
        which.push_back(std::uint32_t(number));
    }
    return which;
}

}  // namespace tengen::bindings
