# The lockstep player: its kernel built once for each kind of processor, the right one picked at run time.
set(LOCKSTEP_SOURCES ${CMAKE_CURRENT_LIST_DIR}/lockstep.cpp ${CMAKE_CURRENT_LIST_DIR}/kernel_baseline.cpp)
set(lockstep_options -O2 -fno-lto -Wno-psabi)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND LOCKSTEP_SOURCES ${CMAKE_CURRENT_LIST_DIR}/kernel_avx2.cpp ${CMAKE_CURRENT_LIST_DIR}/kernel_avx512.cpp)
  set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/kernel_avx2.cpp PROPERTIES
    COMPILE_OPTIONS "${lockstep_options};-mavx2;-mbmi;-mbmi2")
  set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/kernel_avx512.cpp PROPERTIES
    COMPILE_OPTIONS "${lockstep_options};-march=x86-64-v4")
endif()
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/kernel_baseline.cpp PROPERTIES COMPILE_OPTIONS "${lockstep_options}")
