#include "../net/net.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <mutex>
#include <string>

#include "doors.hpp"

namespace tengen::bindings {

namespace {

constexpr std::size_t MOST_ASKER_BYTES = std::size_t(1) << 30;

template <int DIMENSIONS>
using Array = nb::ndarray<const float, nb::ndim<DIMENSIONS>, nb::c_contig, nb::device::cpu>;

template <int DIMENSIONS>
Array<DIMENSIONS> array_from(nb::handle array) {
    Array<DIMENSIONS> found;
    if (!nb::try_cast(array, found, false))
        throw nb::type_error(("not float32 in " + std::to_string(DIMENSIONS) + " dimensions").c_str());
    return found;
}

// One buffer has all tensors.
struct Given {
    Array<1> numbers;
    net::Shape shape;
    net::Tensors tensors;
    std::optional<net::Refusal> refusal;

    Given(std::int64_t planes, std::int64_t channels, std::int64_t blocks, bool passes, nb::handle array)
        : numbers(array_from<1>(array)), shape{checked_count(planes, "planes"), checked_count(channels, "channels"),
                                               checked_count(blocks, "blocks"), passes} {
        refusal = net::refusal(shape, {});
        if (refusal->fault == net::Fault::SHAPE) return;
        std::size_t from = 0;
        for (const std::size_t length : net::tensor_lengths(shape)) {
            if (length > numbers.size() - from) refuse("too few numbers for such a net");
            tensors.emplace_back(numbers.data() + from, length);
            from += length;
        }
        if (from < numbers.size()) refuse("too many numbers for such a net");
        refusal = net::refusal(shape, tensors);
    }
};

struct NetAsker {
    NetAsker(const net::Net& of, Index height, Index width)
        : planes(of.planes()), passes(of.passes()), height(height), width(width), asker(of, height, width) {}
    const int planes;
    const bool passes;
    const Index height, width;
    net::Asker asker;
    std::mutex one_at_a_time;
};

}  // namespace

void bind_net(nb::module_& module) {
    nb::class_<net::Net>(module, "Net", nb::is_final(), "A residual net; threads may share it.")
        .def(
            "__init__",
            [](net::Net* self, std::int64_t planes, std::int64_t channels, std::int64_t blocks, bool passes,
               nb::handle numbers) {
                const Given given(planes, channels, blocks, passes, numbers);
                if (given.refusal) refuse("this is no net");
                new (self) net::Net(given.shape, given.tensors);
            },
            nb::arg("planes"), nb::arg("channels"), nb::arg("blocks"), nb::arg("passes"), nb::arg("numbers"),
            nb::sig("def __init__(self, planes: int, channels: int, blocks: int, passes: bool, numbers: object) -> "
                    "None"))
        .def_static(
            "fault",
            [](std::int64_t planes, std::int64_t channels, std::int64_t blocks, bool passes,
               nb::handle numbers) -> std::optional<int> {
                const Given given(planes, channels, blocks, passes, numbers);
                if (!given.refusal) return std::nullopt;
                return given.refusal->fault == net::Fault::NOT_FINITE ? int(given.refusal->tensor) : -1;
            },
            nb::arg("planes"), nb::arg("channels"), nb::arg("blocks"), nb::arg("passes"), nb::arg("numbers"),
            nb::sig("def fault(planes: int, channels: int, blocks: int, passes: bool, numbers: object) -> int | None"),
            "Which tensor has a number that is not finite; -1: a net cannot be of this size; None: nothing is wrong.")
        .def_prop_ro("planes", &net::Net::planes)
        .def_prop_ro("channels", &net::Net::channels)
        .def_prop_ro("blocks", &net::Net::blocks)
        .def_prop_ro("passes", &net::Net::passes);
    nb::class_<NetAsker>(module, "NetAsker", nb::is_final(), "Asks a net about boards of one size.")
        .def(
            "__init__",
            [](NetAsker* self, const net::Net& of, Index height, Index width) {
                require_size(height, width);
                const std::size_t points = std::size_t(height) * std::size_t(width);
                const std::size_t bytes = points * std::size_t(of.planes() + 2 * of.channels()) * sizeof(float);
                if (bytes > MOST_ASKER_BYTES)
                    refuse("a " + std::to_string(height) + "x" + std::to_string(width) + " board takes " +
                           std::to_string(bytes >> 20) + " MiB with this net; at most " +
                           std::to_string(MOST_ASKER_BYTES >> 20) + " are allowed");
                new (self) NetAsker(of, height, width);
            },
            nb::arg("net"), nb::arg("height"), nb::arg("width"), nb::keep_alive<1, 2>())
        .def(
            "ask",
            [](NetAsker& self, nb::handle numbers) {
                const Array<3> given = array_from<3>(numbers);
                if (given.shape(0) != std::size_t(self.planes) || given.shape(1) != std::size_t(self.height) ||
                    given.shape(2) != std::size_t(self.width))
                    refuse("expected planes x height x width numbers");
                std::vector<float> policy(std::size_t(self.height * self.width + self.passes));
                const float value = without_gil([&] {
                    const std::lock_guard lock(self.one_at_a_time);
                    return self.asker.ask(given.data(), policy.data());
                });
                return nb::make_tuple(nb::bytes(policy.data(), policy.size() * sizeof(float)), value);
            },
            nb::arg("numbers"), nb::sig("def ask(self, numbers: object) -> tuple[bytes, float]"),
            "For planes x height x width: the policy, as the bytes of a float32 for each move, and the value.");
}

}  // namespace tengen::bindings
