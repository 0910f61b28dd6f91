# Has the program write its man pages and completions:
# cmake -DPROGRAM=FILE -DFOLDER=FOLDER -DTOPICS=TOPIC,... -P generate.cmake
function(write file)
  execute_process(COMMAND ${PROGRAM} help ${ARGN} OUTPUT_FILE ${FOLDER}/${file}
                  COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(MAKE_DIRECTORY ${FOLDER})
write(schiri.1 --format man)
string(REPLACE "," ";" topics "${TOPICS}")
foreach(topic IN LISTS topics)
  write(schiri-${topic}.7 ${topic} --format man)
endforeach()
write(schiri.bash --format bash)
write(_schiri --format zsh)
write(schiri.fish --format fish)
