# engine_file(OUTPUT SOURCE OPTION...): compiles one file. -MQ, unlike -MT, allows for blanks in its path.
function(engine_file output source)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${SCHIRI_EMXX} ${flags} ${ARGN} -MD -MQ ${output} -MF ${output}.d ${source} -o ${output}
    DEPENDS ${source} ${prelude_made} DEPFILE ${output}.d
    COMMENT "Building ${output} for browsers" VERBATIM)
endfunction()

# engine_response_file(FILE WORD...): the words of a command line that would be too long, each quoted,
# since em++ splits the file as a shell does.
function(engine_response_file file)
  list(TRANSFORM ARGN REPLACE "(.+)" "\"\\1\"")
  list(JOIN ARGN "\n" words)
  file(CONFIGURE OUTPUT ${file} CONTENT "${words}\n")
endfunction()
