#include "tests/support/terminal.h"

#include <signal.h>

#include "tests/catch.h"
#include "tests/support/run.h"

// Keys of a player at a terminal.

namespace {

const std::string up = "\x1b[A", left = "\x1b[D", home = "\x01", to_end = "\x05", erase = "\x7f",
                  tab = "\t", enter = "\r", interrupt = "\x03", end_of_input = "\x04";

struct Table {
  explicit Table(const Words& more = {"creeper", "--white", "human name=Anna", "--black",
                                      "human name=Bob"},
                 const std::string& kind = "xterm")
      : terminal(words(more), kind) {}

  Words words(const Words& more) const {
    Words all = {"play"};
    all.insert(all.end(), more.begin(), more.end());
    all.insert(all.end(), {"-o", file});
    return all;
  }
  std::string record() const { return std::filesystem::exists(file) ? read_file(file) : ""; }

  TemporaryDirectory directory;
  std::string file = directory.file("game.pgn");
  Terminal terminal;
};

}  // namespace

TEST_CASE("play at a terminal: arrow keys move the cursor in the line") {
  Table table;
  table.terminal.wait_for("White> ");
  table.terminal.type("A2B3" + left + left + "+" + enter);
  table.terminal.wait_for("Black> ");
  table.terminal.type("6+B5" + home + "A" + to_end + "x" + erase + enter);
  table.terminal.wait_for("White> ");
  table.terminal.type("quit" + enter);
  CHECK(table.terminal.finish() == 0);
  CHECK(table.terminal.screen().find("^[[") == std::string::npos);
  CHECK_THAT(table.record(), contains_text("1. A2+B3 A6+B5 *"));
}

TEST_CASE("play at a terminal: earlier lines can be recalled") {
  Table table;
  table.terminal.wait_for("White> ");
  table.terminal.type("clock" + enter);
  table.terminal.wait_for("no clock");
  table.terminal.wait_for("White> ");
  table.terminal.type("board" + enter);
  table.terminal.wait_for("White> ");
  table.terminal.type(up + up + enter);
  table.terminal.wait_for("no clock");
  table.terminal.wait_for("White> ");
  table.terminal.type("quit" + enter);
  CHECK(table.terminal.finish() == 0);
}

TEST_CASE("play at a terminal: Tab completes parts of turns") {
  Table table;
  table.terminal.wait_for("White> ");
  table.terminal.type("a2" + tab);  // lists the completions
  table.terminal.wait_for("A2+B3  A2-B2");
  table.terminal.type("+" + tab + enter);
  table.terminal.wait_for("Black> ");
  table.terminal.type("A6" + enter);
  table.terminal.wait_for("Black A6> ");
  table.terminal.type("+" + tab + enter);
  table.terminal.wait_for("White> ");
  table.terminal.type("quit" + enter);
  CHECK(table.terminal.finish() == 0);
  CHECK_THAT(table.record(), contains_text("1. A2+B3 A6+B5 *"));
}

TEST_CASE("play at a terminal: Tab completes commands") {
  Table table;
  table.terminal.wait_for("White> ");
  table.terminal.type("re" + tab);
  table.terminal.wait_for("record  resign");
  table.terminal.type("s" + tab + enter);
  table.terminal.wait_for("0-1: White has resigned");
  CHECK(table.terminal.finish() == 0);
}

TEST_CASE("play at a terminal: Tab without a completion changes nothing") {
  Table table;
  table.terminal.wait_for("White> ");
  table.terminal.type("A9" + tab + erase + "2+B3" + enter);
  table.terminal.wait_for("Black> ");
  table.terminal.type("quit" + enter);
  CHECK(table.terminal.finish() == 0);
  CHECK_THAT(table.record(), contains_text("1. A2+B3 *"));
}

TEST_CASE("play at a terminal: Ctrl-C and Ctrl-D save the game and restore the terminal") {
  const auto [keys, status] = GENERATE(table<std::string, int>({
      {interrupt, 130},
      {"A6" + interrupt, 130},
      {end_of_input, 0},
  }));
  Table table;
  table.terminal.wait_for("White> ");
  table.terminal.type("A2+B3" + enter);
  table.terminal.wait_for("Black> ");
  CHECK_FALSE(table.terminal.is_by_lines());
  table.terminal.type(keys);
  table.terminal.wait_for("The game is kept in");
  CHECK(table.terminal.is_by_lines());
  CHECK(table.terminal.finish() == status);
  CHECK_THAT(table.record(), contains_text("1. A2+B3 *"));
}

TEST_CASE("play at a terminal: the time limit expires while the player types") {
  Table table({"creeper", "--white", "human tc=1", "--black", "human"});
  table.terminal.wait_for("White> ");
  table.terminal.type("A2+");
  table.terminal.wait_for("0-1");
  CHECK(table.terminal.finish() == 0);
  CHECK_THAT(table.record(), contains_text("[Termination \"time forfeit\"]"));
}

TEST_CASE("play at a terminal: the line is redrawn after a change of the window size") {
  Table table;
  table.terminal.wait_for("White> ");
  table.terminal.type("A2");
  table.terminal.wait_for("A2");
  table.terminal.resize(40, 20);
  table.terminal.wait_for("White> A2");  // redrawn
  table.terminal.type("+B3" + enter);
  table.terminal.wait_for("Black> ");
  table.terminal.type("quit" + enter);
  CHECK(table.terminal.finish() == 0);
  CHECK_THAT(table.record(), contains_text("1. A2+B3 *"));
}

TEST_CASE("play at a terminal: file names in any script") {
  Table table;
  table.terminal.wait_for("White> ");
  const std::string copy = table.directory.file("spiel-\u00f6.pgn");
  table.terminal.type("save " + copy + "x" + erase + enter);
  table.terminal.wait_for("Saved to ");
  table.terminal.wait_for("White> ");
  table.terminal.type("quit" + enter);
  CHECK(table.terminal.finish() == 0);
  CHECK(std::filesystem::exists(copy));
}

TEST_CASE("play at a terminal: a dumb terminal is read by lines") {
  Table table({"creeper", "--white", "human", "--black", "human"}, "dumb");
  table.terminal.wait_for("White> ");
  CHECK(table.terminal.is_by_lines());
  table.terminal.type("A2+B3\n");
  table.terminal.wait_for("Black> ");
  table.terminal.type("quit\n");
  CHECK(table.terminal.finish() == 0);
  CHECK_THAT(table.record(), contains_text("1. A2+B3 *"));
}
