// Which build of a kernel this processor can run. kernels.cmake says what each is compiled with.
//
// The processor is asked directly: __builtin_cpu_supports needs a part of libgcc that not every linker brings.
#pragma once

#include <cstdint>
#include <initializer_list>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace tengen {

// Each can run what those before it can.
enum class Processor { BASELINE, AVX2, AVX512, AVX512_BF16, AMX };

// What an x86 processor says of itself.
struct ProcessorBits {
    std::uint32_t leaf_1_ecx = 0, leaf_7_ebx = 0, leaf_7_edx = 0, leaf_7_1_eax = 0, extended_1_ecx = 0;  // cpuid
    std::uint32_t saved = 0;  // xgetbv: registers that the operating system saves when it switches threads
};

constexpr Processor best_for(const ProcessorBits& bits) {
    const auto all = [](std::uint32_t of, std::initializer_list<int> numbers) {
        for (const int number : numbers)
            if (!(of >> number & 1)) return false;
        return true;
    };
    const bool avx2 = all(bits.leaf_1_ecx, {12, 23, 27, 28}) &&  // fma, popcnt, osxsave, avx
                      all(bits.leaf_7_ebx, {3, 5, 8}) &&         // bmi, avx2, bmi2
                      all(bits.saved, {1, 2});                   // xmm, ymm
    if (!avx2) return Processor::BASELINE;
    // x86-64-v4: sse3, ssse3, cx16, sse4.1, sse4.2, movbe, f16c; lahf, lzcnt; avx512 f, dq, cd, bw, vl
    const bool avx512 = all(bits.leaf_1_ecx, {0, 9, 13, 19, 20, 22, 29}) && all(bits.extended_1_ecx, {0, 5}) &&
                        all(bits.leaf_7_ebx, {16, 17, 28, 30, 31}) &&
                        all(bits.saved, {5, 6, 7});  // masks, upper halves, the registers past 15
    if (!avx512) return Processor::AVX2;
    if (!all(bits.leaf_7_1_eax, {5})) return Processor::AVX512;
    const bool amx = all(bits.leaf_7_edx, {22, 24}) &&  // for bfloat16; tiles
                     all(bits.saved, {17, 18});         // their shapes, and what is in them
    return amx ? Processor::AMX : Processor::AVX512_BF16;
}

inline ProcessorBits processor_bits() {
    ProcessorBits bits;
#if defined(__x86_64__)
    unsigned eax, ebx, ecx, edx;
    if (__get_cpuid(1, &eax, &ebx, &ecx, &edx)) bits.leaf_1_ecx = ecx;
    if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) {
        bits.leaf_7_ebx = ebx;
        bits.leaf_7_edx = edx;
        if (eax >= 1 && __get_cpuid_count(7, 1, &eax, &ebx, &ecx, &edx)) bits.leaf_7_1_eax = eax;
    }
    if (__get_cpuid(0x80000001, &eax, &ebx, &ecx, &edx)) bits.extended_1_ecx = ecx;
    const bool can_ask = bits.leaf_1_ecx >> 27 & 1;  // osxsave: else xgetbv is no instruction
    if (can_ask) __asm__("xgetbv" : "=a"(bits.saved), "=d"(edx) : "c"(0));
#endif
    return bits;
}

inline Processor this_processor() {
    static const Processor found = best_for(processor_bits());
    return found;
}

}  // namespace tengen
