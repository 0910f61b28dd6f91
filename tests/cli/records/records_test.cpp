#include "tests/catch.h"
#include "tests/support/database.h"

namespace records_test {

const std::string sample = std::string(SCHIRI_TEST_DATA) + "/creeper-sample.pgn";

const std::string short_game = "1. A2+B3 A6-B6 *\n";

TEST_CASE("schiri: usage") {
  CHECK(run_schiri({"--help"}).status == 0);
  CHECK_THAT(run_schiri({"--version"}).out, contains_text("schiri 0."));
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {},
           {"nonsense"},
           {"--nonsense"},
           {"validate"},
           {"validate", "--format", "xml", sample},
           {"validate", "--game", "chess", sample},
           {"validate", "-j", "0", sample},
           {"perft", "creeper"},
           {"perft", "creeper", "--depth", "-1"},
           {"perft", "creeper", "--depth", "two"},
           {"perft", "chess", "--depth", "1"},
           {"turns", "creeper", "--variant", "big"},
           {"turns", "creeper", "--position", "nonsense"},
           {"turns", "creeper", "--roll", "147"},
           {"position", "creeper", "--play", "nonsense"},
           {"replay", sample, "--index", "21"},
           {"replay", sample, "--index", "1", "--turn", "67"},
           {"convert", "--to", "chess", sample},
       }) {
    const Run run = run_schiri(arguments);
    INFO(Json(arguments).dump() << run.err);
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK_THAT(run.err, contains_text("schiri: "));
  }
}

TEST_CASE("schiri validate: text and exit status") {
  const Run good = run_schiri({"validate", sample});
  CHECK(good.status == 0);
  CHECK_THAT(good.out, contains_text("20 games, 20 valid, 0 invalid, 2702 turns\n"));

  const Run bad = run_schiri({"validate", "-", "--game", "creeper"}, "1. A2+B3 A6+B7 *\n");
  CHECK(bad.status == 1);
  CHECK(bad.out ==
        "-:1:10: error: A6+B7: B7 is occupied; this pawn can play A6+B5, A6-B6 [illegal; game 1, "
        "turn 2 (1. Black)]\n"
        "  1 | 1. A2+B3 A6+B7 *\n"
        "    |          ^~~~~\n"
        "1 game lacks some of the seven tags of every record [missing-tag; --missing-tags lists "
        "them]\n"
        "1 game, 0 valid, 1 invalid, 1 turn\n");
  const std::string warning =
      "-:1:1: warning: missing: Event, Site, Date, Round, White, Black, Result [missing-tag; "
      "game 1]\n";
  const std::string illegal = "1. A2+B3 A6+B7 *\n";
  const Run listed = run_schiri({"validate", "-", "--game", "creeper", "--missing-tags"}, illegal);
  CHECK(listed.out.starts_with(warning));
  CHECK(listed.out.find("lists them") == std::string::npos);
  const Run quiet = run_schiri({"validate", "-", "--game", "creeper", "--quiet"}, illegal);
  CHECK(quiet.out ==
        bad.out.substr(0, bad.out.find("1 game lacks")) + "1 game, 0 valid, 1 invalid, 1 turn\n");

  CHECK(run_schiri({"validate", "-", "--game", "creeper"}, short_game).status == 0);
  CHECK(run_schiri({"validate", "-", "--game", "creeper", "--strict"}, short_game).status == 1);
  CHECK(run_schiri({"validate", "-"}, short_game).status == 1);
  CHECK(run_schiri({"validate", "-"}, "").status == 0);
}

