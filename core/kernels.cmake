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
  set_source_files_properties(${${name}_SOURCES} PROPERTIES COMPILE_DEFINITIONS "FOR_X86_64=$<BOOL:${FOR_X86_64}>")
  foreach(kind ${kinds})
    set(source ${CMAKE_CURRENT_LIST_DIR}/${folder}/kernel_${kind}.cpp)
    list(APPEND ${name}_SOURCES ${source})
    set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "${ARGN};-fno-lto;-Wno-psabi;${only_${kind}}")
  endforeach()
endmacro()

kernels(LOCKSTEP nogo/lockstep lockstep.cpp -O2)
kernels(OTHELLO othello/kernels kernels.cpp -O3)
# A net is not the same to the last bit on every processor anyway: sums are taken in the order of its vectors.
set(net_options -O3 -ffp-contract=fast)
kernels(NET net net.cpp ${net_options})
if(FOR_X86_64)
  set(bf16 ${CMAKE_CURRENT_LIST_DIR}/net/kernel_avx512_bf16.cpp)
  list(APPEND NET_SOURCES ${bf16})
  set_source_files_properties(${bf16} PROPERTIES COMPILE_OPTIONS
                              "${net_options};-fno-lto;-Wno-psabi;${only_avx512};-mavx512bf16")
endif()
