// Catch2 2 defines the main function here; the library of Catch2 3 contains it.
#if !__has_include(<catch2/catch_all.hpp>)
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#else
#include <catch2/catch_session.hpp>
#endif

#include <stdlib.h>
#include <sys/stat.h>

int main(int argc, char** argv) {
  // The tests ignore the language and the defaults of the user.
  if (const char* const all = getenv("LC_ALL")) setenv("LC_CTYPE", all, 1);
  unsetenv("LC_ALL");
  setenv("LC_MESSAGES", "C", 1);
  unsetenv("SCHIRI_DB");
  setenv("XDG_CONFIG_HOME", "/dev/null", 1);
  umask(022);
  return Catch::Session().run(argc, argv);
}
