#include <filesystem>

#include "tests/catch.h"
#include "tests/support/run.h"

// A build that lacks a library refuses what takes it, by the name of the library, and does the
// rest.

namespace lacking_test {

const std::string lacks = SCHIRI_LACKS;

bool is_lacking(const std::string& library) {
  return (" " + lacks + " ").find(" " + library + " ") != std::string::npos;
}

/// A tar archive by its first header.
std::string tar_header() {
  std::string header(512, '\0');
  return header.replace(0, 5, "a.pgn").replace(257, 5, "ustar");
}

TEST_CASE("lacking: what a build lacks is named where a command takes it") {
  if (lacks.empty()) {
    WARN("not tested: nothing is lacking");
    return;
  }
  const TemporaryDirectory directory;
  const std::string game = directory.write("a.pgn", read_data("creeper-sample.pgn"));
  const std::string page = directory.file("page.html");
  const std::string xz =
      "\xfd"
      "7zXZ";
  const auto packed = [&](const char* name, const std::string& bytes) {
    return Words{"validate", directory.write(name, bytes), game};
  };
  const std::pair<const char*, Words> rows[] = {
      {"zstd", packed("a.zst", "\x28\xb5\x2f\xfd and more")},
      {"bzip2", packed("a.bz2", "BZh91AY and more")},
      {"liblzma", packed("a.xz", xz + std::string(8, '\0'))},
      {"libarchive", packed("a.zip", "PK\x03\x04 and more")},
      {"libarchive", packed("a.tar", tar_header())},
      {"libarchive", {"convert", game, "-o", directory.file("b.pgn.gz")}},
      {"esbuild", {"report", game, "-o", page}},
      {"esbuild", {"page", "-o", page}},
      {"esbuild",
       {"tournament", "run", "--game", "sperre", "--bot", "greedy", "--bot", "random", "--db",
        directory.file("x.db"), "--report", page}},
  };
  for (const auto& [library, words] : rows) {
    if (!is_lacking(library)) continue;
    CAPTURE(library, words);
    const Run run = run_schiri(words);
    CHECK(run.status == 3);
    // A failure must not print the words for which ctest takes a test as skipped.
    const bool is_told =
        run.err.find(std::string("this schiri was built without ") + library) != std::string::npos;
    CHECK(is_told);
    // The other file is read.
    if (words.front() == "validate") CHECK_THAT(run.out, contains_text("20 games, 20 valid"));
  }
  for (const char* output : {"b.pgn.gz", "page.html", "x.db"}) {
    CHECK_FALSE(std::filesystem::exists(directory.file(output)));
  }
  CHECK_THAT(run_schiri({"--version", "--verbose"}).out, contains_text("\nwithout "));
}

}  // namespace lacking_test
