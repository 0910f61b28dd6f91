#include "tests/catch.h"
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
