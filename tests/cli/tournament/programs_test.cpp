#include "tests/catch.h"
#include "tests/support/bots.h"
#include "tests/support/database.h"

namespace programs_test {

// What the referee tells programs, and what it believes of what they report. The programs are shell
// scripts.

constexpr const char* read_words = "while read -r word rest; do case $word in\n";
constexpr const char* usual_answers =
    "isready) echo readyok ;; quit) exit ;;\n"
    "esac; done\n";

/// The value of `--bot` for a script. `answers`: cases for the words that it reads.
std::string script_bot(const TemporaryDirectory& directory, const std::string& name,
                       const std::string& answers, const std::string& keys = "nodes=1") {
  const std::string file = directory.write(name + ".sh", read_words + answers + usual_answers);
  return "cmd=\"sh " + file + "\" name=" + name + " " + keys;
}

/// A script that writes each line `setoption` to a file; it resigns.
std::string noting_bot(const TemporaryDirectory& directory, const std::string& keys,
                       const std::string& options) {
  return script_bot(directory, "noting",
                    "ugi) printf '" + options + "ugiok\\n' ;;\n" + "setoption) echo \"$rest\" >>" +
                        directory.file("options") + " ;;\n" + "go) echo bestmove resign ;;\n",
                    "nodes=1 " + keys);
}

Words words_of(const std::string& command, const TemporaryDirectory& directory, const Words& bots) {
  Words words = {"tournament", command};
  if (command == "run") words = words + Words{"--game", "creeper", "--max-turns", "6", "-j", "1"};
  words = words + Words{"--db", directory.file("a.db")};
  for (const std::string& bot : bots) words = words + Words{"--bot", bot};
  return words;
}

constexpr const char* usual_options =
    "option name Threads type spin default 1 min 1 max 8\\n"
    "option name Hash type spin default 16 min 1 max 1024\\n"
    "option name Style type combo default calm var calm var very wild\\n"
    "option name Book type check default true\\n"
    "option name Clear type button\\n"
    "option name Seed type spin default 1 min 0 max 100\\n";

constexpr const char* chosen_options =
    "option.Threads=4 option.Hash=64 option.Style=\"very wild\" option.Book=false option.Clear= "
    "option.seed=7";
constexpr const char* sent_options =
    "name Threads value 4\nname Hash value 64\nname Style value very wild\n"
    "name Book value false\nname Clear\nname seed value 7\n";

TEST_CASE("programs: options are sent in the order in which they are given, however that is") {
  const auto form = GENERATE(as<std::string>(), "command line", "each", "event file", "resume");
  const TemporaryDirectory directory;
  const std::string options = directory.file("options");
  const std::string given = form == "each" ? "" : chosen_options;
  const std::string bot = noting_bot(directory, given, usual_options);
  Words words = words_of("run", directory, {bot, "random"});
  if (form == "each") {
    words = words_of("run", directory,
                     {bot, script_bot(directory, "other",
                                      "ugi) echo ugiok ;;\n"
                                      "go) echo bestmove resign ;;\n")}) +
            Words{"--each", chosen_options};
  } else if (form == "event file") {
    const std::string file = directory.write(
        "event.json",
        R"({"game": "creeper", "max-turns": 6, "threads": 1, "bots": [{"bot": "random"}, {"cmd": "sh )" +
            directory.file("noting.sh") +
            R"(", "name": "noting", "nodes": 1, "option.Threads": 4, "option.Hash": 64,
                "option.Style": "very wild", "option.Book": "false", "option.Clear": "",
                "option.seed": 7}]})");
    words = {"tournament", "run", file, "--db", directory.file("a.db")};
  }
  const Run run = run_schiri(words);
  CAPTURE(form, run.err);
  REQUIRE(run.status == 0);
  if (form == "resume") {
    std::filesystem::remove(options);
    REQUIRE(run_schiri({"tournament", "extend", "--db", directory.file("a.db"), "--rounds", "2"})
                .status == 0);
    REQUIRE(run_schiri({"tournament", "resume", "--db", directory.file("a.db")}).status == 0);
  }
  // Once for the trial, and once for the games.
  std::string expected = std::string(sent_options) + sent_options;
  if (form == "resume") expected += sent_options;
  CHECK(read_file(options) == expected);
}

