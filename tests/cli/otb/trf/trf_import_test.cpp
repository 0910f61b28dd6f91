#include "cli/otb/acts/journal.h"
#include "cli/otb/acts/player_table.h"
#include "cli/otb/event/pairing.h"
#include "cli/otb/trf/trf.h"
#include "core/base/errors.h"
#include "tests/catch.h"
#include "tests/pattern.h"

namespace trf_import_test {

// Imports of events from other programs.

using namespace schiri::otb;

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

std::string trf_of(const EventHead& head, const Event& event) {
  std::ostringstream out;
  write_trf(out, head, event);
  return out.str();
}

ImportSettings settings_for(const TemporaryDirectory& directory, const std::string& trf) {
  return {directory.write("a.trf", trf), directory.file("a.otb"), "", "", [](EventHead& head) {
            if (head.variant.empty()) head.variant = "standard";
          }};
}

/// As `otb import`.
ImportedEvent import_file(const ImportSettings& settings, const Warn& warn) {
  auto made = import_trf(settings, read_trf_file(settings.trf_file, warn), warn);
  Journal::create(settings.event_file, made.acts);
  return made;
}

TEST_CASE("TRF import: lines on the event in another form are kept with a note") {
  const TemporaryDirectory directory;
  std::vector<std::string> notes;
  const std::string trf = trf_of({"Cup", "creeper", "standard", "Bonn", ""}, played());
  const std::size_t players = trf.find("XXR");
  const std::vector<std::string> kept = {"032 Server",
                                         "042 Dec 10, 2020",
                                         "052 2020-12-10 to 12-13",
                                         "132 Friday, Saturday",
                                         "XXS W=1 D=0.5",
                                         "### a comment",
                                         "XXC later"};
  std::string lines = "012 Cup\n022 Bonn\n062 7 (two women)\n072 0\n";
  for (const std::string& line : kept) lines += line + "\n";
  const ImportSettings settings = settings_for(directory, lines + trf.substr(players));
  ImportSettings with_game = settings;
  with_game.game = "creeper";
  import_file(with_game, [&](const std::string& note) { notes.push_back(note); });
  std::string all;
  for (const std::string& note : notes) all += note + "\n";
  for (const char* text : {"its line 032 is kept as it is",
                           "its line 042 is kept as it is, because its form is unknown: "
                           "Dec 10, 2020",
                           "its line 052 is kept", "its line 132 is kept",
                           "unknown codes are kept as they are: XXC, XXS",
                           "its line 062 has '7 (two women)', but 5 are listed"}) {
    CHECK_THAT(all, contains_text(text));
  }
  CHECK(notes.size() == 6);
  {
    const Journal journal = Journal::open(directory.file("a.otb"), JournalFile::Access::read);
    const std::string again = trf_of(journal.head(), journal.event());
    for (const std::string& line : kept) CHECK_THAT(again, contains_text("\n" + line + "\n"));
    CHECK_THAT(again, contains_text("\n062 5\n"));
  }
  // A day that is set replaces the line.
  Journal journal = Journal::open(directory.file("a.otb"), JournalFile::Access::write);
  journal.add(act::Set{.texts = {{&head_fields[2], "2020.12.10"}}});
  journal.commit();
  CHECK_THAT(trf_of(journal.head(), journal.event()), contains_text("\n042 2020/12/10\n"));
}

TEST_CASE("TRF import: points that contradict the results are noted") {
  const auto notes_on = [](const std::string& trf) {
    const TemporaryDirectory directory;
    std::string notes;
    import_file(settings_for(directory, trf),
                [&](const std::string& note) { notes += note + "\n"; });
    return notes;
  };
  const std::string trf = trf_of({"Cup", "creeper", "standard", "Bonn", "2026.05.01"}, played());
  CHECK(notes_on(trf).empty());
  const auto with_points = [&](std::size_t player, const std::string& points) {
    std::string text = trf;
    std::size_t line = text.find("\n001");
    for (std::size_t i = 1; i < player; ++i) line = text.find("\n001", line + 1);
    return text.replace(line + 81, 4, points);
  };
  CHECK_THAT(notes_on(with_points(1, " 5.0")),
             contains_text("player 1 has 5.0 points in the report, but 1.0 by its results"));
  // Points may be missing.
  CHECK(notes_on(with_points(1, "    ")).empty());
}

TEST_CASE("TRF import: a bye of the pairing that was set in advance is noted") {
  const TemporaryDirectory directory;
  std::vector<std::string> notes;
  Event event(System::dutch, 4);
  for (const char* name : {"Anna", "Bert", "Carla"}) event.enter({name});
  event.add_round(otb::pair(event));
  event.set_result(1, 1, BoardResult::draw);
  std::string trf = trf_of({"Cup", "creeper", "standard", "Bonn", "2026.05.01"}, event);
  const std::size_t line = trf.find("0000 - U");
  REQUIRE(line != trf.npos);
  trf.insert(line + 8, "  0000 - U");
  const auto imported = import_file(settings_for(directory, trf),
                                    [&](const std::string& note) { notes.push_back(note); });
  CHECK(imported.finished_rounds == 1);
  CHECK_FALSE(imported.is_playing);
  REQUIRE(notes.size() == 1);
  CHECK_THAT(notes[0], contains_text("has the bye of round 2, which is not paired yet"));
}

TEST_CASE("player text: names alone, with club and rating, or a table") {
  std::vector<std::string> notes;
  const auto read = [&](const std::string& text) {
    return read_player_text(text, [&](const std::string& note) { notes.push_back(note); });
  };
  const auto names = read("Anna\r\n\r\n  Berg,  Bert \nCarla\n");
  REQUIRE(names.size() == 3);
  CHECK(names[1].name == "Berg, Bert");
  const auto told = read("Anna; SC Ulm ;1840\nBert;1700;SK Bonn\nCarla;;\nDora;0\n");
  REQUIRE(told.size() == 4);
  CHECK(told[0].club == "SC Ulm");
  CHECK(told[0].rating == 1840);
  CHECK(told[1].club == "SK Bonn");
  CHECK(told[1].rating == 1700);
  CHECK_FALSE(told[2].rating);
  CHECK_FALSE(told[3].rating);
  CHECK(read("Anna\tSC Ulm\t1840")[0].rating == 1840);
  CHECK(read("Elo,Name\n1840,Anna\n")[0].rating == 1840);
  CHECK(notes.empty());
  for (const char* text : {"", " \n\n", "name\n", "Anna;Ulm;Bonn\n", "Anna;1;2\n", "Anna;99999\n",
                           "Anna\nAnna\n", ";Ulm\n", "\"Anna\n"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(read(text), EventError);
  }
}

}  // namespace trf_import_test
