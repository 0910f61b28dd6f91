#include "tests/catch.h"
#include "tests/record_text.h"
#include "tests/support/run.h"

namespace split_test {

std::string game(const std::string& event, const std::string& movetext = "1. A2+B3 *") {
  return record_text({.event = event, .turns = movetext});
}

std::size_t files_in(const std::string& folder) {
  const std::filesystem::directory_iterator all(folder), end;
  return static_cast<std::size_t>(std::distance(all, end));
}

TEST_CASE("schiri split: each value of a tag has its file") {
  const TemporaryDirectory directory;
  const std::string folder = directory.file("events/new") + "/";
  const std::string odd = game("Cup", "1.a2+b3   {x} *");
  const Run run = run_schiri({"split", "-", "--by", "Event", "-o", folder},
                             game("Cup") + game("") + game("J\xc3\xb6rg's") + odd + game("?"));
  CHECK(run.status == 0);
  CHECK_THAT(run.err, contains_text("5 games split into 3 files"));
  CHECK(read_file(folder + "Cup.pgn") == game("Cup") + odd);
  CHECK(read_file(folder + "J\xc3\xb6rg_s.pgn") == game("J\xc3\xb6rg's"));
  CHECK(read_file(folder + "unknown.pgn") == game("") + game("?"));
}

TEST_CASE("schiri split: a tag is named in any case, and an unknown one is refused") {
  const TemporaryDirectory directory;
  CHECK(
      run_schiri({"split", "-", "--by", "EVENT", "-o", directory.file("a")}, game("Cup")).status ==
      0);
  CHECK(std::filesystem::exists(directory.file("a/Cup.pgn")));
  const Run run =
      run_schiri({"split", "-", "--by", "Evnt", "-o", directory.file("b")}, game("Cup"));
  CHECK(run.status == 2);
  CHECK_THAT(run.err, contains_text("--by: no tag 'Evnt' is known here; the nearest is 'Event'"));
  CHECK_FALSE(std::filesystem::exists(directory.file("b")));
}

TEST_CASE("schiri split: names of files are safe and differ") {
  const TemporaryDirectory directory;
  const std::string folder = directory.file("f");
  const std::string values[] = {"../../x",
                                "a/b",
                                "a_b",
                                "A b",
                                "-x",
                                ".",
                                "unknown",
                                std::string(300, 'y'),
                                std::string(301, 'y'),
                                "a\xcc\x88",
                                "\xc3\xa4"};
  std::string text = game("");
  for (const std::string& value : values) text += game(value);
  CHECK(run_schiri({"split", "-", "--by", "Event", "-o", folder}, text).status == 0);
  // The last two are one name.
  CHECK(files_in(folder) == 1 + std::size(values) - 1);
  for (const char* name : {"_._.._x", "a_b", "a_b-2", "A_b-3", "_x", "_", "unknown", "unknown-2"}) {
    INFO(name);
    CHECK(std::filesystem::exists(folder + "/" + name + ".pgn"));
  }
  CHECK(files_in(directory.file("")) == 1);
}

TEST_CASE("schiri split: invalid games are reported and kept") {
  const TemporaryDirectory directory;
  const std::string broken = game("Cup", "1. A2-A3 *");
  const Run run =
      run_schiri({"split", "-", "--by", "Event", "-o", directory.file("f")}, game("Cup") + broken);
  CHECK(run.status == 1);
  CHECK_THAT(run.err, contains_text("[illegal; game 2, turn 1"));
  CHECK(read_file(directory.file("f/Cup.pgn")) == game("Cup") + broken);
}

TEST_CASE("schiri split: no input is replaced, and wrong options are usage errors") {
  const TemporaryDirectory directory;
  const std::string text = game("Cup") + game("games");
  const std::string file = directory.write("games.pgn", text);
  CHECK(run_schiri({"split", file, "--by", "Event", "-o", directory.file("")}).status == 2);
  CHECK(read_file(file) == text);
  CHECK(files_in(directory.file("")) == 1);
  CHECK(run_schiri({"split", file, "--by", "2x", "-o", directory.file("f")}).status == 2);
  CHECK(run_schiri({"split", file, "-o", directory.file("f")}).status == 2);
  CHECK(run_schiri({"split", file, "--by", "Event"}).status == 2);
  CHECK(run_schiri({"split", file, "--by", "Event", "-o", file}).status == 3);
}

}  // namespace split_test