TEST_CASE("schiri validate: one JSON object per game and a summary") {
  const Run run = run_schiri({"validate", "--format", "json", sample, "-", "--game", "creeper"},
                             "1. A2+B3 A6+B7 *\n");
  CHECK(run.status == 1);
  const auto lines = json_lines(run.out);
  REQUIRE(lines.size() == 22);
  CHECK(lines[0]["file"] == sample);
  CHECK(lines[0]["index"] == 1);
  CHECK(lines[0]["turns"] == 66);
  CHECK(lines[0]["outcome"] == "black");
  CHECK(lines[0]["errors"].empty());
  CHECK(lines[6]["outcome"].is_null());
  CHECK(lines[20]["valid"] == false);
  CHECK(lines[20]["errors"][0]["code"] == "illegal");
  CHECK(lines[20]["errors"][0]["column"] == 10);
  CHECK(lines[20]["errors"][0]["turn"] == 2);
  CHECK(lines[21]["summary"] ==
        Json{{"games", 21}, {"valid", 20}, {"invalid", 1}, {"turns", 2703}});
}

TEST_CASE("schiri validate: an unreadable file does not stop the others") {
  const Run run = run_schiri({"validate", "/nonexistent.pgn", sample});
  CHECK(run.status == 3);
  CHECK_THAT(run.err, contains_text("/nonexistent.pgn"));
  CHECK_THAT(run.out, contains_text("20 games, 20 valid"));
  const TemporaryDirectory empty;
  CHECK(run_schiri({"validate", empty.file("")}).status == 3);
}

TEST_CASE("schiri replay: positions of a record") {
  const auto lines = json_lines(run_schiri({"replay", sample, "--format", "json"}).out);
  CHECK(lines.size() == 2702 + 20);
  CHECK(lines[0]["turn"] == 0);
  CHECK(lines[0]["text"].is_null());
  CHECK(lines[1]["text"] == "A2+B3");
  CHECK(lines[1]["side"] == "black");
  const auto known = read_json_data("creeper-sample.json")["games"];
  const auto ends =
      json_lines(run_schiri({"replay", sample, "--format", "json", "--turn", "-1"}).out);
  REQUIRE(ends.size() == known.size());
  for (std::size_t i = 0; i < ends.size(); ++i) {
    CHECK(ends[i]["index"] == i + 1);
    CHECK(ends[i]["position"] == known[i]["end"]);
    CHECK(ends[i]["outcome"] == known[i]["outcome"]);
  }
}

TEST_CASE("schiri replay: a board as text") {
  const Run run = run_schiri({"replay", sample, "--index", "1", "--turn", "1"});
  CHECK(run.status == 0);
  CHECK_THAT(run.out, contains_text("Game 1: weight 100% - \xe6\xa5\x8a, creeper, 0-1"));
  CHECK_THAT(run.out, contains_text("Turn 1: White A2+B3"));
  CHECK_THAT(run.out, contains_text(" 3   W   W   .   .   .   .   B   3\n      (w) ( )"));
  CHECK_THAT(run.out, contains_text("Black to move"));
}

TEST_CASE("schiri replay: a broken game is shown up to its error") {
  const Run run = run_schiri({"replay", "-", "--game", "creeper", "--format", "json"},
                             "1. A2+B3 A6-B6 A3-A3 *\n");
  CHECK(run.status == 1);
  CHECK(json_lines(run.out).size() == 3);
  CHECK_THAT(run.err, contains_text("illegal"));
}

TEST_CASE("schiri convert: from and to every form") {
  const std::string pgn = read_data("creeper-sample.pgn");
  CHECK(run_schiri({"convert", sample}).out == pgn);
  const Run json = run_schiri({"convert", sample, "--to", "json"});
  CHECK(json_lines(json.out).size() == 20);
  CHECK(run_schiri({"convert", "-", "--from", "json"}, json.out).out == pgn);

  const Run softserve = run_schiri({"convert", sample, "--to", "softserve"});
  CHECK(softserve.status == 1);
  CHECK_THAT(softserve.err, contains_text("game 4 is left out"));
  const Run back =
      run_schiri({"convert", "-", "--from", "softserve", "--to", "softserve"}, softserve.out);
  CHECK(back.status == 0);
  CHECK(back.out == softserve.out);
}

