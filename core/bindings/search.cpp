// What a search is told by a Python function.
#include "search.hpp"

#include <algorithm>
#include <string>

namespace tengen::bindings {

namespace {

template <class Number>
void copy_rows(const AnyArray& array, std::size_t rows, std::size_t columns, std::vector<float>& to) {
    const auto* const data = static_cast<const Number*>(array.data());
    const auto down = array.stride(0), right = array.ndim() > 1 ? array.stride(1) : 0;
    for (std::size_t row = 0; row < rows; row++)
        for (std::size_t col = 0; col < columns; col++)
            to[row * columns + col] = float(data[std::ptrdiff_t(row) * down + std::ptrdiff_t(col) * right]);
}

std::string worded(std::initializer_list<std::size_t> shape) {
    std::string words;
    for (const std::size_t size : shape) words += (words.empty() ? "" : " x ") + std::to_string(size);
    return words;
}

// Some rows of an array of floats, of this shape.
void floats_from(nb::handle given, const char* what, std::initializer_list<std::size_t> shape, std::size_t rows,
                 std::vector<float>& to) {
    const nb::object array = nb::hasattr(given, "__dlpack__") || !nb::hasattr(given, "__array__")
                                 ? nb::borrow(given)
                                 : given.attr("__array__")();
    const AnyArray found = array_from(array, what, shape.size());
    const std::size_t columns = shape.size() > 1 ? *(shape.begin() + 1) : 1;
    for (std::size_t k = 0; k < shape.size(); k++)
        if (found.shape(k) != *(shape.begin() + k))
            refuse(std::string(what) + " are " +
                   (shape.size() > 1 ? worded({found.shape(0), found.shape(1)}) : worded({found.shape(0)})) +
                   " numbers; expected " + worded(shape));
    if (found.dtype() == nb::dtype<float>())
        copy_rows<float>(found, rows, columns, to);
    else if (found.dtype() == nb::dtype<double>())
        copy_rows<double>(found, rows, columns, to);
    else
        refuse(std::string(what) + " are neither float32 nor float64");
}

}  // namespace

void Answers::take(nb::handle policy, nb::handle value, std::size_t count) {
    constexpr float SLACK = 1e-3f;  // that rounding may add
    if (count > boards_) refuse("there are not so many boards");
    floats_from(policy, "the policies", {boards_, moves_}, count, policy_);
    floats_from(value, "the values", {boards_}, count, values_);
    for (std::size_t k = 0; k < count; k++) {
        if (!(std::abs(values_[k]) <= 1.0f + SLACK))
            refuse("the value of board " + std::to_string(k) + " is " + nb::str(nb::float_(values_[k])).c_str() +
                   "; expected -1 to 1");
        values_[k] = std::clamp(values_[k], -1.0f, 1.0f);
        for (std::size_t move = 0; move < moves_; move++) {
            const float logit = policy_[k * moves_ + move];
            if (std::isnan(logit) || logit == HUGE_VALF)
                refuse("the policy of board " + std::to_string(k) + " is " + nb::str(nb::float_(logit)).c_str() +
                       " for move " + std::to_string(move) + "; expected a number, or -inf");
        }
    }
}

void bind_answers(nb::module_& module) {
    nb::class_<Answers>(module, "Answers", nb::is_final(), "What a function said of the boards of a batch.")
        .def(
            "__init__",
            [](Answers* self, std::int64_t boards, std::int64_t moves) {
                constexpr std::size_t MOST_BOARDS = 1 << 16, MOST_MOVES = MOST_SET_POINTS + 1;
                const std::size_t asked = checked_boards(boards), wide = std::size_t(checked_count(moves, "moves"));
                if (asked > MOST_BOARDS || wide > MOST_MOVES) refuse("more answers than a search asks for");
                new (self) Answers(asked, wide);
            },
            nb::arg("boards"), nb::arg("moves"))
        .def("take", &Answers::take, nb::arg("policy"), nb::arg("value"), nb::arg("count"),
             nb::sig("def take(self, policy: object, value: object, count: int) -> None"),
             "Logits for each board and move, and values from -1 to 1; those of the first boards count.");
}

}  // namespace tengen::bindings
