# The libraries of the program, from the system. With SCHIRI_FETCH, those that the system lacks are
# downloaded and become part of the program.
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
# [LINK LIBRARY...] [OPTIONS OPTION...]): if FOUND is false, TARGET becomes a library of these files of
# a repository on GitHub, and VARIABLE its version.
function(or_fetched found target variable version repository commit)
  if(${found})
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
find_package(BZip2 ${needed})
or_fetched(BZIP2_FOUND BZip2::BZip2 BZIP2_VERSION_STRING 1.0.8
           libarchive/bzip2 6a8690fc8d26c815e798c588f796eabe9d684cf0 INCLUDE . SOURCES *.c)
find_package(LibLZMA 5.2 ${needed})
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
pkg_check_modules(zstd ${needed} IMPORTED_TARGET libzstd>=1.5)
or_fetched(zstd_FOUND PkgConfig::zstd zstd_VERSION 1.5.4
           facebook/zstd 945f27758c0fd67b636103a38dbf050266c6b90a INCLUDE lib SOURCES lib/common/*.c lib/compress/*.c lib/decompress/*.c
           OPTIONS -DZSTD_DISABLE_ASM)
pkg_check_modules(utf8proc ${needed} IMPORTED_TARGET libutf8proc>=2.6)
or_fetched(utf8proc_FOUND PkgConfig::utf8proc utf8proc_VERSION 2.8.0
           JuliaStrings/utf8proc 1cb28a66ca79a0845e99433fd1056257456cef8b INCLUDE . SOURCES utf8proc.c)
if(NOT utf8proc_FOUND)
  set(utf8proc_INCLUDEDIR ${folder})
endif()
find_package(LibArchive 3.6 ${needed})
set(archive_has ERRNO_H FCNTL_H LIMITS_H STDLIB_H STRING_H UNISTD_H STDINT_H INTTYPES_H SYS_STAT_H SYS_TYPES_H
    SYS_TIME_H TIME_H WCHAR_H WCTYPE_H LOCALE_H LANGINFO_H NL_LANGINFO MBRTOWC WCRTOMB WCSLEN WMEMCMP WMEMCPY WCSCPY WCSCMP
    GMTIME_R LOCALTIME_R TIMEGM PIPE FORK POLL POLL_H SIGNAL_H SYS_WAIT_H FSTAT LSTAT FCNTL LIBZ ZLIB_H LIBBZ2 BZLIB_H LIBLZMA LZMA_H LIBZSTD LIBZSTD_COMPRESSOR ZSTD_H
    DECL_SIZE_MAX DECL_SSIZE_MAX DECL_INT32_MAX DECL_INT32_MIN DECL_INT64_MAX DECL_INT64_MIN DECL_INTMAX_MAX DECL_INTMAX_MIN DECL_UINT32_MAX DECL_UINT64_MAX DECL_UINTMAX_MAX)
list(TRANSFORM archive_has PREPEND -DHAVE_)
or_fetched(LibArchive_FOUND LibArchive::LibArchive LibArchive_VERSION 3.6.2
           libarchive/libarchive ba80276ccc3c941c4918ec6e2460059f0c525c43 INCLUDE libarchive SOURCES libarchive/*.c
           LINK ZLIB::ZLIB BZip2::BZip2 LibLZMA::LibLZMA PkgConfig::zstd
           OPTIONS -DPLATFORM_CONFIG_H=<sys/types.h> -D__LIBARCHIVE_CONFIG_H_INCLUDED ${archive_has})
if(NOT LibArchive_FOUND)
  set(LibArchive_INCLUDE_DIRS ${folder}/libarchive)
  set(archive_part $<LINK_ONLY:LibArchive::LibArchive>)
elseif(NOT SCHIRI_STATIC)
  # The name by which the library is loaded when it is needed: libarchive.so.13.
  get_filename_component(archive_file ${LibArchive_LIBRARIES} REALPATH)
  string(REGEX MATCH "libarchive\\.(so\\.[0-9]+|[0-9]+\\.dylib)" archive_name ${archive_file})
  if(NOT archive_name)
    message(FATAL_ERROR "${archive_file} is not a shared library")
  endif()
endif()
if(NOT archive_name AND NOT SCHIRI_STATIC)
  target_compile_definitions(schiri_flags INTERFACE SCHIRI_LINKS_ARCHIVE)
endif()
# What a build can do without.
pkg_check_modules(libedit IMPORTED_TARGET libedit>=3.1)
pkg_check_modules(httplib IMPORTED_TARGET cpp-httplib>=0.11)
pkg_check_modules(qrencode IMPORTED_TARGET libqrencode>=4)
if(NOT libedit_FOUND)
  message(STATUS "Without libedit: `schiri play` reads lines that cannot be edited")
endif()
if(NOT httplib_FOUND OR NOT qrencode_FOUND)
  message(STATUS "Without cpp-httplib or libqrencode: no `schiri otb serve`")
endif()
