# cmake -D BUILD=… -D WORK=… -D GENERATOR=… -D COMPILER=… [-D FLAGS=…] -P check_package.cmake
# Installs the build tree BUILD below WORK, then configures, builds and runs consumer/ against nothing but
# the installed files. Fails with the first command that fails.
set(prefix ${WORK}/prefix)
file(REMOVE_RECURSE ${WORK})
list(JOIN FLAGS " " flags)

execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${WORK}/consumer -G ${GENERATOR}
  -D CMAKE_BUILD_TYPE=Release -D CMAKE_CXX_COMPILER=${COMPILER} "-D CMAKE_CXX_FLAGS=${flags}"
  -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_FIND_USE_PACKAGE_REGISTRY=OFF COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/consumer COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${WORK}/consumer/consumer COMMAND_ERROR_IS_FATAL ANY)
