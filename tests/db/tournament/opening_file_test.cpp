#include "db/tournament/opening_file.h"

#include "core/base/errors.h"
#include "tests/catch.h"

namespace opening_file_test {

using namespace schiri::db;

const std::string records =
    "[Game \"creeper\"]\n\n1. A2+B3 C7-C6 2. G6+F5 *\n\n"
    "[Game \"creeper\"]\n\n1. A2-B2 A5-A4 *\n\n"
    "[Game \"creeper\"]\n\n1. A3-A4 B7-B6 *\n";

std::vector<OpeningLine> read(const std::string& text, const OpeningChoice& choice = {},
                              std::string* notes = nullptr) {
  const TemporaryDirectory directory;
  const GameType& type = *find_game("creeper");
  return read_openings(directory.write("o", text), type, std::string(type.variant_table.standard()),
                       choice, [&](const std::string& note) {
                         if (notes) *notes += note + '\n';
                       });
}

std::string position_after(const std::vector<std::string>& turns) {
  const auto game = find_game("creeper")->start({});
  for (const std::string& turn : turns) game->play(turn);
  return game->position();
}

std::vector<std::size_t> lengths(const std::vector<OpeningLine>& openings) {
  std::vector<std::size_t> lengths;
  for (const OpeningLine& opening : openings) lengths.push_back(opening.turns.size());
  return lengths;
}

TEST_CASE("opening file: records in order from a given start with limited turns") {
  CHECK(lengths(read(records)) == std::vector<std::size_t>{3, 2, 2});
  const auto all = read(records);
  const auto rotated = read(records, {.start = 2});
  CHECK(rotated == std::vector<OpeningLine>{all[1], all[2], all[0]});
  CHECK(lengths(read(records, {.turns = 1})) == std::vector<std::size_t>{1, 1, 1});
}

TEST_CASE("opening file: a random order depends on the seed") {
  const auto all = read(records);
  bool differs = false;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const auto order = read(records, {.random = true, .seed = seed});
    CHECK(std::is_permutation(order.begin(), order.end(), all.begin()));
    CHECK(order == read(records, {.random = true, .seed = seed}));
    differs = differs || order != all;
  }
  CHECK(differs);
}

TEST_CASE("opening file: positions with optional turns are read and repetitions are noted") {
  const std::string position = position_after({"A2+B3", "C7-C6"});
  std::string notes;
  const auto openings = read("# two\n\n" + position + "\r\n" + position_after({"A2-B2"}) +
                                 " moves A5-A4 A3-B3\n" + position + "\n",
                             {}, &notes);
  REQUIRE(openings.size() == 2);
  CHECK(openings[0].position == position);
  CHECK(openings[1].turns == std::vector<std::string>{"A5-A4", "A3-B3"});
  CHECK_THAT(notes, contains_text("1 of the openings in ") &&
                        contains_text("lead to the same position as others and are left out"));
}

TEST_CASE("opening file: balanced openings exclude lost positions with a note") {
  const std::string lost = "7/7/7/3W3/3WW2/7/4B2 6/6/6/6/6/6 w";
  std::string notes;
  const auto openings =
      read(lost + "\n" + position_after({"A2+B3"}) + "\n", {.balanced = true}, &notes);
  CHECK(openings.size() == 1);
  CHECK_THAT(notes, contains_text("one side is lost or far ahead"));
}

TEST_CASE("opening file: the error on an unusable opening names its line") {
  const auto [text, start, message] = GENERATE(table<std::string, std::uint64_t, std::string>({
      {"[Game \"creeper\"]\n\n1. A2+B9 *\n", 1, "o:3: "},
      {"[Game \"springerjagd\"]\n\n*\n", 1, "o:1: this is a game of springerjagd"},
      {"nonsense\n", 1, "o:1: "},
      {"\n# nothing\n", 1, "this file has no openings"},
      {"7/7/7/7/7/7/7 6/6/6/6/6/6 w moves A1-A2\n", 1, "o:1: "},
      {std::string(70000, 'x') + "\n", 1, "o:1: the line is too long"},
      {records, 4, "3 openings to begin with"},
      {records, 0, "3 openings to begin with"},
  }));
  CAPTURE(message);
  OpeningChoice choice;
  choice.start = start;
  try {
    read(text, choice);
    FAIL("the file was accepted");
  } catch (const InputError& error) {
    CHECK_THAT(error.what(), contains_text(message));
  }
}

}  // namespace opening_file_test
