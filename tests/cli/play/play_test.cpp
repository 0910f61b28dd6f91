#include <csignal>

#include "core/process/process.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/support/bots.h"
#include "tests/support/run.h"

namespace play_play_test {

// Games at the terminal; human players are lines of standard input.

struct Session {
  Run run;
  std::string record;  ///< the file of the game
};

/// Plays with this input; two human players unless `more` names others.
Session play_input(const std::string& input, const Words& more, const std::string& kept = "") {
  const TemporaryDirectory directory;
  const std::string file = directory.file("kept.pgn");
  if (!kept.empty()) directory.write("kept.pgn", kept);
  Words words = {"play"};
  words.insert(words.end(), more.begin(), more.end());
  const bool resumes = std::count(more.begin(), more.end(), "--continue") > 0;
  if (resumes) *std::find(words.begin(), words.end(), "FILE") = file;
  if (!resumes) words.insert(words.end(), {"-o", file});
  Session session{run_schiri(words, input), ""};
  if (std::filesystem::exists(file)) session.record = read_file(file);
  return session;
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

TEST_CASE("play: two human players with whole turns until one resigns") {
  const Session session = play_input("A2+B3\na6 + B5\nresign\n", two);
  CHECK(session.run.status == 0);
  CHECK_THAT(session.run.out, contains_text("Creeper: White (Anna) - Black (Bob)"));
  CHECK_THAT(session.run.out, contains_text("0-1: White has resigned"));
  CHECK(is_valid(session.record));
  for (const char* tag : {"[White \"Anna\"]", "[Black \"Bob\"]", "[Result \"0-1\"]",
                          "[Termination \"resignation\"]", "[WhiteType \"human\"]"}) {
    CHECK_THAT(session.record, contains_text(tag));
  }
  CHECK(turns_of(session.record) == "1. A2+B3 A6+B5 0-1 {White has resigned}");
}

TEST_CASE("play: a program is called as it calls itself") {
  const TemporaryDirectory directory;
  const Session session = play_input("A2+B3\nresign\n", {"creeper", "--white", "human", "--black",
                                                         scripted_bot("nothing", directory)});
  CHECK_THAT(session.run.out, contains_text("Black (scripted)"));
  CHECK_THAT(session.record, contains_text("[Black \"scripted\"]"));
}

TEST_CASE("play: turns can be entered part by part in every game") {
  const auto [game, typed, expected] = GENERATE(table<Words, std::string, std::string>({
      {{"creeper"}, "a2\n+b3\n", "1. A2+B3 *"},
      {{"creeper"}, "A2 B3\n", "1. A2+B3 *"},
      {{"creeper"}, "A2\nback\nA3\n-A4\n", "1. A3-A4 *"},
      {{"springerjagd"}, "b1\nc3\nd1\na2\na3\n", "1. b1-c3/d1/a2-a3 *"},
      {{"more-or-less"}, "o\ne5\na0\n", "1. O A0,E5 *"},
      {{"sperre", "--roll", "147"}, "IV8\n12\n33\n", "1. IV8/12-33 *"},
      {{"sperre", "--roll", "147", "--variant", "move-first"}, "12-32\nIV8\n", "1. 12-32/IV8 *"},
  }));
  const Session session = play_input(typed, game + Words{"--white", "human", "--black", "human"});
  CAPTURE(typed, session.run.out, session.run.err);
  CHECK(session.run.status == 0);
  CHECK(turns_of(session.record) == expected);
  CHECK(is_valid(session.record));
}

TEST_CASE("play: a turn that could continue waits for Enter unless it was typed completely") {
  // A stone beside another may displace it or not.
  const Words beside = {"sperre",  "--position", "BBBBBBBB1/9/9/9/9/1B7/9/1W7/W1WWWWWWW w 147 3",
                        "--white", "human",      "--black",
                        "human"};
  const Session waits = play_input("IV8\n22\n32\n", beside);
  CHECK_THAT(waits.run.out, contains_text("IV8/22-32 continues with\n  /42\n") &&
                                contains_text("press Enter to play it"));
  CHECK(waits.record.empty());
  const auto [typed, expected] = GENERATE(table<std::string, std::string>({
      {"IV8\n22\n32\n\n", "1. IV8/22-32 *"},
      {"IV8/22-32\n", "1. IV8/22-32 *"},
      {"IV8 22 32 42 55\n", "1. IV8/22-32/42>55 *"},
  }));
  CHECK(turns_of(play_input(typed, beside).record) == expected);
}

TEST_CASE("play: a mistake is explained and has no effect") {
  const Session session = play_input("A2+A9\nA2-B3\nC2xC4\nnonsense\nA2\nA4\n-C1\nB3\nhelp\n", two);
  CAPTURE(session.run.out);
  CHECK_THAT(session.run.out, contains_text("is not a turn; a turn is written"));
  CHECK_THAT(session.run.out, contains_text("A2-B3: a shunt (-) goes one square"));
  CHECK_THAT(session.run.out, contains_text("C2xC4: there is no pawn on C2"));
  CHECK_THAT(session.run.out, contains_text("A2 continues with\n  +B3  -B2"));
  CHECK_THAT(session.run.out, contains_text("A4"));
  CHECK(turns_of(session.record) == "1. A2+B3 *");
}

TEST_CASE("play: a missing part is named and the entered parts may be repeated") {
  const Words springerjagd = {"springerjagd", "--white", "human", "--black", "human"};
  const Session session = play_input("b1-a3/d2\nc4\nb1-a3/d2/f2-c4\n", springerjagd);
  CHECK_THAT(session.run.out,
             contains_text("c4 cannot follow b1-a3/d2 directly, but with a part before it:\n"
                           "  /c1-c4  /d1-c4  /a2-c4  /b2-c4  /c2-c4"));
  CHECK(turns_of(session.record) == "1. b1-a3/d2/f2-c4 *");
  const Session again = play_input("b1-a3/d2\nb1-a3/d2/f2\nb1-a3/d2/f2-c4\n", springerjagd);
  CHECK_THAT(again.run.out, contains_text("b1-a3/d2/f2 continues with\n"));
  CHECK(turns_of(again.record) == "1. b1-a3/d2/f2-c4 *");
}

TEST_CASE("play: hint and evaluation and board and record are available as commands") {
  const Session session = play_input("turns\nhint\nrecord\nclock\nboard\nrules\nundo\nback\n", two);
  CAPTURE(session.run.out);
  CHECK(session.run.status == 0);
  for (const char* expected :
       {"A2+B3  A2-B2", "alphabeta:nodes=20000 would play", "[White \"Anna\"]", "White: no clock",
        "No turn of yours", "No part is entered"}) {
    CHECK_THAT(session.run.out, contains_text(expected));
  }
  CHECK(session.record.empty());
}

TEST_CASE("play: undo alone and between two players") {
  const Session between = play_input("A2+B3\nundo\nA3-A4\nB7-B6\nquit\n", two);
  CHECK(turns_of(between.record) == "1. A3-A4 B7-B6 *");
  const Session alone = play_input("A2+B3\nundo\nA3-A4\nquit\n", {"creeper", "--black", "random"});
  CHECK_THAT(turns_of(alone.record), Catch::Matchers::StartsWith("1. A3-A4 "));
  CHECK_THAT(alone.run.out, contains_text("The last two turns are taken back"));
}

TEST_CASE("play: a draw requires the agreement of both players") {
  const Session both = play_input("A2+B3\ndraw\nyes\n", two);
  CHECK(turns_of(both.record) == "1. A2+B3 1/2-1/2 {a draw by agreement}");
  CHECK_THAT(both.record, contains_text("[Termination \"agreement\"]"));
  CHECK(is_valid(both.record));
  const Session one = play_input("A2+B3\ndraw\nno\n", two);
  CHECK_THAT(one.run.out, contains_text("White (Anna) declines"));
  CHECK(turns_of(one.record) == "1. A2+B3 *");
  // A bot accepts a draw unless it is better.
  const auto against = [&](const std::string& side, const std::string& other) {
    return play_input("draw\n",
                      {"creeper", "--position",
                       "7/B6/7/7/7/7/1W2W2 4w1/4w1/4w1/4w1/4w1/1www2 " + side.substr(0, 1),
                       "--" + side, "human", "--" + other, "random"})
        .run.out;
  };
  CHECK_THAT(against("black", "white"), contains_text("White (random) declines"));
  CHECK_THAT(against("white", "black"), contains_text("a draw by agreement"));
}

TEST_CASE("play: the rules end the game") {
  const Session session = play_input(
      "E1+F2\n", {"creeper", "--position", "7/B6/7/7/7/7/1W2W2 4w1/4w1/4w1/4w1/4w1/1www2 w"});
  CHECK(session.run.status == 0);
  CHECK_THAT(session.run.out, contains_text("White has won (chain)"));
  CHECK_THAT(session.record, contains_text("[Termination \"normal\"]"));
  CHECK(is_valid(session.record));
}

TEST_CASE("play: bots play the same game with the same seed") {
  const auto bots = [](const std::string& seed) {
    return play_input("", {"sperre", "--white", "greedy", "--black", "random", "--seed", seed});
  };
  const auto timeless = [](const Session& session) {
    return with_replaced(session.record, "\\s[0-9.]+s\\}", "}");
  };
  const Session first = bots("5");
  CHECK(first.run.status == 0);
  CHECK(timeless(bots("5")) == timeless(first));
  CHECK(timeless(bots("6")) != timeless(first));
  CHECK(is_valid(first.record));
}

TEST_CASE("play: a game is saved at quit or the end of input and can be continued") {
  const std::string others = "[Event \"x\"]\n[Game \"creeper\"]\n\n1. A2+B3 {as  it stood} *  \n";
  const std::string end = GENERATE("quit\n", "QUIT", "");
  const Session stopped = play_input("A2+B3\nB7-B6\n" + end, two, others);
  CHECK(stopped.run.status == 0);
  CHECK_THAT(stopped.run.out,
             contains_text("The game is kept in ") && contains_text("schiri play --continue "));
  CHECK(stopped.record.substr(0, others.size()) == others);
  const std::string behind = "\n[Event \"y\"]\n[Game \"creeper\"]\n\n1. C1+D2 1-0\n";
  const Session ended =
      play_input("A3-A4\nresign\n", {"--continue", "FILE"}, stopped.record + behind);
  CHECK(ended.run.status == 0);
  CHECK_THAT(ended.run.out, contains_text("White (Anna) - Black (Bob)"));
  CHECK_THAT(ended.record, contains_text("1. A2+B3 B7-B6 2. A3-A4 1-0 {Black has resigned}"));
  CHECK(ended.record.substr(0, others.size()) == others);
  CHECK(ended.record.substr(ended.record.size() - behind.size()) == behind);
  // The game is selected by its index.
  const Session first = play_input("B7-B6\n", {"--continue", "FILE", "--index", "1"}, ended.record);
  CHECK(first.run.status == 0);
  CHECK_THAT(first.record, contains_text("1. A2+B3 {as it stood} 1... B7-B6 *"));
}

TEST_CASE("play: continuing keeps other content of the record") {
  const std::string kept =
      "[Event \"Club\"]\n[Site \"Kiel\"]\n[Date \"2020.01.02\"]\n[Round \"3\"]\n[White \"Ö\"]\n"
      "[Black \"P\"]\n[Result \"*\"]\n[Game \"creeper\"]\n[Annotator \"me\"]\n\n"
      "1. A2+B3 $1 {good} (1. C1+D2) B7-B6 {so so} *\n";
  const Session on = play_input("C1+D2\n", {"--continue", "FILE"}, kept);
  CHECK(turns_of(on.record) == "1. A2+B3 $1 {good} (1. C1+D2) 1... B7-B6 {so so} 2. C1+D2 *");
  for (const char* tag : {"[Event \"Club\"]", "[Date \"2020.01.02\"]", "[Annotator \"me\"]"}) {
    CHECK_THAT(on.record, contains_text(tag));
  }
  const Session back = play_input("undo\nundo\nC1+D2\n", {"--continue", "FILE"}, kept);
  CHECK(turns_of(back.record) == "1. C1+D2 *");
}

TEST_CASE("play: a built-in bot is restored from the record and a program must be named again") {
  const Session begun = play_input("A2+B3\n", {"creeper", "--black", "random seed=3 name=Dice"});
  CHECK_THAT(begun.record, contains_text("[BlackBot "));
  const Session on = play_input("C1+D2\n", {"--continue", "FILE"}, begun.record);
  CHECK_THAT(on.run.out, contains_text("Black (Dice) plays"));
  std::string evil = begun.record;
  evil.replace(evil.find("[BlackBot \"random"), 17, "[BlackBot \"cmd=touch");
  const Session refused = play_input("C1+D2\n", {"--continue", "FILE"}, evil);
  CHECK(refused.run.status == 2);
  CHECK_THAT(refused.run.err, contains_text("--black"));
}

TEST_CASE("play: Ctrl-C saves the game") {
  const int signal = GENERATE(SIGINT, SIGTERM, SIGHUP);
  const TemporaryDirectory directory;
  const std::string file = directory.file("kept.pgn");
  Waiting play("play creeper --white human --black human -o " + file);
  play.send("A2+B3");
  play.hear("Black to move");
  play.send(signal);
  CHECK(play.exit_code() == 130);
  CHECK(turns_of(read_file(file)) == "1. A2+B3 *");
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
  CHECK(turns_of(read_file(file)) == "1. A2+B3 *");
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

TEST_CASE("play: clocks continue from the recorded times") {
  const Session begun = play_input("A2+B3\nclock\n", two + Words{"--time", "40/600+5"});
  CHECK_THAT(begun.run.out, contains_text("Black: 0:10:00.000"));
  CHECK_THAT(begun.record, contains_text("[WhiteClock \"0:10:0"));
  std::string later = begun.record;
  later = with_replaced(later, "BlackClock \"[^\"]*\"", "BlackClock \"0:01:02.500\"");
  const Session on = play_input("clock\n", {"--continue", "FILE"}, later);
  CHECK_THAT(on.run.out, contains_text("Black: 0:01:02.500"));
}

TEST_CASE("play: only unfinished legal games can be continued") {
  const auto [record, expected] = GENERATE(table<std::string, std::string>({
      {"[Game \"creeper\"]\n\n1. A2+B3 1-0\n", "has no game without a result"},
      {"[Game \"creeper\"]\n\n1. A2+B4 *\n", "has no game without a result"},
  }));
  const Session session = play_input("", {"--continue", "FILE"}, record);
  CAPTURE(session.run.out);
  CHECK(session.run.status == 2);
  CHECK_THAT(session.run.err, contains_text(expected));
  CHECK(session.record == record);
}

}  // namespace play_play_test
