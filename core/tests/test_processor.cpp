// What cpuid says, and what follows from it.
#include "../processor.hpp"

#include <algorithm>

#include "testing.hpp"

using namespace tengen;

namespace {

constexpr ProcessorBits EVERYTHING{~0u, ~0u, ~0u, ~0u, ~0u, ~0u};

// Nothing that a build is compiled with may be missing.
void every_bit_is_needed() {
    EXPECT(best_for(ProcessorBits()) == Processor::BASELINE);
    EXPECT(best_for(EVERYTHING) == Processor::AMX);
    struct Need {
        std::uint32_t ProcessorBits::* in;
        std::uint32_t for_avx2, for_avx512, for_bf16, for_amx;
    };
    const Need needs[] = {{&ProcessorBits::leaf_1_ecx, 0x18801000, 0x20582201, 0, 0},
                          {&ProcessorBits::leaf_7_ebx, 0x00000128, 0xd0030000, 0, 0},
                          {&ProcessorBits::leaf_7_edx, 0, 0, 0, 0x01400000},
                          {&ProcessorBits::leaf_7_1_eax, 0, 0, 0x00000020, 0},
                          {&ProcessorBits::extended_1_ecx, 0, 0x00000021, 0, 0},
                          {&ProcessorBits::saved, 0x06, 0xe0, 0, 0x00060000}};
    for (const Need& need : needs)
        for (int number = 0; number < 32; number++) {
            ProcessorBits without = EVERYTHING;
            without.*need.in &= ~(1u << number);
            EXPECT(best_for(without) == (need.for_avx2 >> number & 1     ? Processor::BASELINE
                                         : need.for_avx512 >> number & 1 ? Processor::AVX2
                                         : need.for_bf16 >> number & 1   ? Processor::AVX512
                                         : need.for_amx >> number & 1    ? Processor::AVX512_BF16
                                                                         : Processor::AMX));
        }
}

void this_one_is_what_the_compiler_finds() {
    Processor found = Processor::BASELINE;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("fma")) {
        found = Processor::AVX2;
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
            __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512vl"))
            found = __builtin_cpu_supports("avx512bf16") ? Processor::AVX512_BF16 : Processor::AVX512;
    }
#endif
    EXPECT(std::min(this_processor(), Processor::AVX512_BF16) == found);  // not every compiler knows AMX
}

}  // namespace

int main() {
    every_bit_is_needed();
    this_one_is_what_the_compiler_finds();
}
