#include "tests/catch.h"
#include "tests/support/run.h"

namespace quarantine_test {

// A broken record leaves the quarantine when its own game is stored, and stays at any other.

struct Game {
  std::string turns = "1. A2+B3 C7-C6 2. G6+F5 A6+B5 3. B3-B4 *";
  std::string white = "Anna", black = "Emil", date = "2026.03.14", round = "1", event = "Club";
  std::string more = {};

  std::string text() const {
    const auto tag = [](const std::string& name, const std::string& value) {
      return value.empty() ? std::string() : "[" + name + " \"" + value + "\"]\n";
    };
    return tag("Event", event) + tag("Date", date) + tag("Round", round) + tag("White", white) +
           tag("Black", black) + "[Result \"*\"]\n[Game \"creeper\"]\n" + more + "\n" + turns +
           "\n\n";
  }
};

const std::string broken = "1. A2+B3 C7-C6 2. G6+F5 A6+B5 3. B3-B9 *";

struct Case {
  Game wrong, right;
};

struct Fixture {
  TemporaryDirectory directory;
  std::string db = directory.file("q.db");

  Run import(const std::string& text, const std::string& file = "games.pgn") const {
    return run_schiri({"db", "import", "--db", db, directory.write(file, text)});
  }
  std::ptrdiff_t quarantined() const {
    const std::string list =
        run_schiri({"db", "quarantine", "list", "--db", db, "--format", "json"}).out;
    return std::count(list.begin(), list.end(), '\n');
  }
};

TEST_CASE_METHOD(Fixture, "quarantine: the repaired version of a record takes it out") {
  const std::vector<Case> cases = {
      {{.turns = broken}, {}},
      {{.turns = broken}, {.event = "The club"}},
      {{.turns = broken}, {.date = "2026.03.??"}},
      {{.turns = broken, .round = "?"}, {}},
      {{.turns = broken, .date = "", .round = ""}, {.date = "", .round = ""}},
      // one wrong turn, whatever it is, or none
      {{.turns = "1. A2-A3 *"}, {.turns = "1. A2+B3 A6-B6 *"}},
      {{.turns = "1. A2-A3 C7-C6 2. G6+F5 A6+B5 3. B3-B4 *"}, {}},
      {{.turns = "1. A2+B3 2. G6+F5 A6+B5 3. B3-B4 *"}, {}},
      {{.turns = "1-0"}, {}},
      {{.turns = "1. A2+B3 C7-C6 2. G6+F5 {never closed"}, {}},
      {{.turns = "1. a2+b3 c7-c6 2. g6+f5 A6+B5 3. B3-B9 *"}, {}},
  };
  const auto [wrong, right] = GENERATE_REF(from_range(cases));
  REQUIRE(import(wrong.text()).status == 1);
  REQUIRE(quarantined() == 1);
  CAPTURE(wrong.text(), right.text());
  // Another file name and another place in the file make no difference.
  const Game before{.turns = "1. E7-E6 *", .white = "Cid", .round = "7"};
  const Run run = import(before.text() + right.text(), "other.pgn");
  CHECK_THAT(run.out, contains_text("1 repaired and removed from it"));
  CHECK(quarantined() == 0);
}

TEST_CASE_METHOD(Fixture, "quarantine: another game leaves a record where it is") {
  const std::vector<Case> cases = {
      {{.turns = broken}, {.date = "2026.03.21"}},
      {{.turns = broken}, {.round = "2"}},
      {{.turns = broken}, {.date = "2026.03.21", .round = "2"}},
      {{.turns = broken}, {.turns = "1. E7-E6 B7-B6 *"}},
      {{.turns = broken}, {.turns = "1. E7-E6 B7-B6 *", .date = "", .round = ""}},
      {{.turns = broken}, {.white = "Emil", .black = "Anna"}},
      {{.turns = broken}, {.white = "Cid"}},
      {{.turns = broken}, {.white = "?"}},
      {{.turns = broken, .white = "?", .black = "?"}, {.white = "?", .black = "?"}},
      {{.turns = broken, .white = ""}, {}},
      {{.turns = broken, .more = "[Board \"1\"]\n"}, {.more = "[Board \"2\"]\n"}},
      // Without date and round a few turns are any game's beginning.
      {{.turns = "1. A2+B3 C7-C9 *", .date = "", .round = ""}, {.date = "", .round = ""}},
      {{.turns = "1-0", .date = "", .round = ""}, {.date = "", .round = ""}},
      {{.turns = "1. A2+B3 E2-E3 2. E7-E6 B7-B9 *"}, {}},
  };
  const auto [wrong, right] = GENERATE_REF(from_range(cases));
  REQUIRE(import(wrong.text()).status == 1);
  CAPTURE(wrong.text(), right.text());
  // The same file name and the same place make no difference.
  const Run run = import(right.text());
  CHECK(run.status == 0);
  CHECK(run.out == "1 game stored, 0 in quarantine\n");
  CHECK(quarantined() == 1);
}

TEST_CASE_METHOD(Fixture, "quarantine: a former name of a player is known") {
  import(Game{.turns = broken}.text() + Game{.turns = "1. E7-E6 *", .round = "2"}.text());
  REQUIRE(run_schiri({"db", "rename-player", "Anna", "Anna Berg", "--yes", "--db", db}).status ==
          0);
  CHECK_THAT(import(Game{.white = "Anna Berg"}.text()).out, contains_text("1 repaired"));
}

TEST_CASE_METHOD(Fixture, "quarantine: records of other forms are repaired by their turns") {
  std::string text = run_schiri({"convert", "--to", "json", "-"}, Game{}.text()).out;
  text.replace(text.find("B3-B4"), 5, "B3-B9");
  const auto import_json = [&](const std::string& json) {
    return run_schiri({"db", "import", "--db", db, "--from", "json", "-"}, json);
  };
  REQUIRE(import_json(text).status == 1);
  import(Game{.turns = "1. A2+B3 B7-B6 *", .event = "Cup"}.text());
  CHECK(quarantined() == 1);
  CHECK_THAT(import(Game{}.text()).out, contains_text("1 repaired"));
}

TEST_CASE_METHOD(Fixture, "quarantine: a broken record is kept once") {
  const std::string text =
      Game{.turns = broken}.text() + Game{.turns = broken, .round = "2"}.text();
  for (const char* file : {"a.pgn", "a.pgn", "b.pgn"}) {
    const Run run = import(text, file);
    CHECK(run.status == 1);
    CHECK_THAT(run.out, contains_text("0 games stored, 2 in quarantine"));
    CHECK(quarantined() == 2);
  }
  // Twice in a file are two, each once.
  for (int i = 0; i < 2; ++i) {
    CHECK_THAT(import(text + Game{.turns = broken}.text()).out, contains_text("3 in quarantine"));
    CHECK(quarantined() == 3);
  }
  // Also by a merge.
  const std::string other = directory.file("other.db");
  REQUIRE(run_schiri({"db", "import", "--db", other, "-"}, text).status == 1);
  must_run({"db", "merge", "--db", db, other});
  CHECK(quarantined() == 3);
  // Undoing an import removes those that it has added.
  must_run({"db", "undo-import", "--db", db, "--yes"});
  CHECK(quarantined() == 2);
}

}  // namespace quarantine_test
