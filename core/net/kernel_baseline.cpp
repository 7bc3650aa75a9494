#define NET_ISA baseline
#define NET_BYTES 16
#define NET_ROWS 6
#include "kernel.hpp"

namespace tengen::net {
float ask_baseline(const Job& job, const float* planes, float* policy) {
    return baseline::Evaluation(job).run(planes, policy);
}
}  // namespace tengen::net
