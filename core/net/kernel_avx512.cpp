#define NET_ISA avx512
#define NET_BYTES 64
#define NET_ROWS 12
#include "kernel.hpp"

namespace tengen::net {
float ask_avx512(const Job& job, const float* planes, float* policy) {
    return avx512::Evaluation(job).run(planes, policy);
}
}  // namespace tengen::net
