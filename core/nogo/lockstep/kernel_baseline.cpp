#define LOCKSTEP_ISA baseline
#define LOCKSTEP_BYTES 16
#include "kernel.hpp"

namespace tengen::nogo {
void lockstep_baseline(LockstepJob& job) { baseline::run(job); }
}  // namespace tengen::nogo
