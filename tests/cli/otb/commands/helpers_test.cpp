#include "tests/catch.h"
#include "tests/support/otb_event.h"

namespace helpers_test {

// Several helpers at one event: names in any spelling, undo of one's own entries.

/// The commands of a helper, as long as the object lives.
struct As {
  explicit As(const char* name) { setenv("SCHIRI_HELPER", name, 1); }
  ~As() { unsetenv("SCHIRI_HELPER"); }
};

struct Room : OtbEvent {
  explicit Room(const Words& players = {"Anna", "Bert", "Carla", "Dora"}) {
    run("new", {"--name", "T", "--game", "creeper", "--rounds", "3"});
    run("enter", players);
    out("pair");
  }
  Run as(const char* helper, const std::string& command, const Words& words = {}) const {
    const As name(helper);
    return run(command, words);
  }
};

TEST_CASE("schiri otb undo: a helper takes back what is theirs, and redo does it again") {
  const Room room;
  const std::string empty = room.out("show");
  CHECK(room.as("Vera", "result", {"1", "1-0"}).status == 0);
  const std::string first = room.out("show");
  CHECK(room.as("Walt", "result", {"2", "0-1"}).status == 0);
  const std::string both = room.out("show");
  CHECK(room.as("Vera", "undo").out == "undone: round 1, board 1: 1-0\n");
  CHECK(room.as("Vera", "undo").status == 2);
  CHECK_THAT(room.as("Vera", "undo").err,
             contains_text("'Vera' has entered nothing that can be undone; the last change is by "
                           "'Walt'; --any undoes it"));
  CHECK(room.as("Walt", "redo").status == 2);
  CHECK(room.as("Vera", "redo").out == "redone: round 1, board 1: 1-0\n");
  CHECK(room.out("show") == both);
  CHECK(room.as("Vera", "redo").err == "schiri: there is nothing to redo\n");
  CHECK(room.as("Vera", "undo", {"--any"}).out == "undone: round 1, board 2: 0-1\n");
  CHECK(room.out("show") == first);
  CHECK_THAT(room.out("log"), contains_text("round 1, board 2: 0-1 (undone) [Walt]\n"));
  CHECK_THAT(room.out("log"), contains_text("redone: 1 line from line 7 [Vera]\n"));
  // Without a name, the last change of anybody.
  CHECK(room.out("undo") == "undone: round 1, board 1: 1-0\n");
  CHECK(room.out("show") == empty);
  CHECK(room.out("redo") == "redone: round 1, board 1: 1-0\n");
  CHECK(room.out("redo") == "redone: round 1, board 2: 0-1\n");
  CHECK(room.out("show") == both);
}

TEST_CASE("schiri otb undo: what later changes depend on stays") {
  const Room room;
  CHECK(room.as("Vera", "result", {"1", "1-0"}).status == 0);
  CHECK(room.as("Walt", "result", {"2", "0-1"}).status == 0);
  CHECK(room.as("Walt", "pair").status == 0);
  const std::string log = room.out("log");
  const Run undo = room.as("Vera", "undo");
  CHECK(undo.status == 2);
  CHECK_THAT(undo.err, contains_text("it cannot be undone, because of later changes: round 1 has"));
  CHECK(room.out("log") == log);
  CHECK(room.as("Walt", "undo").out == "undone: round 2 is paired\n");
  CHECK(room.as("Vera", "undo").status == 0);
  // What was entered since prevents a redo.
  CHECK(room.as("Vera", "result", {"1", "="}).status == 0);
  CHECK(room.as("Vera", "redo").status == 2);
}

TEST_CASE("schiri otb result: prompts take back what was entered in them") {
  const Room room;
  const Run first = room.run("result", {}, "1 1-0\n");
  CHECK(first.status == 0);
  const Run second = room.run("result", {}, "2 =\nundo\nundo\nhelp\nstanding\nredo\n");
  CHECK_THAT(second.out, contains_text("undone: round 1, board 2: 1/2-1/2\n"));
  CHECK(second.out.find("undone: round 1, board 1") == std::string::npos);
  CHECK_THAT(second.out, contains_text("redone: round 1, board 2: 1/2-1/2\n"));
  CHECK_THAT(second.out, contains_text("take back the last line entered here\n"));
  CHECK_THAT(second.out, contains_text("T, after round 0"));
  CHECK_THAT(second.err, contains_text("has entered nothing that can be undone"));
}

TEST_CASE("schiri otb: players are named by number, FIDE ID, or a part of the name") {
  OtbEvent event;
  event.run("new", {"--name", "T", "--game", "creeper", "--rounds", "3"});
  event.out("enter", {"Antonín Dvořák", "--rating", "2000", "--fide-id", "4612345"});
  event.out("enter", {"Jörg Müller", "--rating", "1900"});
  event.out("enter", {"Anna Berg", "--rating", "1800"});
  event.out("enter", {"Berta Weiß", "--rating", "1700"});
  const std::pair<const char*, const char*> rows[] = {
      {"1", "Antonín Dvořák"},      {"4612345", "Antonín Dvořák"},
      {"DVORAK", "Antonín Dvořák"}, {"joerg", "Jörg Müller"},
      {"muller", "Jörg Müller"},    {"anna berg", "Anna Berg"},
      {"weiss", "Berta Weiß"},      {"4", "Berta Weiß"}};
  for (const auto& [text, name] : rows) {
    CAPTURE(text);
    const Run bye = event.run("bye", {text});
    CHECK(bye.status == 0);
    CHECK(bye.err == "schiri: note: '" + std::string(text) + "' is " + name + "\n");
    CHECK_THAT(event.out("log"), contains_text(std::string(name) + " has a half-point bye"));
    event.out("undo");
  }
  CHECK(event.run("bye", {"Anna Berg"}).err == "");
  CHECK_THAT(event.run("bye", {"ber"}).err,
             contains_text("'ber' may be 2 players: Anna Berg, Berta Weiß"));
  for (const char* nobody : {"5", "0", "461234", "Zoe", ""}) {
    CAPTURE(nobody);
    CHECK(event.run("withdraw", {nobody}).status == 2);
  }
  CHECK(event.run("pair", {"--fix", "2", "1"}).status == 0);
  CHECK_THAT(event.out("show"), contains_text("Jörg Müller"));
  CHECK(event.run("cards", {"dvor"}).status == 0);
}

TEST_CASE("schiri otb: who withdraws before round 1 has the last number, and no seat in tables") {
  OtbEvent event;
  event.run("new", {"--name", "T", "--game", "creeper", "--system", "round-robin"});
  for (const char* name : {"A", "B", "C", "D", "E"}) event.out("enter", {name});
  event.out("withdraw", {"B"});
  CHECK_THAT(event.out("players", {"--format", "csv"}), contains_text("\n5,B,"));
  CHECK_THAT(event.out("players", {"--format", "csv"}), contains_text("\n2,C,"));
  for (int round = 1; round <= 3; ++round) {
    event.out("pair");
    event.out("result", {"1", "=", "2", "="});
  }
  CHECK(event.run("pair").status == 2);
  CHECK_THAT(event.out("standing"), contains_text("after round 3"));
  CHECK(event.run("reinstate", {"B"}).status == 2);
  const std::string trf = event.out("export");
  CHECK_THAT(trf, contains_text("XXR 3\n"));
  CHECK(trf.find("  B  ") == std::string::npos);
  event.out("check");
}

}  // namespace helpers_test
