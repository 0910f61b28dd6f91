# Makes a C++ file that contains other files as text:
# cmake -DSOURCE=FOLDER -DHEADER=FILE [-DTABLE=NAME] -DOUTPUT=FILE -P embed.cmake -- NAME=FILE...
#
# FILE is absolute or in FOLDER. Each becomes a string_view of its name, which the header declares. With TABLE they are private, and
# an array of this name has a pair of name and text for each.
set(text "#include \"${HEADER}\"\n\nnamespace schiri::cli {\n\n")
math(EXPR last "${CMAKE_ARGC} - 1")
set(is_file FALSE)
foreach(i RANGE ${last})
  set(entry "${CMAKE_ARGV${i}}")
  if(NOT is_file)
    string(COMPARE EQUAL "${entry}" "--" is_file)
    continue()
  endif()
  string(REGEX REPLACE "=.*" "" name "${entry}")
  string(REGEX REPLACE "^[^=]*=" "" path "${entry}")
  cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY "${SOURCE}")
  file(READ "${path}" content)
  if(TABLE)
    string(APPEND rows "    {\"${name}\", R\"~~~(${content})~~~\"},\n")
  else()
    string(APPEND text "const std::string_view ${name} = R\"~~~(${content})~~~\";\n\n")
  endif()
endforeach()
if(TABLE)
  string(APPEND text "static const EmbeddedFile kept_${TABLE}[] = {\n${rows}};\n\n"
         "const std::span<const EmbeddedFile> ${TABLE} = kept_${TABLE};\n\n")
endif()
file(WRITE "${OUTPUT}" "${text}}  // namespace schiri::cli\n")
