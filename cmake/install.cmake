# `cmake --install` and find_package(toile).
include(CMakePackageConfigHelpers)

set(toile_package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/toile)
get_target_property(toile_library_type toile TYPE)

install(TARGETS toile EXPORT toileTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/toile DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(EXPORT toileTargets NAMESPACE toile:: DESTINATION ${toile_package_folder})

configure_package_config_file(cmake/toileConfig.cmake.in ${PROJECT_BINARY_DIR}/toileConfig.cmake
  INSTALL_DESTINATION ${toile_package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/toileConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/toileConfig.cmake ${PROJECT_BINARY_DIR}/toileConfigVersion.cmake
  DESTINATION ${toile_package_folder})
