#include <csignal>

#include "core/process/process.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/support/bots.h"
#include "tests/support/run.h"
#include "tests/support/words.h"

// Games at the terminal: people are lines of standard input.

namespace {

using namespace schiri;

struct Sat {
  Run run;
  std::string record;  ///< the file that keeps the game
};

/// Plays with this input; two people unless others are named.
Sat sit(const std::string& input, const Words& more, const std::string& kept = "") {
  const TemporaryDirectory directory;
  const std::string file = directory.file("kept.pgn");
  if (!kept.empty()) directory.write("kept.pgn", kept);
  Words words = {"play"};
  words.insert(words.end(), more.begin(), more.end());
  const bool resumes = std::count(more.begin(), more.end(), "--continue") > 0;
  if (resumes) *std::find(words.begin(), words.end(), "FILE") = file;
  if (!resumes) words.insert(words.end(), {"-o", file});
  Sat sat{run_schiri(words, input), ""};
  if (std::filesystem::exists(file)) sat.record = read_file(file);
  return sat;
}

const Words two = {"creeper", "--white", "human name=Anna", "--black", "human name=Bob"};

bool is_valid(const std::string& record) {
  const Run run = run_schiri({"validate", "--strict", "-"}, record);
  INFO(run.err << run.out);
  return run.status == 0;
}

std::string turns_of(const std::string& record) {
  const std::size_t at = record.find("\n\n");
  std::string text = record.substr(at + 2);
  std::replace(text.begin(), text.end(), '\n', ' ');
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

Process::TimePoint later() { return std::chrono::steady_clock::now() + std::chrono::seconds(60); }

/// A program whose input stays open.
class Waiting {
 public:
  explicit Waiting(const std::string& arguments)
      : process_({std::string(SCHIRI_PROGRAM) + " " + arguments, "", {}}) {}

  void say(const std::string& line) {
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

}  // namespace

TEST_CASE("play: two persons, whole turns, one gives up") {
  const Sat sat = sit("A2+B3\na6 + B5\nresign\n", two);
  CHECK(sat.run.status == 0);
  CHECK_THAT(sat.run.out, contains_text("Creeper: White (Anna) - Black (Bob)"));
  CHECK_THAT(sat.run.out, contains_text("0-1: White has resigned"));
  CHECK(is_valid(sat.record));
  for (const char* tag : {"[White \"Anna\"]", "[Black \"Bob\"]", "[Result \"0-1\"]",
                          "[Termination \"resignation\"]", "[WhiteType \"human\"]"}) {
    CHECK_THAT(sat.record, contains_text(tag));
  }
  CHECK(turns_of(sat.record) == "1. A2+B3 A6+B5 0-1 {White has resigned}");
}

TEST_CASE("play: a program is called as it calls itself") {
  const TemporaryDirectory directory;
  const Sat sat = sit("A2+B3\nresign\n", {"creeper", "--white", "human", "--black",
                                          scripted_bot("nothing", directory)});
  CHECK_THAT(sat.run.out, contains_text("Black (scripted)"));
  CHECK_THAT(sat.record, contains_text("[Black \"scripted\"]"));
}

TEST_CASE("play: a turn part by part, in every game") {
  const auto [game, typed, expected] = GENERATE(table<Words, std::string, std::string>({
      {{"creeper"}, "a2\n+b3\n", "1. A2+B3 *"},
      {{"creeper"}, "A2 B3\n", "1. A2+B3 *"},
      {{"creeper"}, "A2\nback\nA3\n-A4\n", "1. A3-A4 *"},
      {{"springerjagd"}, "b1\nc3\nd1\na2\na3\n", "1. b1-c3/d1/a2-a3 *"},
      {{"more-or-less"}, "o\ne5\na0\n", "1. O A0,E5 *"},
      {{"sperre", "--roll", "147"}, "IV8\n12\n33\n", "1. IV8/12-33 *"},
      {{"sperre", "--roll", "147", "--variant", "move-first"}, "12-32\nIV8\n", "1. 12-32/IV8 *"},
  }));
  const Sat sat = sit(typed, game + Words{"--white", "human", "--black", "human"});
  CAPTURE(typed, sat.run.out, sat.run.err);
  CHECK(sat.run.status == 0);
  CHECK(turns_of(sat.record) == expected);
  CHECK(is_valid(sat.record));
}

TEST_CASE("play: a turn that could go on waits for Enter, but not if it was typed whole") {
  // A stone that comes beside another may displace it or not.
  const Words beside = {"sperre",  "--position", "BBBBBBBB1/9/9/9/9/1B7/9/1W7/W1WWWWWWW w 147 3",
                        "--white", "human",      "--black",
                        "human"};
  const Sat waits = sit("IV8\n22\n32\n", beside);
  CHECK_THAT(waits.run.out, contains_text("IV8/22-32 continues with\n  /42\n") &&
                                contains_text("press Enter to play it"));
  CHECK(waits.record.empty());
  const auto [typed, expected] = GENERATE(table<std::string, std::string>({
      {"IV8\n22\n32\n\n", "1. IV8/22-32 *"},
      {"IV8/22-32\n", "1. IV8/22-32 *"},
      {"IV8 22 32 42 55\n", "1. IV8/22-32/42>55 *"},
  }));
  CHECK(turns_of(sit(typed, beside).record) == expected);
}

TEST_CASE("play: a mistake is explained and nothing is lost by it") {
  const Sat sat = sit("A2+A9\nA2-B3\nC2xC4\nnonsense\nA2\nA4\n-C1\nB3\nhelp\n", two);
  CAPTURE(sat.run.out);
  CHECK_THAT(sat.run.out, contains_text("is not a turn; a turn is written"));
  CHECK_THAT(sat.run.out, contains_text("A2-B3: a shunt (-) goes one square"));
  CHECK_THAT(sat.run.out, contains_text("C2xC4: there is no pawn on C2"));
  CHECK_THAT(sat.run.out, contains_text("A2 continues with\n  +B3  -B2"));
  CHECK_THAT(sat.run.out, contains_text("A4"));
  CHECK(turns_of(sat.record) == "1. A2+B3 *");
}

TEST_CASE("play: a part that was left out is named, and what is entered may be typed again") {
  const Words springerjagd = {"springerjagd", "--white", "human", "--black", "human"};
  const Sat sat = sit("b1-a3/d2\nc4\nb1-a3/d2/f2-c4\n", springerjagd);
  CHECK_THAT(sat.run.out,
             contains_text("c4 cannot follow b1-a3/d2 directly, but with a part before it:\n"
                           "  /c1-c4  /d1-c4  /a2-c4  /b2-c4  /c2-c4"));
  CHECK(turns_of(sat.record) == "1. b1-a3/d2/f2-c4 *");
  const Sat again = sit("b1-a3/d2\nb1-a3/d2/f2\nb1-a3/d2/f2-c4\n", springerjagd);
  CHECK_THAT(again.run.out, contains_text("b1-a3/d2/f2 continues with\n"));
  CHECK(turns_of(again.record) == "1. b1-a3/d2/f2-c4 *");
}

TEST_CASE("play: what can be asked") {
  const Sat sat = sit("turns\nhint\nrecord\nclock\nboard\nrules\nundo\nback\n", two);
  CAPTURE(sat.run.out);
  CHECK(sat.run.status == 0);
  for (const char* told : {"A2+B3  A2-B2", "alphabeta:nodes=20000 would play", "[White \"Anna\"]",
                           "White: no clock", "No turn of yours", "No part is entered"}) {
    CHECK_THAT(sat.run.out, contains_text(told));
  }
  CHECK(sat.record.empty());
}

TEST_CASE("play: undo, alone and between two") {
  const Sat between = sit("A2+B3\nundo\nA3-A4\nB7-B6\nquit\n", two);
  CHECK(turns_of(between.record) == "1. A3-A4 B7-B6 *");
  const Sat alone = sit("A2+B3\nundo\nA3-A4\nquit\n", {"creeper", "--black", "random"});
  CHECK_THAT(turns_of(alone.record), Catch::Matchers::StartsWith("1. A3-A4 "));
  CHECK_THAT(alone.run.out, contains_text("The last two turns are taken back"));
}

TEST_CASE("play: a draw needs both") {
  const Sat both = sit("A2+B3\ndraw\nyes\n", two);
  CHECK(turns_of(both.record) == "1. A2+B3 1/2-1/2 {a draw by agreement}");
  CHECK_THAT(both.record, contains_text("[Termination \"agreement\"]"));
  CHECK(is_valid(both.record));
  const Sat one = sit("A2+B3\ndraw\nno\n", two);
  CHECK_THAT(one.run.out, contains_text("White (Anna) declines"));
  CHECK(turns_of(one.record) == "1. A2+B3 *");
  // A bot agrees where it does not stand better.
  const auto against = [&](const std::string& side, const std::string& other) {
    return sit("draw\n", {"creeper", "--position",
                          "7/B6/7/7/7/7/1W2W2 4w1/4w1/4w1/4w1/4w1/1www2 " + side.substr(0, 1),
                          "--" + side, "human", "--" + other, "random"})
        .run.out;
  };
  CHECK_THAT(against("black", "white"), contains_text("White (random) declines"));
  CHECK_THAT(against("white", "black"), contains_text("a draw by agreement"));
}

TEST_CASE("play: the rules end the game") {
  const Sat sat =
      sit("E1+F2\n", {"creeper", "--position", "7/B6/7/7/7/7/1W2W2 4w1/4w1/4w1/4w1/4w1/1www2 w"});
  CHECK(sat.run.status == 0);
  CHECK_THAT(sat.run.out, contains_text("White has won (chain)"));
  CHECK_THAT(sat.record, contains_text("[Termination \"normal\"]"));
  CHECK(is_valid(sat.record));
}

TEST_CASE("play: bots among themselves play the same with the same seed") {
  const auto bots = [](const std::string& seed) {
    return sit("", {"sperre", "--white", "greedy", "--black", "random", "--seed", seed});
  };
  const auto timeless = [](const Sat& sat) {
    return with_replaced(sat.record, "\\s[0-9.]+s\\}", "}");
  };
  const Sat first = bots("5");
  CHECK(first.run.status == 0);
  CHECK(timeless(bots("5")) == timeless(first));
  CHECK(timeless(bots("6")) != timeless(first));
  CHECK(is_valid(first.record));
}

TEST_CASE("play: stopped by quit or the end of input it is kept, and gone on with") {
  const std::string others = "[Event \"x\"]\n[Game \"creeper\"]\n\n1. A2+B3 {as  it stood} *  \n";
  const std::string end = GENERATE("quit\n", "QUIT", "");
  const Sat stopped = sit("A2+B3\nB7-B6\n" + end, two, others);
  CHECK(stopped.run.status == 0);
  CHECK_THAT(stopped.run.out,
             contains_text("The game is kept in ") && contains_text("schiri play --continue "));
  CHECK(stopped.record.substr(0, others.size()) == others);
  const std::string behind = "\n[Event \"y\"]\n[Game \"creeper\"]\n\n1. C1+D2 1-0\n";
  const Sat ended = sit("A3-A4\nresign\n", {"--continue", "FILE"}, stopped.record + behind);
  CHECK(ended.run.status == 0);
  CHECK_THAT(ended.run.out, contains_text("White (Anna) - Black (Bob)"));
  CHECK_THAT(ended.record, contains_text("1. A2+B3 B7-B6 2. A3-A4 1-0 {Black has resigned}"));
  CHECK(ended.record.substr(0, others.size()) == others);
  CHECK(ended.record.substr(ended.record.size() - behind.size()) == behind);
  // By its index.
  const Sat first = sit("B7-B6\n", {"--continue", "FILE", "--index", "1"}, ended.record);
  CHECK(first.run.status == 0);
  CHECK_THAT(first.record, contains_text("1. A2+B3 {as it stood} 1... B7-B6 *"));
}

TEST_CASE("play: what a record holds besides is kept while one goes on with it") {
  const std::string kept =
      "[Event \"Club\"]\n[Site \"Kiel\"]\n[Date \"2020.01.02\"]\n[Round \"3\"]\n[White \"Ö\"]\n"
      "[Black \"P\"]\n[Result \"*\"]\n[Game \"creeper\"]\n[Annotator \"me\"]\n\n"
      "1. A2+B3 $1 {good} (1. C1+D2) B7-B6 {so so} *\n";
  const Sat on = sit("C1+D2\n", {"--continue", "FILE"}, kept);
  CHECK(turns_of(on.record) == "1. A2+B3 $1 {good} (1. C1+D2) 1... B7-B6 {so so} 2. C1+D2 *");
  for (const char* tag : {"[Event \"Club\"]", "[Date \"2020.01.02\"]", "[Annotator \"me\"]"}) {
    CHECK_THAT(on.record, contains_text(tag));
  }
  const Sat back = sit("undo\nundo\nC1+D2\n", {"--continue", "FILE"}, kept);
  CHECK(turns_of(back.record) == "1. C1+D2 *");
}

TEST_CASE("play: a bot sits where it sat, a program only where it is named") {
  const Sat begun = sit("A2+B3\n", {"creeper", "--black", "random seed=3 name=Dice"});
  CHECK_THAT(begun.record, contains_text("[BlackBot "));
  const Sat on = sit("C1+D2\n", {"--continue", "FILE"}, begun.record);
  CHECK_THAT(on.run.out, contains_text("Black (Dice) plays"));
  std::string evil = begun.record;
  evil.replace(evil.find("[BlackBot \"random"), 17, "[BlackBot \"cmd=touch");
  const Sat refused = sit("C1+D2\n", {"--continue", "FILE"}, evil);
  CHECK(refused.run.status == 2);
  CHECK_THAT(refused.run.err, contains_text("--black"));
}

TEST_CASE("play: Ctrl-C keeps the game") {
  const int signal = GENERATE(SIGINT, SIGTERM, SIGHUP);
  const TemporaryDirectory directory;
  const std::string file = directory.file("kept.pgn");
  Waiting play("play creeper --white human --black human -o " + file);
  play.say("A2+B3");
  play.hear("Black to move");
  play.send(signal);
  CHECK(play.exit_code() == 130);
  CHECK(turns_of(read_file(file)) == "1. A2+B3 *");
}

TEST_CASE("play: Ctrl-C while a bot thinks keeps the game") {
  const TemporaryDirectory directory;
  const std::string file = directory.file("kept.pgn");
  Waiting play("play creeper --black 'alphabeta movetime=600000' -o " + file);
  play.hear("White to move");
  play.say("A2+B3");
  play.hear("");
  play.send(SIGINT);
  CHECK(play.exit_code() == 130);
  CHECK(turns_of(read_file(file)) == "1. A2+B3 *");
}

TEST_CASE("play: who does not move in time has lost") {
  const TemporaryDirectory directory;
  const std::string file = directory.file("kept.pgn");
  Waiting play("play creeper --white human --black human --time 0.05 -o " + file);
  play.hear("White ran out of time (0.05)");
  CHECK(play.exit_code() == 0);
  CHECK_THAT(read_file(file), contains_text("[Termination \"time forfeit\"]") &&
                                  contains_text("[TimeControl \"0.05\"]") &&
                                  contains_text("[Result \"0-1\"]"));
}

TEST_CASE("play: clocks go on where they stood") {
  const Sat begun = sit("A2+B3\nclock\n", two + Words{"--time", "40/600+5"});
  CHECK_THAT(begun.run.out, contains_text("Black: 0:10:00.000"));
  CHECK_THAT(begun.record, contains_text("[WhiteClock \"0:10:0"));
  std::string later = begun.record;
  later = with_replaced(later, "BlackClock \"[^\"]*\"", "BlackClock \"0:01:02.500\"");
  const Sat on = sit("clock\n", {"--continue", "FILE"}, later);
  CHECK_THAT(on.run.out, contains_text("Black: 0:01:02.500"));
}

TEST_CASE("play: wrong usage, and files that cannot be") {
  const auto [words, status, expected] = GENERATE(table<Words, int, std::string>({
      {Words{}, 2, "GAME is required"},
      {{"chess"}, 2, "no game 'chess'"},
      {{"creeper", "--white", "genius"}, 2, "no built-in bot 'genius'"},
      {{"creeper", "--white", "human nodes=5"}, 2, "human: only the keys"},
      {{"creeper", "--time", "soon"}, 2, "--time"},
      {{"creeper", "--position", "x"}, 2, "state string"},
      {{"creeper", "--variant", "x"}, 2, "variant"},
      {{"creeper", "--hint", "cmd=x"}, 2, "--hint"},
      {{"creeper", "--index", "1"}, 2, "--continue"},
      {{"--continue", "/no/such/file"}, 3, "/no/such/file"},
      {{"creeper", "-o", "/no/such/folder/x.pgn"}, 3, "cannot be written"},
  }));
  const Run run = run_schiri(Words{"play"} + words);
  CAPTURE(words);
  CHECK(run.status == status);
  CHECK_THAT(run.err, contains_text(expected));
}

TEST_CASE("play: only games that can be gone on with are") {
  const auto [record, expected] = GENERATE(table<std::string, std::string>({
      {"[Game \"creeper\"]\n\n1. A2+B3 1-0\n", "has no game without a result"},
      {"[Game \"creeper\"]\n\n1. A2+B4 *\n", "has no game without a result"},
  }));
  const Sat sat = sit("", {"--continue", "FILE"}, record);
  CAPTURE(sat.run.out);
  CHECK(sat.run.status == 2);
  CHECK_THAT(sat.run.err, contains_text(expected));
  CHECK(sat.record == record);
}
