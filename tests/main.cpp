// Catch2 2 makes its main function here; Catch2 3 brings one in its library.
#if !__has_include(<catch2/catch_all.hpp>)
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#else
#include <catch2/catch_session.hpp>
#endif

#include <stdlib.h>
#include <sys/stat.h>

#include "tests/files.h"

int main(int argc, char** argv) {
  // Somebody's own language and defaults are not meant here.
  if (const char* const all = getenv("LC_ALL")) setenv("LC_CTYPE", all, 1);
  unsetenv("LC_ALL");
  setenv("LC_MESSAGES", "C", 1);
  unsetenv("SCHIRI_DB");
  setenv("XDG_CONFIG_HOME", "/dev/null", 1);
  // Nothing is kept in the home of whoever runs the tests.
  const TemporaryDirectory state;
  setenv("XDG_STATE_HOME", state.file("state").c_str(), 1);
  umask(022);
  return Catch::Session().run(argc, argv);
}
