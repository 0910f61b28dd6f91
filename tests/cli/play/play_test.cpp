#include <csignal>

#include "core/process/process.h"
#include "tests/catch.h"

namespace play_play_test {

// Games that a signal or the clock ends.

/// The movetext of the record that a file holds.
std::string turns_in(const std::string& file) {
  const std::string text = read_file(file);
  return text.substr(text.find("\n\n") + 2);
}

Process::TimePoint later() { return std::chrono::steady_clock::now() + std::chrono::seconds(300); }

/// A program whose standard input stays open.
class Waiting {
 public:
  explicit Waiting(const std::string& arguments)
      : process_({std::string(SCHIRI_PROGRAM) + " " + arguments, "", {}}) {}

  void send(const std::string& line) {
    REQUIRE(process_.write(line + "\n", later(), {}) == Process::Event::line);
  }
  void hear(const std::string& text) {
    for (;;) {
      const auto reading = process_.read_line(later(), {});
      REQUIRE(reading.event == Process::Event::line);
      if (reading.line.find(text) != std::string::npos) return;
    }
  }
  void send(int signal) { kill(process_.id().value(), signal); }
  int exit_code() {
    const auto status = process_.exit_status(later());
    return status && WIFEXITED(*status) ? WEXITSTATUS(*status) : -1;
  }

 private:
  Process process_;
};

TEST_CASE("play: Ctrl-C saves the game") {
  const int signal = GENERATE(SIGINT, SIGTERM, SIGHUP);
  const TemporaryDirectory directory;
  const std::string file = directory.file("kept.pgn");
  Waiting play("play creeper --white human --black human -o " + file);
  play.send("A2+B3");
  play.hear("Black to move");
  play.send(signal);
  CHECK(play.exit_code() == 130);
  CHECK(turns_in(file) == "1. A2+B3 *\n\n");
}

TEST_CASE("play: Ctrl-C during the search of a bot saves the game") {
  const TemporaryDirectory directory;
  const std::string file = directory.file("kept.pgn");
  Waiting play("play creeper --black 'alphabeta movetime=600000' -o " + file);
  play.hear("White to move");
  play.send("A2+B3");
  play.hear("");
  play.send(SIGINT);
  CHECK(play.exit_code() == 130);
  CHECK(turns_in(file) == "1. A2+B3 *\n\n");
}

TEST_CASE("play: a player who exceeds the time limit loses") {
  const TemporaryDirectory directory;
  const std::string file = directory.file("kept.pgn");
  Waiting play("play creeper --white human --black human --time 0.05 -o " + file);
  play.hear("White ran out of time (0.05)");
  CHECK(play.exit_code() == 0);
  CHECK_THAT(read_file(file), contains_text("[Termination \"time forfeit\"]") &&
                                  contains_text("[TimeControl \"0.05\"]") &&
                                  contains_text("[Result \"0-1\"]"));
}

}  // namespace play_play_test
