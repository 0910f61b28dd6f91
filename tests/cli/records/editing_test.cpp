#include "tests/catch.h"
#include "tests/support/database.h"

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

TEST_CASE("schiri convert: wrong options of editing are usage errors") {
  const Words wrong[] = {
      {"--cut", "0-3"},
      {"--cut", "5-4"},
      {"--cut", "5"},
      {"--cut", "a-b"},
      {"--tags", "White,2"},
      {"--tags", ""},
      {"--width", "-1"},
      {"--no-variations", "--split-variations"},
      {"--to", "json", "--width", "40"},
      {"--to", "csv", "--no-numbers"},
  };
  for (const Words& words : wrong) {
    INFO(words.back());
    CHECK(convert(words, annotated).status == 2);
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
