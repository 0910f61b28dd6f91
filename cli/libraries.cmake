# The libraries of the program, from the system: first those that it needs, then what a build can do
# without. With SCHIRI_FETCH, those that the system lacks are downloaded and become part of the program.
set(needed REQUIRED)
if(SCHIRI_FETCH)
  set(needed QUIET)
  include(FetchContent)
  enable_language(C)
endif()
if(EMSCRIPTEN)
  # Not the libraries of the machine that compiles.
  set(ENV{PKG_CONFIG_LIBDIR} ${EMSCRIPTEN_SYSROOT}/lib/pkgconfig)
endif()

# or_fetched(FOUND TARGET VARIABLE VERSION REPOSITORY COMMIT [INCLUDE FOLDER...] [SOURCES PATTERN...]
# [LINK LIBRARY...] [OPTIONS OPTION...]): with SCHIRI_FETCH, if FOUND is false, TARGET becomes a library of
# these files of a repository on GitHub, and VARIABLE its version.
function(or_fetched found target variable version repository commit)
  if(${found} OR NOT SCHIRI_FETCH)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 6 its "" "" "INCLUDE;SOURCES;LINK;OPTIONS")
  string(REGEX REPLACE ".*/" "" name ${repository})
  # The CMake files of a repository would build and install more.
  FetchContent_Declare(${name} GIT_REPOSITORY https://github.com/${repository} GIT_TAG ${commit} SOURCE_SUBDIR none)
  FetchContent_MakeAvailable(${name})
  FetchContent_GetProperties(${name} SOURCE_DIR folder)
  list(TRANSFORM its_INCLUDE PREPEND ${folder}/)
  list(TRANSFORM its_SOURCES PREPEND ${folder}/)
  file(GLOB files ${its_SOURCES})
  # What only programs and other systems need.
  list(FILTER files EXCLUDE REGEX "(_tablegen|_small|_mt|_windows|_disk_[a-z_]*|_xar|/bzip2|recover|dlltest|mk251|spewG|unzcrash)\\.c$")
  string(TOLOWER schiri_${name} library)
  if(files)
    add_library(${library} STATIC ${files})
    set_target_properties(${library} PROPERTIES POSITION_INDEPENDENT_CODE ${SCHIRI_SHARED} UNITY_BUILD OFF)
    target_compile_options(${library} PRIVATE -w ${its_OPTIONS})
    target_include_directories(${library} SYSTEM PUBLIC ${its_INCLUDE})
    target_link_libraries(${library} PUBLIC ${its_LINK} Threads::Threads)
  else()
    add_library(${library} INTERFACE)
    target_include_directories(${library} SYSTEM INTERFACE ${its_INCLUDE})
  endif()
  add_library(${target} ALIAS ${library})
  set(${variable} ${version} PARENT_SCOPE)
  set(folder ${folder} PARENT_SCOPE)
endfunction()

find_package(Threads REQUIRED)
find_package(PkgConfig ${needed})
find_package(CLI11 2.1 ${needed})
or_fetched(CLI11_FOUND CLI11::CLI11 CLI11_VERSION 2.1.2
           CLIUtils/CLI11 70f8072f9dd2292fd0b9f9e5f58e279f60483ed3 INCLUDE include)
find_package(nlohmann_json 3.11 ${needed})
or_fetched(nlohmann_json_FOUND nlohmann_json::nlohmann_json nlohmann_json_VERSION 3.11.2
           nlohmann/json bc889afb4c5bf1c0d8ee29ef35eaaf4c8bef8a5d INCLUDE include)
find_package(SQLite3 3.40 ${needed})
find_package(SQLiteCpp 3.2 ${needed})
if(SQLite3_FOUND)
  set(sqlite SOURCES src/*.cpp LINK SQLite::SQLite3)
else()
  # With the functions that Debian's has.
  set(sqlite sqlite3 SOURCES src/*.cpp sqlite3/sqlite3.c OPTIONS -DSQLITE_ENABLE_MATH_FUNCTIONS -DSQLITE_SOUNDEX)
endif()
or_fetched(SQLiteCpp_FOUND SQLiteCpp SQLiteCpp_VERSION 3.3.2
           SRombauts/SQLiteCpp 08aa70a45ea52abcd8ee6b5d1ab1542140b3c7f5 INCLUDE include ${sqlite})
if(NOT SQLite3_FOUND)
  set(SQLite3_VERSION 3.46.1)
  add_library(SQLite::SQLite3 ALIAS schiri_sqlitecpp)
endif()
find_package(ZLIB ${needed})
or_fetched(ZLIB_FOUND ZLIB::ZLIB ZLIB_VERSION_STRING 1.3.1
           madler/zlib 51b7f2abdade71cd9bb0e7a373ef2610ec6f9daf INCLUDE . SOURCES *.c OPTIONS -DHAVE_UNISTD_H)
pkg_check_modules(utf8proc ${needed} IMPORTED_TARGET libutf8proc>=2.6)
or_fetched(utf8proc_FOUND PkgConfig::utf8proc utf8proc_VERSION 2.8.0
           JuliaStrings/utf8proc 1cb28a66ca79a0845e99433fd1056257456cef8b INCLUDE . SOURCES utf8proc.c)
if(NOT utf8proc_FOUND)
  set(utf8proc_INCLUDEDIR ${folder})
endif()

# --- What a build can do without -----------------------------------------------------------------

# A build without one of these refuses what takes it, and names it.
set(optional bzip2 liblzma zstd libarchive libedit cpp-httplib libqrencode esbuild)
set(SCHIRI_WITHOUT "" CACHE STRING "Names of what to do without though the system has it, or `all`")
if(SCHIRI_WITHOUT STREQUAL "all")
  set(SCHIRI_WITHOUT ${optional})
endif()
if(SCHIRI_WITHOUT AND SCHIRI_FETCH)
  message(FATAL_ERROR "SCHIRI_WITHOUT and SCHIRI_FETCH exclude each other")
endif()
foreach(name IN LISTS SCHIRI_WITHOUT)
  if(NOT name IN_LIST optional)
    list(JOIN optional ", " known)
    message(FATAL_ERROR "SCHIRI_WITHOUT: a build cannot do without ${name}, only without ${known}")
  endif()
endforeach()

# find_optional(NAME FOUND COMMAND ARGUMENT...): runs a command of CMake that sets FOUND, unless the build is to
# do without.
macro(find_optional name found command)
  if("${name}" IN_LIST SCHIRI_WITHOUT)
    set(${found} FALSE)
  else()
    cmake_language(CALL ${command} ${ARGN})
  endif()
endmacro()

# has(NAME IT LOSS): NAME is IT, a target or the variable of a program. If it is there, schiri_has gets
# NAME, and schiri_with the definition SCHIRI_NAME for the sources that take it. If not, schiri_lacks gets
# NAME, and the loss is told.
function(has name it loss)
  if(TARGET ${it} OR ${it})
    string(TOUPPER SCHIRI_${name} definition)
    string(MAKE_C_IDENTIFIER ${definition} definition)
    set(schiri_has ${schiri_has} ${name} PARENT_SCOPE)
    set(schiri_with ${schiri_with} ${definition} PARENT_SCOPE)
  else()
    set(schiri_lacks ${schiri_lacks} ${name} PARENT_SCOPE)
    message(STATUS "Without ${name}: ${loss}")
  endif()
endfunction()

find_optional(bzip2 BZIP2_FOUND find_package BZip2 QUIET)
or_fetched(BZIP2_FOUND BZip2::BZip2 BZIP2_VERSION_STRING 1.0.8
           libarchive/bzip2 6a8690fc8d26c815e798c588f796eabe9d684cf0 INCLUDE . SOURCES *.c)
find_optional(liblzma LIBLZMA_FOUND find_package LibLZMA 5.2 QUIET)
set(lzma src/liblzma)
or_fetched(LIBLZMA_FOUND LibLZMA::LibLZMA LIBLZMA_VERSION_STRING 5.4.7
           tukaani-project/xz 061a1e4d2d0b1c3f5c9a637fd94bac035a826340
           INCLUDE ${lzma}/api ${lzma}/common ${lzma}/check ${lzma}/lz ${lzma}/rangecoder ${lzma}/lzma ${lzma}/delta ${lzma}/simple src/common
           SOURCES ${lzma}/*/*.c src/common/tuklib_physmem.c
           OPTIONS -DHAVE_STDBOOL_H -DHAVE_STDINT_H -DHAVE_INTTYPES_H -DHAVE_VISIBILITY=0
                   -DTUKLIB_SYMBOL_PREFIX=lzma_ -DTUKLIB_PHYSMEM_SYSCONF -DHAVE_CHECK_CRC32 -DHAVE_CHECK_CRC64 -DHAVE_CHECK_SHA256
                   -DHAVE_ENCODERS -DHAVE_DECODERS -DHAVE_MF_HC3 -DHAVE_MF_HC4 -DHAVE_MF_BT2 -DHAVE_MF_BT3 -DHAVE_MF_BT4)
foreach(filter LZMA1 LZMA2 DELTA X86 ARM ARMTHUMB ARM64 POWERPC IA64 SPARC)
  if(TARGET schiri_xz)
    target_compile_definitions(schiri_xz PRIVATE HAVE_ENCODER_${filter} HAVE_DECODER_${filter})
  endif()
endforeach()
find_optional(zstd zstd_FOUND pkg_check_modules zstd QUIET IMPORTED_TARGET libzstd>=1.5)
or_fetched(zstd_FOUND PkgConfig::zstd zstd_VERSION 1.5.4
           facebook/zstd 945f27758c0fd67b636103a38dbf050266c6b90a INCLUDE lib SOURCES lib/common/*.c lib/compress/*.c lib/decompress/*.c
           OPTIONS -DZSTD_DISABLE_ASM)
find_optional(libarchive LibArchive_FOUND find_package LibArchive 3.6 QUIET)
set(archive_has ERRNO_H FCNTL_H LIMITS_H STDLIB_H STRING_H UNISTD_H STDINT_H INTTYPES_H SYS_STAT_H SYS_TYPES_H
    SYS_TIME_H TIME_H WCHAR_H WCTYPE_H LOCALE_H LANGINFO_H NL_LANGINFO MBRTOWC WCRTOMB WCSLEN WMEMCMP WMEMCPY WCSCPY WCSCMP
    GMTIME_R LOCALTIME_R TIMEGM PIPE FORK POLL POLL_H SIGNAL_H SYS_WAIT_H FSTAT LSTAT FCNTL LIBZ ZLIB_H LIBBZ2 BZLIB_H LIBLZMA LZMA_H LIBZSTD LIBZSTD_COMPRESSOR ZSTD_H
    DECL_SIZE_MAX DECL_SSIZE_MAX DECL_INT32_MAX DECL_INT32_MIN DECL_INT64_MAX DECL_INT64_MIN DECL_INTMAX_MAX DECL_INTMAX_MIN DECL_UINT32_MAX DECL_UINT64_MAX DECL_UINTMAX_MAX)
list(TRANSFORM archive_has PREPEND -DHAVE_)
or_fetched(LibArchive_FOUND LibArchive::LibArchive LibArchive_VERSION 3.6.2
           libarchive/libarchive ba80276ccc3c941c4918ec6e2460059f0c525c43 INCLUDE libarchive SOURCES libarchive/*.c
           LINK ZLIB::ZLIB BZip2::BZip2 LibLZMA::LibLZMA PkgConfig::zstd
           OPTIONS -DPLATFORM_CONFIG_H=<sys/types.h> -D__LIBARCHIVE_CONFIG_H_INCLUDED ${archive_has})
has(bzip2 BZip2::BZip2 "files compressed by bzip2 are not read")
has(liblzma LibLZMA::LibLZMA "files compressed by xz are not read")
has(zstd PkgConfig::zstd "files compressed by zstd are not read")
has(libarchive LibArchive::LibArchive "archives (zip, tar) are not read, compressed files not written")
if(LibArchive_FOUND AND NOT SCHIRI_STATIC)
  # The name by which the library is loaded when it is needed: libarchive.so.13.
  get_filename_component(archive_file ${LibArchive_LIBRARIES} REALPATH)
  string(REGEX MATCH "libarchive\\.(so\\.[0-9]+|[0-9]+\\.dylib)" archive_name ${archive_file})
  if(NOT archive_name)
    message(FATAL_ERROR "${archive_file} is not a shared library; -DSCHIRI_WITHOUT=libarchive does without it")
  endif()
  list(APPEND schiri_with SCHIRI_ARCHIVE_LIBRARY="${archive_name}")
elseif(NOT LibArchive_FOUND AND TARGET LibArchive::LibArchive)
  set(LibArchive_INCLUDE_DIRS ${folder}/libarchive)
  set(archive_part $<LINK_ONLY:LibArchive::LibArchive>)
endif()
# What decompresses, for its sources and tests.
set(codec_libraries ZLIB::ZLIB)
foreach(library PkgConfig::zstd BZip2::BZip2 LibLZMA::LibLZMA)
  if(TARGET ${library})
    list(APPEND codec_libraries ${library})
  endif()
endforeach()
find_optional(libedit libedit_FOUND pkg_check_modules libedit QUIET IMPORTED_TARGET libedit>=3.1)
has(libedit PkgConfig::libedit "`schiri play` reads lines that cannot be edited")
find_optional(cpp-httplib httplib_FOUND pkg_check_modules httplib QUIET IMPORTED_TARGET cpp-httplib>=0.11)
has(cpp-httplib PkgConfig::httplib "no `schiri otb serve`")
find_optional(libqrencode qrencode_FOUND pkg_check_modules qrencode QUIET IMPORTED_TARGET libqrencode>=4)
has(libqrencode PkgConfig::qrencode "no `schiri otb serve`")
find_optional(esbuild SCHIRI_ESBUILD find_program SCHIRI_ESBUILD esbuild)
has(esbuild SCHIRI_ESBUILD "no pages with scripts: `schiri report`, `page` and `otb serve`")
