#include "db/otb/trf_import.h"

#include <filesystem>
#include <sstream>

#include "core/base/errors.h"
#include "core/otb/pairing.h"
#include "db/otb/player_table.h"
#include "notation/trf/trf_of_event.h"
#include "tests/catch.h"
#include "tests/files.h"
#include "tests/pattern.h"

namespace trf_import_test {

// Imports of events from other programs.

using namespace schiri;
using namespace schiri::otb;

namespace {

/// An event of five players with a played and an open round.
Event played() {
  Event event(System::dutch, 4);
  for (const char* name : {"Anna", "Bert", "Carla", "Dora", "Emil"}) event.enter({name});
  event.add_round(otb::pair(event));
  event.set_result(1, 1, BoardResult::white_wins);
  event.set_result(1, 2, BoardResult::draw);
  event.add_round(otb::pair(event));
  event.set_result(2, 2, BoardResult::black_by_forfeit);
  event.forbid({"Anna", "Bert"});
  return event;
}

std::string trf_of(const EventHead& head, const Event& event, TrfFormat format = TrfFormat::trf16) {
  std::ostringstream out;
  write_trf(out, head, event, format);
  return out.str();
}

ImportSettings settings_for(const TemporaryDirectory& directory, const std::string& trf) {
  return {directory.write("a.trf", trf), directory.file("a.otb"), "", "", [](EventHead& head) {
            if (head.variant.empty()) head.variant = "standard";
          }};
}

}  // namespace

TEST_CASE("TRF import: an event round-trips through its TRF file") {
  const TemporaryDirectory directory;
  const EventHead head{"Cup", "creeper", "standard", "Bonn", "2026.05.01"};
  const std::string trf = trf_of(head, played());
  std::vector<std::string> notes;
  const auto imported = import_trf(settings_for(directory, trf),
                                   [&](const std::string& note) { notes.push_back(note); });
  CHECK(notes.empty());
  CHECK(imported.players == 5);
  CHECK(imported.finished_rounds == 1);
  CHECK(imported.planned_rounds == 4);
  CHECK(imported.is_playing);
  const Journal journal = Journal::open(directory.file("a.otb"), JournalFile::Access::read);
  CHECK(journal.head().game == "creeper");
  CHECK(trf_of(journal.head(), journal.event()) == trf);
}

TEST_CASE("TRF import: points of results and games that both lose round-trip") {
  const EventHead head{"Cup", "creeper", "standard", "Bonn", "2026.05.01"};
  const PointSystem systems[] = {{30, 10, 0, 0, 0, {}},
                                 {30, 10, 0, 0, 0, 10},
                                 {20, 10, 0, 0, 0, {}},
                                 {30, 20, 10, 5, 5, {}},
                                 {30, 10, 0, 5, 2, 15}};
  for (const PointSystem& points : systems) {
    for (const TrfFormat format : {TrfFormat::trf16, TrfFormat::trf26}) {
      otb::Terms terms{System::dutch, 4};
      terms.points = points;
      Event event(terms);
      for (const char* name : {"Anna", "Bert", "Carla", "Dora", "Emil"}) event.enter({name});
      event.grant_half_point_bye("Dora", 2);
      event.grant_zero_point_bye("Emil", 2);
      event.add_round(otb::pair(event));
      event.set_result(1, 1, BoardResult::both_lose);
      event.set_result(1, 2, BoardResult::black_by_forfeit);
      event.add_round(otb::pair(event));
      event.set_result(2, 1, BoardResult::draw);
      event.add_round(otb::pair(event));
      event.set_result(3, 2, BoardResult::both_lose);
      const std::string trf = trf_of(head, event, format);
      CAPTURE(trf);
      const TemporaryDirectory directory;
      std::vector<std::string> notes;
      import_trf(settings_for(directory, trf),
                 [&](const std::string& note) { notes.push_back(note); });
      CHECK(notes.empty());
      const Journal journal = Journal::open(directory.file("a.otb"), JournalFile::Access::read);
      CHECK(journal.event().points() == event.points());
      CHECK(journal.event().rounds()[0].boards.size() == 2);
      CHECK(trf_of(journal.head(), journal.event(), format) == trf);
    }
  }
}

TEST_CASE("TRF import: points of matches between teams round-trip") {
  const EventHead head{"League", "creeper", "standard", "Bonn", "2026.05.01"};
  for (const System system : {System::dutch, System::round_robin}) {
    otb::Terms terms{system, 3};
    terms.boards = 2;
    terms.points = PointSystem{30, 10, 0, 0, 0, {}};
    Event event(terms);
    for (const char* name : {"A1", "A2", "B1", "B2", "C1", "C2"}) {
      Entry player{name};
      player.team = name[0];
      event.enter(player);
    }
    event.add_round(otb::pair(event));
    event.set_result(1, 1, BoardResult::white_wins);
    event.set_result(1, 2, BoardResult::both_lose);
    const std::string trf = trf_of(head, event, TrfFormat::trf26);
    CAPTURE(trf);
    CHECK_THAT(trf, contains_text("\n362  W 3.0    D 1.0    L 0.0\n"));
    const TemporaryDirectory directory;
    import_trf(settings_for(directory, trf), [](const std::string&) {});
    const Journal journal = Journal::open(directory.file("a.otb"), JournalFile::Access::read);
    CHECK(journal.event().points() == event.points());
    CHECK(trf_of(journal.head(), journal.event(), TrfFormat::trf26) == trf);
  }
}

TEST_CASE("TRF import: points that no event can have are refused") {
  const TemporaryDirectory directory;
  const std::string trf = trf_of({"Cup", "creeper", "standard", "", "2026.05.01"}, played());
  const auto error = [&](const std::string& lines) {
    try {
      import_trf(settings_for(directory, lines + trf), [](const std::string&) {});
    } catch (const UnusableError& refusal) {
      CHECK_FALSE(std::filesystem::exists(directory.file("a.otb")));
      return std::string(refusal.what());
    }
    return std::string("imported");
  };
  CHECK_THAT(error("162  W 1.0    D 2.0\n"),
             contains_text("its points (162): a win must give more"));
  CHECK_THAT(error("162  W99.0    D 2.0\n"), contains_text("from 0 to 10"));
  CHECK(error("162  W 3.0    D 2.0\n") == "imported");
}

TEST_CASE("TRF import: a file that cannot be imported leaves no event file") {
  const TemporaryDirectory directory;
  const auto ignore = [](const std::string&) {};
  CHECK_THROWS_AS(import_trf(settings_for(directory, "012 Cup\n"), ignore), UnusableError);
  CHECK_FALSE(std::filesystem::exists(directory.file("a.otb")));
}

TEST_CASE("player table: columns in any order and unknown columns and bad rows") {
  const TemporaryDirectory directory;
  std::vector<std::string> notes;
  const auto warn = [&](const std::string& note) { notes.push_back(note); };
  const auto read = [&](const std::string& text, const std::string& delimiter = "") {
    return read_player_table(directory.write("p.csv", text), delimiter, warn);
  };
  const auto players = read("Elo;Name;Shoe;Titel\n1840,6;Berg, Anna;39;wfm\n0;Bert;;\n");
  REQUIRE(players.size() == 2);
  CHECK(players[0].name == "Berg, Anna");
  CHECK(players[0].rating == 1841);
  CHECK(players[0].details.title == "WFM");
  CHECK_FALSE(players[1].rating);
  REQUIRE(notes.size() == 1);
  CHECK_THAT(notes[0], contains_text("the column 'Shoe' is ignored"));
  CHECK_THROWS_WITH(read("name,rating\nAnna,x\n"), contains_text("line 2: a rating is a number"));
  CHECK_THROWS_WITH(read("name\nAnna\nAnna\n"), contains_text("line 3: 'Anna' appears twice"));
  CHECK_THROWS_AS(read("club\nUlm\n"), UnusableError);
}

}  // namespace trf_import_test
