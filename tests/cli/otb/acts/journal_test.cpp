#include "cli/otb/acts/journal.h"

#include "cli/otb/event/standing.h"
#include "core/base/errors.h"
#include "tests/catch.h"
#include "tests/pattern.h"

namespace journal_test {

// Event files without the program: committed changes are read again, others are not.

using namespace schiri::otb;

struct File {
  TemporaryDirectory directory;
  std::string path = directory.file("cup.otb");

  explicit File(const otb::Terms& terms = {System::dutch, 3}) {
    Journal::create(path,
                    {act::Begin{{"Cup", "creeper", "standard", "Bonn", "2026.05.01"}, terms}});
  }

  Journal open(JournalFile::Access access = JournalFile::Access::read) const {
    return Journal::open(path, access);
  }

  /// Makes changes as a single command.
  template <class Change>
  void change(const Change& change) const {
    Journal journal = open(JournalFile::Access::write);
    change(journal);
    journal.commit();
  }

  void enter(const std::vector<std::string>& names) const {
    change([&](Journal& journal) {
      for (const std::string& name : names) journal.add(act::Enter{{name}});
    });
  }
};

TEST_CASE("journal: uncommitted and cancelled changes leave the file unchanged") {
  const File file;
  file.enter({"Anna"});
  const std::string before = read_file(file.path);
  {
    Journal journal = file.open(JournalFile::Access::write);
    journal.add(act::Enter{{"Bert"}});
    CHECK(journal.event().entrants().size() == 2);
  }
  CHECK(read_file(file.path) == before);
  {
    Journal journal = file.open(JournalFile::Access::write);
    journal.add(act::Enter{{"Bert"}});
    journal.commit();
    CHECK(read_file(file.path) != before);
    journal.take_back();
  }
  CHECK(read_file(file.path) == before);
}

TEST_CASE("journal: a change that waited for the lock goes to the file that has the path then") {
  const File file;
  file.enter({"Anna", "Bert"});
  std::optional<Journal> first = file.open(JournalFile::Access::write);
  std::thread waiting([&] { file.enter({"Carla"}); });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  // As a program that writes a new file and renames it, while the other one waits.
  const std::string copy = file.directory.write("copy", read_file(file.path));
  std::filesystem::rename(copy, file.path);
  first.reset();
  waiting.join();
  CHECK(file.open().event().entrants().size() == 3);
}

TEST_CASE("journal: a change to a file that was replaced meanwhile is an error") {
  const File file;
  file.enter({"Anna", "Bert"});
  Journal journal = file.open(JournalFile::Access::write);
  journal.add(act::Enter{{"Carla"}});
  const std::string copy = file.directory.write("copy", read_file(file.path));
  std::filesystem::rename(copy, file.path);
  CHECK_THROWS_WITH(journal.commit(), contains_text("another file took its place"));
  CHECK(file.open().event().entrants().size() == 2);
}

TEST_CASE("journal: later lines of others that change what a change means conflict with it") {
  const File file;
  file.enter({"Anna", "Bert", "Carla", "Dora"});
  file.change([](Journal& journal) { journal.add(next_pairing(journal.event())); });
  const std::string shown = file.open().version();
  const auto conflicts = [&](const auto& change) {
    Journal journal = file.open(JournalFile::Access::write);
    const auto lines = journal.lines_of(shown);
    REQUIRE(lines);
    change(journal);
    return journal.conflict(*lines).has_value();
  };
  const auto swap = [](Journal& journal) { journal.add(act::Swap{1, {}, {"Anna", "Carla"}}); };
  const auto enter = [](Journal& journal) { journal.add(act::Enter{{"Emil"}}); };
  const auto result = [](Journal& journal) { journal.add(act::Result{{1, 2}, BoardResult::draw}); };
  const auto rename = [](Journal& journal) { journal.add(act::Change{"Anna", {.rating = 1500}}); };
  CHECK_FALSE(conflicts(swap));
  file.change(result);
  CHECK_FALSE(conflicts(enter));
  CHECK_FALSE(conflicts(rename));
  CHECK_FALSE(conflicts([](Journal& journal) {
    journal.add(act::Result{{1, 1}, BoardResult::draw});
  }));
  CHECK(conflicts(swap));
  file.change(rename);
  CHECK(conflicts(rename));
  CHECK(conflicts([](Journal& journal) { journal.add(act::Withdraw{"Anna"}); }));
  CHECK_FALSE(conflicts([](Journal& journal) { journal.add(act::Withdraw{"Bert"}); }));
  // What was undone counts as well: the page has not shown the way back.
  file.change([](Journal& journal) { journal.undo(); });
  CHECK(conflicts(rename));
  file.change([](Journal& journal) { journal.add(act::Result{{1, 1}, BoardResult::draw}); });
  file.change([](Journal& journal) { journal.add(next_pairing(journal.event())); });
  CHECK(conflicts(enter));
  Journal journal = file.open();
  for (const char* text : {"", "x", "1", "1.", "0.00000000", "99.00000000", "-1.0", "3.00000000"}) {
    CAPTURE(text);
    CHECK_FALSE(journal.lines_of(text));
  }
  CHECK(journal.lines_of(journal.version() + "!") == journal.acts().size());
}

TEST_CASE("journal: an existing file is not overwritten and other text is rejected") {
  const File file;
  CHECK_THROWS_AS(Journal::create(file.path, {act::Begin{{"Cup", "creeper", "standard", "", ""},
                                                         {System::dutch, 3}}}),
                  UnusableError);
  file.directory.write("cup.otb", "{}\n");
  CHECK_THROWS_WITH(file.open(), contains_text("cup.otb:1: error: "));
}

/// A file with round 1 of four players, and results by two helpers.
struct SharedFile : File {
  SharedFile() {
    enter({"Anna", "Bert", "Carla", "Dora"});
    change([](Journal& journal) { journal.add(next_pairing(journal.event())); });
    by("a", [](Journal& journal) { journal.add(act::Result{{1, 1}, BoardResult::draw}); });
    by("b", [](Journal& journal) { journal.add(act::Result{{1, 2}, BoardResult::white_wins}); });
  }
  template <class Change>
  void by(const std::string& helper, const Change& change) const {
    this->change([&](Journal& journal) {
      journal.set_helper(helper);
      change(journal);
    });
  }
  std::optional<BoardResult> result(std::size_t board) const {
    return open().event().rounds().at(0).boards.at(board - 1).result;
  }
};

TEST_CASE("journal: each helper undoes and redoes its own commands") {
  const SharedFile file;
  CHECK(file.open().last_valid("a") == 7);
  CHECK(file.open().last_valid("b") == 8);
  CHECK(file.open().last_valid("") == 8);
  CHECK(file.open().last_valid("c") == std::nullopt);
  CHECK(file.open().last_undone("") == std::nullopt);
  file.by("a", [](Journal& journal) { CHECK(journal.undo().size() == 1); });
  CHECK(file.result(1) == std::nullopt);
  CHECK(file.result(2) == BoardResult::white_wins);
  CHECK(file.open().last_valid("a") == std::nullopt);
  CHECK(file.open().last_undone("a") == 7);
  CHECK(file.open().last_undone("b") == std::nullopt);
  file.by("a", [](Journal& journal) { journal.redo(); });
  CHECK(file.result(1) == BoardResult::draw);
  CHECK(file.open().last_undone("a") == std::nullopt);
  // What was done again can be undone again, and a new change ends that.
  file.by("a", [](Journal& journal) { journal.undo(); });
  CHECK(file.open().last_undone("a") == 7);
  file.by("a", [](Journal& journal) { journal.add(act::Result{{1, 1}, BoardResult::black_wins}); });
  CHECK(file.open().last_undone("a") == std::nullopt);
  // Without a name, undo takes the last valid command of all.
  file.change([](Journal& journal) { journal.undo(); });
  CHECK(file.result(1) == std::nullopt);
}

TEST_CASE("journal: a command is neither undone nor redone if later ones depend on it") {
  const SharedFile file;
  const auto refuses = [&](const std::string& helper, std::vector<Json> (Journal::*change)(bool)) {
    const std::string before = read_file(file.path);
    Journal journal = file.open(JournalFile::Access::write);
    journal.set_helper(helper);
    CHECK_THROWS_AS((journal.*change)(false), EventError);
    journal.commit();
    CHECK(read_file(file.path) == before);
  };
  const auto obstacle = [&](std::size_t line) { return file.open().obstacle(line); };
  CHECK(obstacle(6) == 7);  // the pairing: results
  CHECK(obstacle(2) == 6);  // an entry: the pairing
  CHECK(obstacle(1) == 6);  // the beginning
  CHECK(obstacle(99) == std::nullopt);
  CHECK(obstacle(0) == std::nullopt);
  // Two corrections of one board.
  file.by("a", [](Journal& journal) {
    journal.add(act::Correct{{1, 2}, BoardResult::black_wins});
  });
  CHECK(obstacle(8) == 9);
  refuses("b", &Journal::undo);
  file.by("a", [](Journal& journal) { journal.undo(); });
  CHECK(!obstacle(8));
  file.by("b", [](Journal& journal) { journal.add(act::Correct{{1, 2}, BoardResult::draw}); });
  CHECK(obstacle(9) == 11);
  refuses("a", &Journal::redo);
  // A result, after the next pairing.
  file.change([](Journal& journal) { journal.add(next_pairing(journal.event())); });
  CHECK(obstacle(7) == 12);
  refuses("a", &Journal::undo);
  // Seats that were exchanged, after a result at one of them.
  file.by("b", [](Journal& journal) { journal.add(act::Swap{2, {{1, 2}}}); });
  CHECK(!obstacle(13));
  file.by("a", [](Journal& journal) { journal.add(act::Result{{2, 1}, BoardResult::draw}); });
  CHECK(obstacle(13) == 14);
  refuses("b", &Journal::undo);
}

TEST_CASE("journal: a command of several lines is undone and redone as one") {
  const File file;
  file.enter({"Anna", "Bert"});
  const auto by_a = [&](const auto& change) {
    file.change([&](Journal& journal) {
      journal.set_helper("a");
      change(journal);
    });
  };
  by_a([](Journal& journal) {
    journal.add(act::Enter{{"Carla"}});
    journal.add(act::Enter{{"Dora"}});
  });
  by_a([](Journal& journal) { CHECK(journal.undo().size() == 2); });
  CHECK(file.open().event().entrants().size() == 2);
  CHECK(file.open().command(4).size() == 2);
  CHECK(file.open().command(5).empty());
  CHECK(file.open().command(6).empty());
  by_a([](Journal& journal) { CHECK(journal.redo().size() == 2); });
  CHECK(file.open().event().entrants().size() == 4);
  by_a([](Journal& journal) { CHECK(journal.undo().size() == 2); });
  CHECK(file.open().event().entrants().size() == 2);
}

TEST_CASE("journal: the lock of a released file is free, and its event stays") {
  const SharedFile file;
  Journal journal = file.open(JournalFile::Access::write);
  journal.release();
  file.by("a", [](Journal& other) { other.undo(); });
  CHECK(journal.event().rounds().at(0).boards.at(0).result == BoardResult::draw);
}

}  // namespace journal_test
