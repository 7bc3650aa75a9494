#define NET_ISA amx
#define NET_BYTES 64
#define NET_ROWS 12
#define NET_PAIRS
#define NET_AMX
#include "kernel.hpp"

namespace tengen::net {
float ask_amx(const Job& job, const float* planes, float* policy) { return amx::Evaluation(job).run(planes, policy); }
}  // namespace tengen::net