TEST_CASE("programs: values that a program does not accept are refused before the first game") {
  const auto [option, complaint] = GENERATE(table<std::string, std::string>({
      {"option.Hash=0", "option.Hash=0: expected a whole number from 1 to 1024"},
      {"option.hash=1025", "option.hash=1025: expected a whole number from 1 to 1024"},
      {"option.Hash=many", "expected a whole number from 1 to 1024"},
      {"option.Style=wild", "option.Style=wild: expected one of: calm, very wild"},
      {"option.Book=yes", "option.Book=yes: expected true or false"},
  }));
  const TemporaryDirectory directory;
  const std::string bot = noting_bot(directory, option, usual_options);
  const std::string sound = noting_bot(directory, "option.Hash=1", usual_options);
  const std::string db = directory.file("a.db");
  const Run run = run_schiri(words_of("run", directory, {bot, "random"}));
  const Run test =
      run_schiri({"test", bot, "--baseline", "random", "--game", "creeper", "--db", db});
  for (const Run* one : {&run, &test}) {
    CAPTURE(option, one->err);
    CHECK(one->status == 2);
    CHECK_THAT(one->err, contains_text("bot 'noting': ") && contains_text(complaint));
  }
  CHECK_FALSE(std::filesystem::exists(db));
  REQUIRE(run_schiri(words_of("run", directory, {"greedy", "random"})).status == 0);
  const Run extend = run_schiri(words_of("extend", directory, {bot}));
  CHECK(extend.status == 2);
  CHECK_THAT(extend.err, contains_text(complaint));
  REQUIRE(run_schiri(words_of("extend", directory, {sound})).status == 0);
  const Run check = run_schiri({"bot", "check", "creeper", "--bot", bot});
  CHECK_THAT(check.out, contains_text("FAILED") || contains_text("failed"));
  CHECK_THAT(check.out, contains_text(complaint));
}

TEST_CASE("programs: a stored value that a changed program does not accept is refused") {
  const TemporaryDirectory directory;
  const std::string bot = noting_bot(directory, "option.Hash=64", usual_options);
  REQUIRE(run_schiri(words_of("run", directory, {bot, "random"})).status == 0);
  REQUIRE(run_schiri({"tournament", "extend", "--db", directory.file("a.db"), "--rounds", "2"})
              .status == 0);
  noting_bot(directory, "", "option name Hash type spin default 1 min 1 max 32\\n");
  const Run resume = run_schiri({"tournament", "resume", "--db", directory.file("a.db")});
  CHECK(resume.status == 2);
  CHECK_THAT(resume.err, contains_text("option.Hash=64: expected a whole number from 1 to 32"));
}

TEST_CASE("programs: a tune stays within what the program has announced") {
  const auto [option, complaint] = GENERATE(table<std::string, std::string>({
      {"Hash=16[1,2000]", "option.Hash=2000: expected a whole number from 1 to 1024"},
      {"Hash=16[0,100]", "option.Hash=0: expected a whole number from 1 to 1024"},
      {"Hash=1.5[1.0,9.0]", "expected a whole number from 1 to 1024"},
      {"Style=calm[calm|wild]", "option.Style=wild: expected one of: calm, very wild"},
      {"Depth=4[1,9]", "has not announced the option 'Depth'"},
  }));
  const TemporaryDirectory directory;
  const std::string bot = noting_bot(directory, "", usual_options), db = directory.file("a.db");
  const Run run =
      run_schiri({"tune", "creeper", "--bot", bot, "--option", option, "--games", "4", "--db", db});
  CAPTURE(option, run.err);
  CHECK(run.status == 2);
  CHECK_THAT(run.err, contains_text(complaint));
  CHECK_FALSE(std::filesystem::exists(db));
}

