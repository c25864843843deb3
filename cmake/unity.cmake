# CMAKE_UNITY_BUILD=ON compiles files of one folder together, which takes a third of the time; .ci/run does so. Files that
# are compiled once for each instruction set include themselves and stay alone.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 12)

# Groups of a target's files: one a folder. Without them (one folder) they are cut by CMAKE_UNITY_BUILD_BATCH_SIZE.
function(toile_unity_groups target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  get_target_property(files ${target} SOURCES)
  foreach(file IN LISTS files)
    get_filename_component(folder ${file} DIRECTORY)
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${folder})
    string(MAKE_C_IDENTIFIER "${folder}" group)
    set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()
