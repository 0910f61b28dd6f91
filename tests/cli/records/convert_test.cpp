#include "tests/catch.h"
#include "tests/support/database.h"
#include "tests/support/run.h"

namespace convert_test {

const std::string data = std::string(SCHIRI_TEST_DATA) + "/";

/// Is a date in the format of records?
bool read_as_written(const std::string& date) {
  return date == "2026.03.07" || date == "????.??.??";
}

TEST_CASE("schiri convert: every form restores the same bytes") {
  for (const std::string game : {"creeper", "springerjagd", "more-or-less", "sperre"}) {
    INFO(game);
    const std::string file = data + game + "-sample.pgn";
    const std::string pgn = run_schiri({"convert", file}).out;
    CHECK(run_schiri({"convert", "-"}, pgn).out == pgn);
    for (const char* form : {"json", "abstractplay"}) {
      INFO(form);
      const Run there = run_schiri({"convert", file, "--to", form});
      CHECK(there.status == 0);
      const Run back = run_schiri({"convert", "-", "--from", form}, there.out);
      CHECK(back.status == 0);
      CHECK(run_schiri({"convert", "-", "--to", form}, back.out).out == there.out);
    }
  }
}

TEST_CASE("schiri convert: the result token replaces a missing tag Result") {
  const Run run = run_schiri({"convert", "-", "--game", "creeper"},
                             "[Termination \"resignation\"]\n\n1. A2+B3 1-0\n");
  CHECK_THAT(run.out, contains_text("[Result \"1-0\"]"));
  CHECK(run_schiri({"validate", "-"}, run.out).status == 0);
}

TEST_CASE("schiri convert: content that a form cannot hold is reported") {
  const std::string text =
      "[Game \"creeper\"]\n\n1. A2+B3 {x} 1-0\n\n[Game \"creeper\"]\n\n1. A2+B3 *\n\n";
  const Run run = run_schiri({"convert", "-", "--to", "abstractplay"}, text);
  CHECK(run.status == 1);
  CHECK(std::count(run.out.begin(), run.out.end(), '\n') == 1);
  CHECK_THAT(run.err, contains_text("cannot hold comments; omitted from 1 game\n"));
  CHECK_THAT(run.err, contains_text("game 2 is left out: abstractplay holds only games with a"));
  const Run softserve = run_schiri({"convert", "-", "--to", "softserve"}, text);
  CHECK_THAT(softserve.err, contains_text("softserve cannot hold comments; omitted from 1 game\n"));
}

TEST_CASE("schiri convert: settings survive every form, or their loss is reported") {
  const auto record = [](const std::string& game, const std::string& variant,
                         const std::string& turns) {
    return "[Event \"x\"]\n[Site \"?\"]\n[Date \"2026.01.02\"]\n[Round \"1\"]\n"
           "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n[Game \"" +
           game + "\"]\n[Variant \"" + variant + "\"]\n[Termination \"resignation\"]\n\n" + turns +
           " 1-0\n\n";
  };
  const std::string off =
      record("creeper", "standard; repetition=off",
             "1. A2-B2 B7-B6 2. B2-A2 B6-B7 3. A2-B2 B7-B6 4. B2-A2 B6-B7 5. A2+B3");
  const std::string mirrored = record("creeper", "standard; bases=white-ab67", "1. A5+B4 G5-F5");
  const std::string others = record("springerjagd", "standard; swap=any", "1. b1-a3/d2/f2-c4") +
                             record("more-or-less", "31; turns=6", "1. O C0,C1");
  const std::string text = off + mirrored + others;
  for (const char* form : {"json", "csv", "abstractplay"}) {
    CAPTURE(form);
    const Run there = run_schiri({"convert", "-", "--to", form}, text);
    CHECK(there.status == 0);
    CHECK(run_schiri({"convert", "-", "--from", form}, there.out).out == text);
  }

  const Run softserve = run_schiri({"convert", "-", "--to", "softserve"}, off + mirrored);
  CHECK_THAT(softserve.err, contains_text("cannot hold settings; omitted from 1 game\n"));
  CHECK_THAT(softserve.err, contains_text("game 2 is left out"));
  CHECK(softserve.out == "a6b6 b1b2 b6a6 b2b1 a6b6 b1b2 b6a6 b2b1 a6b5\n");
  CHECK(run_schiri({"validate", "-", "--from", "softserve"}, softserve.out).status == 1);
  const Run back = run_schiri(
      {"convert", "-", "--from", "softserve", "--variant", "repetition=off"}, softserve.out);
  CHECK(back.status == 0);
  CHECK_THAT(back.out, contains_text("[Variant \"standard; repetition=off\"]"));
  CHECK_THAT(back.out, contains_text("5. A2+B3 *"));
  const Run unknown = run_schiri(
      {"convert", "-", "--from", "softserve", "--variant", "repetition=never"}, softserve.out);
  CHECK(unknown.status != 0);
  CHECK_THAT(unknown.err, contains_text("repetition=never"));
  const Run bases = run_schiri(
      {"validate", "-", "--from", "softserve", "--variant", "bases=white-ab67"}, "a3b4 g3f3\n");
  CHECK(bases.status == 0);
}

TEST_CASE("schiri convert --fix: repairs are listed and other errors stay") {
  const std::string text =
      "[Game \"creeper\"]\n\n1. a2+b3 A6-B6\n\n[Game \"creeper\"]\n\n1. A2-A3 *\n\n";
  const Run run = run_schiri({"convert", "-", "--fix"}, text);
  CHECK(run.status == 1);
  CHECK_THAT(run.out, contains_text("1. A2+B3 A6-B6 *\n\n"));
  CHECK_THAT(run.err, contains_text("-:3: repaired: the missing result is now *"));
  CHECK_THAT(run.err, contains_text("-:3: repaired: turn 1, a2+b3, is written A2+B3 [game 1]"));
  CHECK_THAT(run.err, contains_text("[illegal; game 2, turn 1 (1. White)]"));
  const Run again = run_schiri({"convert", "-", "--fix"}, run.out);
  CHECK(again.status == 0);
  CHECK(again.out == run.out);
  CHECK(again.err.empty());
  CHECK(run_schiri({"convert", "-", "--fix", "--from", "json"}).status == 2);
}

TEST_CASE("schiri convert --fix: an explained result is left unless --by-rules is given") {
  const std::string text =
      "[Result \"0-1\"]\n[Game \"creeper\"]\n"
      "[Position \"7/B6/7/7/7/7/4W2 4w1/4w1/4w1/4w1/4w1/1www2 w\"]\n"
      "[Termination \"resignation\"]\n\n1. E1+F2 0-1\n\n";
  const Run left = run_schiri({"convert", "-", "--fix"}, text);
  CHECK(left.status == 1);
  CHECK_THAT(left.err, contains_text("the tag Termination explains the result: 'resignation'"));
  CHECK_THAT(left.err, contains_text("[result-mismatch; game 1"));
  const Run ruled = run_schiri({"convert", "-", "--fix", "--by-rules"}, text);
  CHECK(ruled.status == 0);
  CHECK_THAT(ruled.out, contains_text("[Termination \"normal\"]\n\n1. E1+F2 1-0\n"));
  CHECK_THAT(ruled.err, contains_text("repaired: the tag Termination, resignation, is now normal"));
  CHECK(run_schiri({"convert", "-", "--by-rules"}, text).status == 2);
}

TEST_CASE("schiri convert: equal output for any number of threads") {
  const std::string file = data + "creeper-sample.pgn";
  std::vector<std::string> arguments = {"convert", "--to", "json"};
  arguments.insert(arguments.end(), 30, file);
  auto with = [&](const char* threads) {
    auto copy = arguments;
    copy.insert(copy.end(), {"-j", threads});
    return run_schiri(copy).out;
  };
  CHECK(with("1") == with("5"));
}

TEST_CASE("schiri convert: dates are normalized and filters understand them before") {
  const auto dated = [](const std::string& date) {
    return "[Event \"e\"]\n[Site \"s\"]\n[Date \"" + date +
           "\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n[Game "
           "\"creeper\"]\n\n" +
           "1. A2+B3 *\n\n";
  };
  const TemporaryDirectory directory;
  const struct {
    std::string date, written;
    bool since_march;
  } rows[] = {
      {"2026-03-07", "2026.03.07", true},  {"2026.03.07", "2026.03.07", true},
      {"2026-03", "2026.03.??", true},     {"2026", "2026.??.??", false},
      {"2026-02-28", "2026.02.28", false}, {"7.3.2026", "7.3.2026", false},
      {"2026.13.45", "2026.13.45", false}, {"????.??.??", "????.??.??", false},
  };
  for (const auto& [date, written, since_march] : rows) {
    INFO(date);
    const std::string file = directory.write("a.pgn", dated(date)), db = directory.file("a.db");
    CHECK(run_schiri({"convert", file}).out == dated(written));
    CHECK(run_schiri({"validate", file}).status == 0);
    CHECK(run_schiri({"validate", "--strict", file}).status == (read_as_written(date) ? 0 : 1));
    CHECK(run_schiri({"select", file, "--since", "2026-03"}).out ==
          (since_march ? dated(date) : ""));
    std::filesystem::remove(db);
    must_run({"db", "import", "--db", db, file});
    CHECK(run_schiri({"db", "export", "--db", db, "--since", "2026-03"}).out ==
          (since_march ? dated(written) : ""));
  }
  CHECK_THAT(run_schiri({"validate", "--explain", "spelling"}).out, contains_text("12.3.2024"));
}

}  // namespace convert_test

