#define NET_ISA avx512_bf16
#define NET_BYTES 64
#define NET_ROWS 12
#define NET_PAIRS
#include "kernel.hpp"

namespace tengen::net {
float ask_avx512_bf16(const Job& job, const float* planes, float* policy) {
    return avx512_bf16::Evaluation(job).run(planes, policy);
}
}  // namespace tengen::net
