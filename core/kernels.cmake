# The kernels: heavy loops, built once for each kind of processor. The right build is picked at run time (processor.hpp).

# The compiler is asked what it compiles for. On a Mac that need not be the machine that it runs on.
include(CheckCXXSourceCompiles)
check_cxx_source_compiles("int main() { return !__x86_64__; }" FOR_X86_64)
set(kinds baseline)
if(FOR_X86_64)
  list(APPEND kinds avx2 avx512)
endif()

# What only some processors have: processor.hpp asks for all of it.
set(only_avx2 -mavx2 -mfma -mbmi -mbmi2 -mpopcnt)
set(only_avx512 -march=x86-64-v4)

# Sets ${name}_SOURCES: the file that picks a build, and the builds. The other arguments are options for every build.
macro(kernels name folder picker)
  set(${name}_SOURCES ${CMAKE_CURRENT_LIST_DIR}/${folder}/${picker})
  set_source_files_properties(${${name}_SOURCES} PROPERTIES COMPILE_DEFINITIONS
                              "FOR_X86_64=$<BOOL:${FOR_X86_64}>;FOR_AMX=$<BOOL:${FOR_AMX}>")
  foreach(kind ${kinds})
    set(source ${CMAKE_CURRENT_LIST_DIR}/${folder}/kernel_${kind}.cpp)
    list(APPEND ${name}_SOURCES ${source})
    set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "${ARGN};-fno-lto;-Wno-psabi;${only_${kind}}")
  endforeach()
endmacro()

kernels(LOCKSTEP nogo/lockstep lockstep.cpp -O2)
kernels(OTHELLO othello/kernels kernels.cpp -O3)
# Two builds more, of which the last takes a compiler that knows AMX (GCC since 11) and a system that grants it.
if(FOR_X86_64)
  set(only_avx512_bf16 ${only_avx512} -mavx512bf16)
  set(only_amx ${only_avx512_bf16} -mamx-tile -mamx-bf16)
  list(APPEND kinds avx512_bf16)
  include(CheckCXXCompilerFlag)
  check_cxx_compiler_flag(-mamx-bf16 KNOWS_AMX)
  if(KNOWS_AMX AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
    set(FOR_AMX ON)
    list(APPEND kinds amx)
  endif()
endif()
# A net is not the same to the last bit on every processor anyway: sums are taken in the order of its vectors.
kernels(NET net net.cpp -O3 -ffp-contract=fast)
