# Othello's kernels: built once for each kind of processor, the right one picked at run time.
set(OTHELLO_SOURCES ${CMAKE_CURRENT_LIST_DIR}/kernels.cpp ${CMAKE_CURRENT_LIST_DIR}/kernel_baseline.cpp)
set(othello_options -O3 -fno-lto -Wno-psabi)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND OTHELLO_SOURCES ${CMAKE_CURRENT_LIST_DIR}/kernel_avx2.cpp ${CMAKE_CURRENT_LIST_DIR}/kernel_avx512.cpp)
  set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/kernel_avx2.cpp PROPERTIES
    COMPILE_OPTIONS "${othello_options};-mavx2;-mbmi;-mbmi2;-mpopcnt")
  set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/kernel_avx512.cpp PROPERTIES
    COMPILE_OPTIONS "${othello_options};-march=x86-64-v4")
endif()
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/kernel_baseline.cpp PROPERTIES
  COMPILE_OPTIONS "${othello_options}")