TEST_CASE("schiri convert: tags of the command line are written") {
  const Run run = run_schiri({"convert", "-", "--game", "creeper"}, short_game);
  CHECK(run.status == 0);
  CHECK_THAT(run.out, contains_text("[Game \"creeper\"]"));
  CHECK(run_schiri({"convert", "-"}, run.out).out == run.out);
}

TEST_CASE("schiri convert: the output file appears when it is complete") {
  const TemporaryDirectory directory;
  const std::string file = directory.write("games.pgn", "1.a2+b3 a6-b6 *");
  CHECK(run_schiri({"convert", file, "-o", file, "--game", "creeper"}).status == 0);
  CHECK_THAT(read_file(file), contains_text("1. A2+B3 A6-B6 *\n\n"));
  CHECK(run_schiri({"convert", file, "-o", directory.file("no/such/folder")}).status == 3);
  CHECK(run_schiri({"convert", file, "-o", "/dev/full"}).status == 3);
  CHECK(run_schiri({"convert", file, "-o", "/dev/stdout"}).out == read_file(file));
}

TEST_CASE("schiri turns and perft and position") {
  const Run turns = run_schiri({"turns", "creeper"});
  CHECK_THAT(turns.out, contains_text("A2+B3\nA2-B2\nA3+B2\n"));
  CHECK(std::count(turns.out.begin(), turns.out.end(), '\n') == 24);
  CHECK(run_schiri({"turns", "creeper", "--count"}).out == "24\n");
  CHECK(run_schiri({"perft", "creeper", "--depth", "4"}).out == "384824\n");
  CHECK(run_schiri({"perft", "creeper", "--depth", "0"}).out == "1\n");
  const auto json =
      json_lines(run_schiri({"perft", "creeper", "--depth", "3", "--format", "json"}).out);
  CHECK(json[0]["turns"] == 14876);

  std::istringstream divided(run_schiri({"perft", "creeper", "--depth", "4", "--divide"}).out);
  std::string turn;
  std::uint64_t share = 0, sum = 0;
  int shares = 0;
  for (; divided >> turn >> share; ++shares) sum += share;
  CHECK(shares == 24);
  CHECK(sum == 384824);
  CHECK(turn == "384824");

  const Run position = run_schiri(
      {"position", "creeper", "--play", "A2+B3", "--play", "a6 - b6", "--format", "json"});
  CHECK(position.out ==
        "{\"position\":\"1BB1WW1/1B4W/B5W/7/WW4B/6B/1WW1BB1 6/6/6/6/w5/6 w\",\"side\":\"white\","
        "\"outcome\":null,\"reason\":null}\n");
  check_run({"position", "creeper", "--play", "A2+B3", "--play", "A2+B3"}, 1, "turn 2");
  const std::string softserve =
      ".oo.xx.o.....xo.....x.......x.....ox.....o.xx.oo.o....x........................x....ox";
  CHECK(run_schiri({"turns", "creeper", "--position", softserve}).out == turns.out);
}

TEST_CASE("schiri perft: repetition ends a line at the first turn of the count") {
  CHECK(run_schiri(
            {"perft", "creeper", "--depth", "8", "--position", "7/6B/7/7/7/7/1W5 6/6/6/6/6/6 w"})
            .out == "1004800\n");
  CHECK(run_schiri({"perft", "creeper", "--depth", "8", "--divide", "--position",
                    "7/6B/7/7/7/7/1W5 6/6/6/6/6/6 w"})
            .out.find("\n1004800\n") != std::string::npos);
}

TEST_CASE("schiri games and rules") {
  CHECK_THAT(run_schiri({"games"}).out, contains_text("creeper"));
  CHECK(json_lines(run_schiri({"games", "--format", "json"}).out)[0]["variants"][0] == "standard");
  CHECK_THAT(run_schiri({"rules", "creeper"}).out, contains_text("Ruling"));
  CHECK(run_schiri({"rules", "chess"}).status == 2);
}

}  // namespace records_test