TEST_CASE("bot check: faults of announced options are found") {
  const auto [line, error] = GENERATE(table<std::string, std::string>({
      {"option name Hash type spin default 500 min 1 max 100", "its default is '500'"},
      {"option name Hash type spin default 5 min 100 max 1",
       "its min 100 is greater than its max 1"},
      {"option name Hash type number default 5", "unknown type 'number'"},
      {"option name Style type combo default mad var calm var wild", "its default is 'mad'"},
      {"option name Hash type spin default 1\\noption name hash type string", "twice"},
  }));
  const TemporaryDirectory directory;
  const Run run = run_schiri({"bot", "check", "creeper", "--bot",
                              noting_bot(directory, "", line + "\\n"), "--watchdog", "2"});
  CAPTURE(line, run.out);
  CHECK(run.status == 1);
  CHECK_THAT(run.out, contains_text(error));
}

TEST_CASE("programs: bounds of scores neither end a game nor are recorded") {
  const TemporaryDirectory directory;
  const std::string file = directory.write(
      "bound.sh",
      "'" SCHIRI_PROGRAM
      "' ugi creeper --bot greedy | while read -r line; do case $line in bestmove*)\n"
      "echo 'info depth 7 score cp 55'; echo 'info depth 8 score cp -900 upperbound' ;; esac\n"
      "echo \"$line\"; done\n");
  const std::string bot = "cmd=\"sh " + file + "\" name=w nodes=1";
  const Run run = run_schiri({"tournament", "run", "--game", "creeper", "--bot", bot, "--bot",
                              "random", "--resign", "score=600,turns=3", "--db",
                              directory.file("a.db"), "--format", "json"});
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  CHECK(json_lines(run.out).front().at("player") == "w");
  CHECK(json_lines(run.out).front().at("wins") == 2);
  const std::string records = exported(directory.file("a.db"));
  CHECK_THAT(records, contains_text("{+0.55/7") && !contains_text("-9.00"));
}

TEST_CASE("programs: a program for one game is started anew for each") {
  const TemporaryDirectory directory;
  const std::string once = directory.write(
      "once.sh",
      "games=0\nwhile read -r line; do\n"
      "case $line in uginewgame) games=$((games + 1)); [ $games -gt 1 ] && exit 0 ;; esac\n"
      "echo \"$line\"; done | '" SCHIRI_PROGRAM "' ugi creeper --bot greedy\n");
  const std::string bot = "cmd=\"sh " + once + "\" name=once nodes=1";
  const auto failures = [&](const std::string& keys, const std::string& db) {
    const Run run = run_schiri({"tournament", "run", "--game", "creeper", "--bot", bot + keys,
                                "--bot", "random", "--rounds", "2", "-j", "1", "--db", db});
    CAPTURE(run.err);
    CHECK(run.status == 0);
    return failures_of(db).size();
  };
  CHECK(failures("", directory.file("no.db")) == 2);
  CHECK(failures(" restart=yes", directory.file("yes.db")) == 0);
  CHECK_THAT(run_schiri({"tournament", "show", "--db", directory.file("yes.db")}).out,
             contains_text("restart=yes"));
  // One that ends by itself after its game, also while it ponders.
  const std::string leaving =
      script_bot(directory, "leaving",
                 "ugi) echo 'option name Ponder type check default false'; echo ugiok ;;\n"
                 "go) case $rest in ponder*) exit 0 ;; esac; echo bestmove resign; exit 0 ;;\n",
                 "movetime=5000 ponder=yes restart=on");
  const std::string db = directory.file("leaving.db");
  REQUIRE(run_schiri({"tournament", "run", "--game", "creeper", "--bot", leaving, "--bot", "greedy",
                      "--rounds", "3", "-j", "1", "--db", db})
              .status == 0);
  CHECK(failures_of(db).empty());
}

