#define NET_ISA avx2
#define NET_BYTES 32
#define NET_ROWS 6
#include "kernel.hpp"

namespace tengen::net {
float ask_avx2(const Job& job, const float* planes, float* policy) { return avx2::Evaluation(job).run(planes, policy); }
}  // namespace tengen::net
