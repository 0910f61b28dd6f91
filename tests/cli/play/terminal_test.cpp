#include "tests/support/terminal.h"

#include <signal.h>

#include "tests/catch.h"
#include "tests/support/run.h"

namespace terminal_test {

// Keys of a player at a terminal.

const std::string up = "\x1b[A", left = "\x1b[D", home = "\x01", to_end = "\x05", erase = "\x7f",
                  tab = "\t", enter = "\r", interrupt = "\x03", end_of_input = "\x04";

struct Session {
  explicit Session(const Words& more = {"creeper", "--white", "human name=Anna", "--black",
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

TEST_CASE("play at a terminal: arrow keys move the cursor in the line") {
  if (is_omitted_without_editor()) return;
  Session session;
  session.terminal.wait_for("White> ");
  session.terminal.type("A2B3" + left + left + "+" + enter);
  session.terminal.wait_for("Black> ");
  session.terminal.type("6+B5" + home + "A" + to_end + "x" + erase + enter);
  session.terminal.wait_for("White> ");
  session.terminal.type("quit" + enter);
  CHECK(session.terminal.finish() == 0);
  CHECK(session.terminal.screen().find("^[[") == std::string::npos);
  CHECK_THAT(session.record(), contains_text("1. A2+B3 A6+B5 *"));
}

TEST_CASE("play at a terminal: earlier lines can be recalled") {
  if (is_omitted_without_editor()) return;
  Session session;
  session.terminal.wait_for("White> ");
  session.terminal.type("clock" + enter);
  session.terminal.wait_for("no clock");
  session.terminal.wait_for("White> ");
  session.terminal.type("board" + enter);
  session.terminal.wait_for("White> ");
  session.terminal.type(up + up + enter);
  session.terminal.wait_for("no clock");
  session.terminal.wait_for("White> ");
  session.terminal.type("quit" + enter);
  CHECK(session.terminal.finish() == 0);
}

TEST_CASE("play at a terminal: Tab completes parts of turns") {
  if (is_omitted_without_editor()) return;
  Session session;
  session.terminal.wait_for("White> ");
  session.terminal.type("a2" + tab);  // lists the completions
  session.terminal.wait_for("A2+B3  A2-B2");
  session.terminal.type("+" + tab + enter);
  session.terminal.wait_for("Black> ");
  session.terminal.type("A6" + enter);
  session.terminal.wait_for("Black A6> ");
  session.terminal.type("+" + tab + enter);
  session.terminal.wait_for("White> ");
  session.terminal.type("quit" + enter);
  CHECK(session.terminal.finish() == 0);
  CHECK_THAT(session.record(), contains_text("1. A2+B3 A6+B5 *"));
}

TEST_CASE("play at a terminal: Tab completes commands") {
  if (is_omitted_without_editor()) return;
  Session session;
  session.terminal.wait_for("White> ");
  session.terminal.type("re" + tab);
  session.terminal.wait_for("record  resign");
  session.terminal.type("s" + tab + enter);
  session.terminal.wait_for("0-1: White has resigned");
  CHECK(session.terminal.finish() == 0);
}

TEST_CASE("play at a terminal: Tab without a completion changes nothing") {
  if (is_omitted_without_editor()) return;
  Session session;
  session.terminal.wait_for("White> ");
  session.terminal.type("A9" + tab + erase + "2+B3" + enter);
  session.terminal.wait_for("Black> ");
  session.terminal.type("quit" + enter);
  CHECK(session.terminal.finish() == 0);
  CHECK_THAT(session.record(), contains_text("1. A2+B3 *"));
}

TEST_CASE("play at a terminal: Ctrl-C and Ctrl-D save the game and restore the terminal") {
  if (is_omitted_without_editor()) return;
  const auto [keys, status] = GENERATE(table<std::string, int>({
      {interrupt, 130},
      {"A6" + interrupt, 130},
      {end_of_input, 0},
  }));
  Session session;
  session.terminal.wait_for("White> ");
  session.terminal.type("A2+B3" + enter);
  session.terminal.wait_for("Black> ");
  CHECK_FALSE(session.terminal.is_by_lines());
  session.terminal.type(keys);
  session.terminal.wait_for("The game is kept in");
  CHECK(session.terminal.is_by_lines());
  CHECK(session.terminal.finish() == status);
  CHECK_THAT(session.record(), contains_text("1. A2+B3 *"));
}

TEST_CASE("play at a terminal: the time limit expires while the player types") {
  Session session({"creeper", "--white", "human tc=1", "--black", "human"});
  session.terminal.wait_for("White> ");
  session.terminal.type("A2+");
  session.terminal.wait_for("0-1");
  CHECK(session.terminal.finish() == 0);
  CHECK_THAT(session.record(), contains_text("[Termination \"time forfeit\"]"));
}

TEST_CASE("play at a terminal: the line is redrawn after a change of the window size") {
  if (is_omitted_without_editor()) return;
  Session session;
  session.terminal.wait_for("White> ");
  session.terminal.type("A2");
  session.terminal.wait_for("A2");
  session.terminal.resize(40, 20);
  session.terminal.wait_for("White> A2");  // redrawn
  session.terminal.type("+B3" + enter);
  session.terminal.wait_for("Black> ");
  session.terminal.type("quit" + enter);
  CHECK(session.terminal.finish() == 0);
  CHECK_THAT(session.record(), contains_text("1. A2+B3 *"));
}

TEST_CASE("play at a terminal: file names in any script") {
  Session session;
  session.terminal.wait_for("White> ");
  const std::string copy = session.directory.file("spiel-\u00f6.pgn");
  session.terminal.type("save " + copy + "x" + erase + enter);
  session.terminal.wait_for("Saved to ");
  session.terminal.wait_for("White> ");
  session.terminal.type("quit" + enter);
  CHECK(session.terminal.finish() == 0);
  CHECK(std::filesystem::exists(copy));
}

TEST_CASE("play at a terminal: a dumb terminal is read by lines") {
  Session session({"creeper", "--white", "human", "--black", "human"}, "dumb");
  session.terminal.wait_for("White> ");
  CHECK(session.terminal.is_by_lines());
  session.terminal.type("A2+B3\n");
  session.terminal.wait_for("Black> ");
  session.terminal.type("quit\n");
  CHECK(session.terminal.finish() == 0);
  CHECK_THAT(session.record(), contains_text("1. A2+B3 *"));
}

}  // namespace terminal_test
