# CMAKE_UNITY_BUILD=ON compiles a folder's files together, which takes a third of the time; .ci/run does so. Files that
# are compiled once for each instruction set include themselves and stay alone.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 12)
file(GLOB toile_files_alone src/kernels/*.cpp src/collision/*.cpp src/colliders.cpp)
set_source_files_properties(${toile_files_alone} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
