#define LOCKSTEP_ISA avx2
#define LOCKSTEP_BYTES 32
#include "kernel.hpp"

namespace tengen::nogo {
void lockstep_avx2(LockstepJob& job) { avx2::run(job); }
}  // namespace tengen::nogo
