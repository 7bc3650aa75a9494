#define LOCKSTEP_ISA avx512
#define LOCKSTEP_BYTES 64
#include "kernel.hpp"

namespace tengen::nogo {
void lockstep_avx512(LockstepJob& job) { avx512::run(job); }
}  // namespace tengen::nogo
