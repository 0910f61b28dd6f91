# Assembles the package for JavaScript in a folder, for `npm pack` or `npm install`:
# cmake -DROOT=FOLDER -DENGINE=FILE -DVERSION=N -DFOLDER=FOLDER [-DPROGRAM=FOLDER] -P assemble.cmake
# PROGRAM: the build folder of the program for Node, which the package then has.
set(package ${ROOT}/cli/share/npm)
file(READ ${package}/package.json manifest)
string(JSON version GET "${manifest}" version)
if(NOT version STREQUAL VERSION)
  message(FATAL_ERROR "${package}/package.json: the version is ${version}, that of the project ${VERSION}")
endif()
# The folder is packed as it is. string(JSON) would sort the conditions of "exports".
string(REGEX REPLACE ",\n  \"scripts\": {[^}]*}" "" manifest "${manifest}")
file(REMOVE_RECURSE ${FOLDER})
if(PROGRAM)
  string(REPLACE "  \"exports\"" "  \"bin\": { \"schiri\": \"./schiri.cjs\" },\n  \"exports\"" manifest "${manifest}")
  file(READ ${PROGRAM}/schiri.js text)
  file(WRITE ${FOLDER}/schiri.cjs "#!/usr/bin/env node\n${text}")
  file(COPY ${PROGRAM}/schiri.wasm DESTINATION ${FOLDER} NO_SOURCE_PERMISSIONS)
endif()
file(WRITE ${FOLDER}/package.json "${manifest}")
file(GLOB files ${package}/*.js ${package}/*.ts ${package}/README.md)
list(FILTER files EXCLUDE REGEX "/(build|program).js$")
file(COPY ${files} ${ROOT}/cli/web/shared/engine.js ${ROOT}/cli/web/shared/engine_memory.js ${ROOT}/cli/web/shared/worker.js ${ROOT}/LICENSE ${ROOT}/cli/copyright
     ${ENGINE} DESTINATION ${FOLDER})