namespace editing_test {

// The options of `schiri convert` that change what is in a record, and its layout.

const std::string data = std::string(SCHIRI_TEST_DATA) + "/";

const std::string annotated = record_text({
    .event = "Cup",
    .white = "Anna",
    .black = "Bert",
    .result = "1-0",
    .termination = "resignation",
    .more = "[PlyCount \"4\"]\n[Opening \"x\"]\n",
    .turns = "{start} 1. A2+B3 $1 {a} A6-B6 (1... A6+B5 {b} 2. A3-A4 (2. B1-B2)) 2. B3-B4 {c} "
             "(2. B3-C3) B6-B5",
});

Run convert(Words options, const std::string& text) {
  options.insert(options.begin(), {"convert", "-"});
  return run_schiri(options, text);
}

/// The movetext of a record, on one line.
std::string movetext(const Run& run) {
  INFO(run.err);
  CHECK(run.status == 0);
  const std::size_t begin = run.out.find("\n\n") + 2;
  return run.out.substr(begin, run.out.find("\n\n", begin) - begin);
}

TEST_CASE("schiri convert: parts of the movetext are omitted") {
  const Words wide = {"--width", "0"};
  CHECK(movetext(convert(wide + Words{"--no-comments"}, annotated)) ==
        "1. A2+B3 $1 A6-B6 (1... A6+B5 2. A3-A4 (2. B1-B2)) 2. B3-B4 (2. B3-C3) 2... B6-B5 1-0");
  CHECK(movetext(convert(wide + Words{"--no-variations"}, annotated)) ==
        "{start} 1. A2+B3 $1 {a} 1... A6-B6 2. B3-B4 {c} 2... B6-B5 1-0");
  CHECK(movetext(convert({"--no-comments", "--no-nags", "--no-variations"}, annotated)) ==
        "1. A2+B3 A6-B6 2. B3-B4 B6-B5 1-0");
  CHECK(movetext(convert(wide + Words{"--no-numbers", "--no-comments", "--no-nags"}, annotated)) ==
        "A2+B3 A6-B6 (A6+B5 A3-A4 (B1-B2)) B3-B4 (B3-C3) B6-B5 1-0");
}

TEST_CASE("schiri convert --width: lines have at most so many columns") {
  const std::string file = data + "creeper-sample.pgn";
  const std::string canonical = run_schiri({"convert", file}).out;
  for (const std::size_t width : {20u, 40u, 79u}) {
    const Run run =
        run_schiri({"convert", file, "--width", std::to_string(width), "--tags", "none"});
    std::istringstream lines(run.out);
    for (std::string line; std::getline(lines, line);) CHECK(line.size() <= width);
  }
  const Run again = run_schiri({"convert", "-"}, run_schiri({"convert", file, "--width", "0"}).out);
  CHECK(again.out == canonical);
}

TEST_CASE("schiri convert --tags: tags are chosen") {
  const auto tags = [](const std::string& choice) {
    const std::string out = convert({"--tags", choice}, annotated).out;
    return out.substr(0, out.find("{start}"));
  };
  const std::string of_game = "[Game \"creeper\"]\n[Termination \"resignation\"]\n";
  CHECK(tags("seven") ==
        "[Event \"Cup\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Anna\"]\n"
        "[Black \"Bert\"]\n[Result \"1-0\"]\n" +
            of_game + "\n");
  CHECK(tags("Opening,White") == "[White \"Anna\"]\n" + of_game + "[Opening \"x\"]\n\n");
  CHECK(tags("none").empty());
  CHECK(tags("SEVEN") == tags("seven"));
  CHECK(tags("None").empty());
  CHECK(tags("Opening,WHITE") == tags("Opening,White"));
  const Run unknown = convert({"--tags", "White,Nonsense"}, annotated);
  CHECK(unknown.status == 2);
  CHECK_THAT(unknown.err, contains_text("--tags: no tag 'Nonsense' is known here"));
  CHECK(tags("all") == tags("seven").substr(0, tags("seven").size() - 1) +
                           "[PlyCount \"4\"]\n[Opening \"x\"]\n\n");
  CHECK(
      run_schiri({"validate", "-", "--game", "creeper"}, convert({"--tags", "none"}, annotated).out)
          .status == 0);
}

TEST_CASE("schiri convert --split-variations: each variation is a game") {
  const Run run = convert({"--split-variations", "--tags", "PlyCount", "--no-comments"}, annotated);
  CHECK(run.status == 0);
  const std::string game = "[Game \"creeper\"]\n";
  CHECK(run.out == game + "[Termination \"resignation\"]\n[PlyCount \"4\"]\n\n" +
                       "1. A2+B3 $1 A6-B6 2. B3-B4 B6-B5 1-0\n\n" + game +
                       "[PlyCount \"3\"]\n\n1. A2+B3 $1 A6+B5 2. A3-A4 *\n\n" + game +
                       "[PlyCount \"3\"]\n\n1. A2+B3 $1 A6+B5 2. B1-B2 *\n\n" + game +
                       "[PlyCount \"3\"]\n\n1. A2+B3 $1 A6-B6 2. B3-C3 *\n\n");
  CHECK(run_schiri({"validate", "-", "--quiet"}, convert({"--split-variations"}, annotated).out)
            .out.ends_with("4 games, 4 valid, 0 invalid, 13 turns\n"));
}

TEST_CASE("schiri convert --split-variations: an illegal variation is omitted and reported") {
  const Run run = convert({"--split-variations", "--tags", "none"},
                          record_text({.turns = "1. A2+B3 (1. A1-G7) A6-B6 (zz) (1... A6+B5) *"}));
  CHECK(run.status == 1);
  CHECK(run.out == "1. A2+B3 A6-B6 *\n\n1. A2+B3 A6+B5 *\n\n");
  CHECK_THAT(run.err, contains_text("game 1: a variation is omitted: turn 1: "));
  CHECK_THAT(run.err, contains_text("game 1: a variation is omitted: turn 2: "));
}

TEST_CASE("schiri convert --position-comments: each turn has its position") {
  const Run run = convert({"--position-comments", "--width", "0"},
                          record_text({.turns = "1. A2+B3 $1 {a} (1. B1-B2) A6-B6 *"}));
  const auto position = [](const Words& turns) {
    Words words = {"position", "creeper"};
    for (const std::string& turn : turns) words = words + Words{"--play", turn};
    return json_lines(run_schiri(words + Words{"--format", "json"}).out)
        .front()["position"]
        .get<std::string>();
  };
  CHECK(movetext(run) == "1. A2+B3 $1 {" + position({"A2+B3"}) + "} {a} (1. B1-B2) 1... A6-B6 {" +
                             position({"A2+B3", "A6-B6"}) + "} *");
}

TEST_CASE("schiri convert --cut: turns are kept") {
  const std::string end = convert({"--cut", "3-4", "--no-comments"}, annotated).out;
  CHECK_THAT(end, contains_text("[Position \"") && contains_text("[PlyCount \"2\"]"));
  CHECK(end.ends_with("\n1. B3-B4 (1. B3-C3) 1... B6-B5 1-0\n\n"));
  CHECK_THAT(end, contains_text("[Termination \"resignation\"]"));
  const std::string begin = convert({"--cut", "1-2", "--no-comments"}, annotated).out;
  CHECK(begin.ends_with("\n1. A2+B3 $1 A6-B6 (1... A6+B5 2. A3-A4 (2. B1-B2)) *\n\n"));
  CHECK_THAT(begin, !contains_text("Termination") && !contains_text("Position"));
  const std::string black = convert({"--cut", "2-", "--no-variations"}, annotated).out;
  CHECK(black.ends_with("\n1... A6-B6 2. B3-B4 {c} 2... B6-B5 1-0\n\n"));
  for (const std::string& text : {end, begin, black}) {
    CHECK(run_schiri({"validate", "-", "--quiet"}, text).status == 0);
  }
  const Run short_game = convert({"--cut", "5-9"}, annotated);
  CHECK(short_game.status == 1);
  CHECK(short_game.out.empty());
  CHECK_THAT(short_game.err, contains_text("game 1 is left out: it has only 4 turns"));
}

TEST_CASE("schiri convert --cut: cut games of each sample are valid") {
  for (const std::string game : {"creeper", "springerjagd", "more-or-less", "sperre"}) {
    INFO(game);
    for (const std::string cut : {"1-3", "2-5", "4-"}) {
      const Run run = run_schiri({"convert", data + game + "-sample.pgn", "--cut", cut});
      CHECK(run_schiri({"validate", "-", "--quiet"}, run.out).status == 0);
      CHECK(run_schiri({"convert", "-"}, run.out).out == run.out);
    }
  }
}

TEST_CASE("schiri convert: other forms are edited, too") {
  const Run run = convert(
      {"--to", "json", "--tags", "White", "--no-comments", "--no-nags", "--split-variations"},
      annotated);
  CHECK(json_lines(run.out).size() == 4);
  CHECK(json_lines(run.out).front()["tags"].size() == 3);
  const Run table = convert({"--to", "csv", "--split-variations"}, annotated);
  CHECK(std::count(table.out.begin(), table.out.end(), '\n') == 5);
}

}  // namespace editing_test
