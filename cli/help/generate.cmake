# Has the program write its man pages and completions:
# cmake -DPROGRAM=FILE -DFOLDER=FOLDER -DTOPICS=TOPIC,... -DTRANSLATED=TOPIC.LANGUAGE,...
#   -DEMULATOR=WORD,... -P generate.cmake
string(REPLACE "," ";" emulator "${EMULATOR}")
function(write file)
  execute_process(COMMAND ${emulator} ${PROGRAM} help ${ARGN} OUTPUT_FILE ${FOLDER}/${file}
                  COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER}/man/man1 ${FOLDER}/man/man7)
write(schiri.bash --format bash)
write(_schiri --format zsh)
write(schiri.fish --format fish)

string(REPLACE "," ";" topics "${TOPICS}")
foreach(topic IN LISTS topics)
  write(man/man7/schiri-${topic}.7 ${topic} --format man --language en)
endforeach()
string(REPLACE "," ";" translated "${TRANSLATED}")
foreach(page IN LISTS translated)
  string(REGEX MATCH "^(.*)\\.(.*)$" page "${page}")
  file(MAKE_DIRECTORY ${FOLDER}/man/${CMAKE_MATCH_2}/man7)
  write(man/${CMAKE_MATCH_2}/man7/schiri-${CMAKE_MATCH_1}.7 ${CMAKE_MATCH_1} --format man
        --language ${CMAKE_MATCH_2})
endforeach()

# The completion lists all commands: command, PATH, NAME, ABOUT.
write(man/man1/schiri.1 --format man1)
file(STRINGS ${FOLDER}/schiri.bash commands REGEX "command\tschiri")
foreach(line IN LISTS commands)
  string(REGEX REPLACE ".*command\tschiri([^\t]*)\t([^\t]*).*" "\\1 \\2" path "${line}")
  string(STRIP "${path}" path)
  string(REPLACE " " "-" name "${path}")
  string(REPLACE " " ";" words "${path}")
  write(man/man1/schiri-${name}.1 ${words} --format man1)
endforeach()