TEST_CASE("programs: --wait rests between the games of a thread") {
  const TemporaryDirectory directory;
  const auto begin = std::chrono::steady_clock::now();
  REQUIRE(run_schiri(words_of("run", directory, {"greedy", "random"}) + Words{"--wait", "300"})
              .status == 0);
  CHECK(std::chrono::steady_clock::now() - begin >= std::chrono::milliseconds(300));
}

TEST_CASE("programs: hash fullness and texts are comments if they are asked for") {
  const TemporaryDirectory directory;
  const std::string bot =
      script_bot(directory, "talks",
                 "ugi) echo ugiok ;;\n"
                 "go) echo info score cp 3 depth 2 hashfull 7 pv A2+B3; echo info string well, "
                 "well; echo bestmove A2+B3 ;;\n",
                 "nodes=1");
  const std::string pgn = directory.file("a.pgn");
  REQUIRE(run_schiri(words_of("run", directory, {bot, "random"}) +
                     Words{"--pgn", pgn, "--pgn-comments", "hashfull,text", "--opening-turns", "0"})
              .status == 0);
  std::string records = read_file(pgn);
  std::replace(records.begin(), records.end(), '\n', ' ');
  CHECK_THAT(records, contains_text(", hashfull 7, text \"well, well\""));
}

TEST_CASE("programs: a late answer says by how much, which is no part of records without times") {
  const TemporaryDirectory directory;
  const std::string bot = script_bot(directory, "late",
                                     "ugi) echo ugiok ;;\n"
                                     "go) sleep 0.1; echo bestmove A1+A1 ;;\n",
                                     "movetime=50 margin=10");
  const std::string db = directory.file("a.db");
  REQUIRE(run_schiri(words_of("run", directory, {bot, "random"})).status == 0);
  const auto failures = failures_of(db);
  REQUIRE(failures.size() == 2);
  for (const Failure& failure : failures) {
    CHECK_THAT(failure.remark,
               contains_text("did not answer within 50 ms (margin 10 ms); the answer came ") &&
                   contains_text(" ms too late"));
  }
  const Run whole = run_schiri({"db", "export", "--db", db});
  CHECK_THAT(whole.out, contains_text("too late"));
  const std::string records = exported(db);
  CHECK_THAT(records, contains_text("did not answer within 50 ms") && !contains_text("too late"));
  CHECK_THAT(records, !contains_text("{}"));
}

TEST_CASE("programs: each turn of a bot has its time, also without an evaluation") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db"), pgn = directory.file("a.pgn");
  REQUIRE(run_schiri(words_of("run", directory, {"random", "random name=r2 seed=2"}) +
                     Words{"--pgn", pgn})
              .status == 0);
  const std::string records = read_file(pgn);
  // Four turns of each game are the bots', two are of the opening.
  CHECK(std::count(records.begin(), records.end(), '{') >= 8);
  CHECK_THAT(records, contains_text("{0.000s"));
  CHECK_THAT(exported(db), !contains_text("{"));
}

TEST_CASE("programs: a bot that is excluded gets no bye") {
  const auto system = GENERATE(as<std::string>(), "swiss", "dutch");
  const TemporaryDirectory directory;
  const std::string dying = script_bot(directory, "dying", "ugi) echo ugiok ;;\ngo) exit 5 ;;\n");
  Words words = words_of("run", directory, {"greedy", dying, "random"});
  words = words + Words{"--system", system, "--rounds", "5", "--strikes", "1"};
  REQUIRE(run_schiri(words).status == 0);
  const std::string db = directory.file("a.db");
  CHECK(verify(db).status == 0);
  const Run plan = run_schiri({"tournament", "show", "--db", db, "--format", "json"});
  CAPTURE(plan.out);
  std::size_t byes = 0;
  for (const Json& line : json_lines(plan.out)) {
    if (!line.contains("bye")) continue;
    ++byes;
    CHECK(line.at("bye") != "dying");
  }
  CHECK(byes == 5);
}

}  // namespace programs_test
