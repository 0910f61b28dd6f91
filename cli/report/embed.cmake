# Makes a C++ file that holds the files a page is made of:
# cmake -DSOURCE=FOLDER -DOUTPUT=FILE -P embed.cmake
set(text "#include \"cli/report/page.h\"\n\nnamespace schiri::cli {\n\n")
foreach(name html css js)
  file(READ ${SOURCE}/page.${name} content)
  string(APPEND text "const std::string_view page_${name} = R\"~~~(${content})~~~\";\n\n")
endforeach()
file(WRITE ${OUTPUT} "${text}}  // namespace schiri::cli\n")
