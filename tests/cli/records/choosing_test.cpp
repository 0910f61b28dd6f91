#include "tests/catch.h"
#include "tests/support/report_page.h"
#include "tests/support/run.h"

namespace choosing_test {

// Selection of games and their parts: --index, --id, parts of names, turns, boards.

std::string game(const std::string& white, const std::string& black, const std::string& more,
                 const std::string& movetext) {
  return "[Event \"Spring cup\"]\n[Site \"s\"]\n[Date \"2026.01.02\"]\n[Round \"1\"]\n[White \"" +
         white + "\"]\n[Black \"" + black + "\"]\n[Result \"*\"]\n[Game \"creeper\"]\n" + more +
         "\n" + movetext + " *\n\n";
}

const std::string one = game("Anna", "Bob", "[WhiteElo \"1510\"]\n", "1. A2+B3 A6-B6 2. B3-B4");
const std::string two = game("Anna Berger", "Cleo", "[WhiteElo \"900\"]\n", "1. A2+B3 B7-B6");
const std::string three = game("D\xc3\xb6rte M\xc3\xbcller", "Bob", "", "1. A3-B3");
const std::string all = one + two + three;

/// The games in a file and in a database.
struct Data {
  TemporaryDirectory directory;
  std::string file = directory.write("games.pgn", all), db = directory.file("games.db");

  Data() { must_run({"db", "import", "--db", db, file}); }

  std::string select(const Words& words) const {
    return run_schiri(Words{"select", file} + words).out;
  }
};

TEST_CASE("choosing: games by index") {
  const Data data;
  const struct {
    const char* index;
    std::string games;
  } rows[] = {{"1", one},   {"2", two},           {"2-3", two + three}, {"3-9", three},
              {"1-1", one}, {"1,3", one + three}, {"3,1-2,2", all},     {"3-7,1", one + three}};
  for (const auto& [index, games] : rows) {
    CAPTURE(index);
    CHECK(data.select({"--index", index}) == games);
    CHECK(run_schiri({"convert", data.file, "--index", index}).out == games);
    CHECK(run_schiri({"db", "export", "--db", data.db, "--index", index}).out == games);
    const std::string selected = run_schiri({"select", "-", "--index", index}, all).out;
    CHECK(run_schiri({"convert", "-"}, selected).out == games);
  }
  CHECK(data.select({"--index", "2", "--invert"}) == one + three);
  CHECK(data.select({"--index", "2-3", "--player", "Bob"}) == three);
  CHECK_THAT(run_schiri({"replay", data.file, "--index", "2-3", "--turn", "0"}).out,
             contains_text("Game 3: D"));
  CHECK(run_schiri({"convert", data.file, "--index", "2", "-o", data.file}).status == 0);
  CHECK(read_file(data.file) == all);
  for (const char* index :
       {"0", "4", "4-5", "2-1", "x", "1-", "-1", "", "1-2-3", "1,4", "1,", ",1", "1;2"}) {
    CAPTURE(index);
    for (const std::string command : {"select", "convert", "replay"}) {
      check_run({command, data.file, std::string("--index=") + index}, 2, "--index");
    }
    CHECK(run_schiri({"db", "export", "--db", data.db, std::string("--index=") + index}).status ==
          2);
  }
}

TEST_CASE("choosing: of several values of an option one is enough") {
  const Data data;
  const struct {
    Words options;
    std::string games;
  } rows[] = {
      {{"--white", "Anna", "--white", "D\xc3\xb6rte M\xc3\xbcller"}, one + three},
      {{"--black", "Bob", "--black", "Cleo"}, all},
      {{"--begins", "A3-B3", "--begins", "A2+B3 B7-B6"}, two + three},
      {{"--tag", "White=Anna", "--tag", "White=D*"}, one + three},
      {{"--tag", "White=Anna*", "--tag", "White=*Berger", "--tag", "WhiteElo<1000"}, two},
      {{"--tag", "White!=Anna", "--tag", "White!=D*"}, two},
  };
  for (const auto& [options, games] : rows) {
    CAPTURE(options.back());
    CHECK(data.select(options) == games);
  }
}

TEST_CASE("choosing: a file of options stands for its words") {
  const Data data;
  const std::string file =
      data.directory.write("args",
                           "# a comment\n--white Anna\n--tag 'White=An\"na'  \\-\\-tag\n"
                           "\"White=An*\"\n--canonical");
  CHECK(run_schiri({"select", data.file, "@" + file}).out == one);
  CHECK(run_schiri(
            {"@" + data.directory.write("first", "select --index 2 -"), "--white", "Anna Berger"},
            all)
            .out == two);
  const std::string at = game("@x", "Bob", "", "1. A3-B3");
  CHECK(run_schiri({"select", "-", "--white", "@@x"}, all + at).out == at);
  // Without such a file the word is itself.
  CHECK(run_schiri({"select", "-", "--white", "@x"}, all + at).out == at);
  const Run folder = run_schiri({"select", data.file, "@" + data.directory.file(".")});
  CHECK(folder.status == 3);
  CHECK(run_schiri({"select", "@" + data.directory.write("open", "--white 'Anna")}).status == 2);
  CHECK(run_schiri({"select", data.file, "@" + data.directory.write("empty", "")}).out == all);
}

TEST_CASE("choosing: a stored game by its id") {
  const Data data;
  const Words stored = {"--db", data.db, "--id", "2"};
  CHECK(run_schiri(Words{"db", "export"} + stored).out == two);
  CHECK_THAT(run_schiri(Words{"replay", "--turn", "0"} + stored).out,
             contains_text("Game 2: Anna Berger - Cleo"));
  const Run board = run_schiri(Words{"board"} + stored);
  CHECK(board.status == 0);
  const Run same = run_schiri({"board", "creeper", "--play", "A2+B3 B7-B6"});
  CHECK(board.out == same.out);
  CHECK(run_schiri(Words{"board", "--turn", "1"} + stored).out ==
        run_schiri({"board", "creeper", "--play", "A2+B3"}).out);
  CHECK_THAT(run_schiri(Words{"analyse", "--bot", "random", "--turn", "1"} + stored).err + " ",
             contains_text(" "));
  for (const Words& wrong :
       {Words{"replay", "--db", data.db, "--id", "9"}, Words{"board", "--db", data.db, "--id", "9"},
        Words{"replay", "--id", "2", data.file, "--db", data.db}, Words{"replay"}, Words{"board"},
        Words{"board", "creeper", "--db", data.db, "--id", "2"},
        Words{"board", "--db", data.db, "--id", "2", "--turn", "7"},
        Words{"db", "export", "--db", data.db, "--id", "9"}}) {
    CAPTURE(wrong);
    CHECK(run_schiri(wrong).status == 2);
  }
}

TEST_CASE("choosing: a name matches exactly and otherwise as a part in any case") {
  const Data data;
  const struct {
    Words words;
    std::string games;
  } rows[] = {
      {{"--player", "Anna"}, one},      {{"--player", "anna"}, one + two},
      {{"--player", "berg"}, two},      {{"--player", "M\xc3\x9cLLER"}, three},
      {{"--white", "ANNA"}, one + two}, {{"--player", "anna", "--player", "bob"}, one},
      {{"--event", "spring"}, all},     {{"--player", "Bob"}, one + three},
  };
  for (const auto& [words, games] : rows) {
    CAPTURE(words);
    CHECK(data.select(words) == games);
    CHECK(run_schiri(Words{"select", "-"} + words, all).out == games);
    if (words[0] == "--white") continue;
    CHECK(run_schiri(Words{"db", "export", "--db", data.db} + words).out == games);
  }
  CHECK_THAT(run_schiri({"db", "query", "games", "--db", data.db, "--player", "berg"}).out,
             contains_text("Anna Berger"));
  for (const Words& source : {Words{data.file}, Words{"--db", data.db}}) {
    CHECK(run_schiri(Words{"table", "--player", "berg"} + source).status == 0);
    const Run page = run_schiri(Words{"report", "-o", "-", "--event", "spring"} + source);
    CHECK(page.status == 0);
    CHECK_THAT(report_data(page.out).dump(), contains_text("Anna Berger"));
  }
  check_run({"select", data.file, "--player", "Anne"}, 2, "the nearest is 'Anna'");
  // Commands that change a database require exact names.
  CHECK(run_schiri({"db", "rename-player", "--db", data.db, "berg", "X", "--yes"}).status == 2);
  CHECK(run_schiri({"db", "delete-event", "--db", data.db, "spring", "--yes"}).status == 2);
}

TEST_CASE("choosing: numeric tags and first turns and patterns of boards") {
  const Data data;
  const struct {
    Words words;
    std::string games;
  } rows[] = {
      {{"--tag", "WhiteElo>=1500"}, one},
      {{"--tag", "WhiteElo<1500"}, two},
      {{"--tag", "WhiteElo>0", "--tag", "WhiteElo<=900"}, two},
      {{"--tag", "WhiteElo>1510"}, ""},
      {{"--tag", "White=Anna*"}, one + two},
      {{"--begins", "A2+B3"}, one + two},
      {{"--begins", "1. a2+b3 A6-B6"}, one},
      {{"--begins", "1) a2\u00a0+ b3, A6\u2013B6"}, one},
      {{"--begins", "A3-B3"}, three},
      {{"--pattern",
        "*/*/*/*/.W?????"
        "/*/*"},
       three},
      {{"--pattern", "*/*/*/*/.W*****/*/*", "--at-end"}, ""},
      {{"--pattern",
        "?BB?WW?/?B???W?/*/*/*/*/* */*/*/*/?w????"
        "/* b"},
       ""},
      {{"--pattern", "*/*/*/*/WW4B/*/*"}, one + two},
      {{"--pattern",
        "*/*/*/1W?????"
        "/*/*/*",
        "--at-end"},
       one},
  };
  for (const auto& [words, games] : rows) {
    CAPTURE(words);
    const Run run = run_schiri(Words{"select", data.file} + words);
    if (words[1].find("W*****") != std::string::npos) {
      CHECK(run.status == 2);
      continue;
    }
    CHECK(run.status == 0);
    CHECK(run.out == games);
  }
  for (const Words& wrong :
       {Words{"--tag", "WhiteElo>=high"}, Words{"--tag", "WhiteElo>="}, Words{"--tag", ">=3"},
        Words{"--begins", "nonsense"}, Words{"--begins", "A1-A7"}, Words{"--pattern", "x"},
        Words{"--pattern", "1/2"}, Words{"--game", "creeper", "--pattern", "*/*/*/*/*/*"}}) {
    CAPTURE(wrong);
    CHECK(run_schiri(Words{"select", data.file} + wrong).status == 2);
  }
}

TEST_CASE("choosing: --play accepts pasted movetext") {
  const std::string after = run_schiri({"position", "creeper", "--play", "A2+B3", "--play", "A6-B6",
                                        "--play", "B3-B4", "--format", "json"})
                                .out;
  for (const std::string text :
       {"A2+B3 A6-B6 B3-B4", "1. A2+B3 A6-B6 2. B3-B4 *",
        "1.a2+b3 {well} 1... A6-B6! (1... B7-B6) 2.B3-B4 1-0", "A2B3, A6\u2013B6, B3 - B4",
        "A2+B3; A6-B6; B3-B4", "1) A2+B3 1\u2026\u00a0A6-B6 2) B3-B4 White wins"}) {
    CAPTURE(text);
    CHECK(run_schiri({"position", "creeper", "--play", text, "--format", "json"}).out == after);
  }
  CHECK(run_schiri({"turns", "creeper", "--count", "--play", "A2+B3 A6-B6"}).out ==
        run_schiri({"turns", "creeper", "--count", "--position",
                    "2B1WW1/BB4W/1B4W/7/W5B/WW4B/1WW1BB1 6/6/6/6/6/6 w"})
                .out.substr(0, 0) +
            run_schiri({"turns", "creeper", "--count", "--play", "A2+B3", "--play", "A6-B6"}).out);
  check_run({"position", "creeper", "--play", "1. A2+B3 A6+B7 2. A1-A2"}, 1,
            "--play A6+B7 (turn 2): ");
  const Run second = run_schiri({"position", "creeper", "--play", "A2+B3", "--play", "A6\u2013B7"});
  CHECK_THAT(second.err, contains_text("--play A6\u2013B7 (turn 2): A6-B7: "));
  CHECK_THAT(run_schiri({"position", "creeper", "--play", "A2+B3 A6:A4"}).err,
             contains_text("it is written A6xA4"));
  CHECK(run_schiri({"position", "creeper", "--play", "[Event \"e\"]"}).status == 2);
  CHECK(run_schiri({"position", "creeper", "--play", "A2+B3 nonsense"}).status == 2);
  CHECK(run_schiri({"position", "creeper", "--play", "A2+B3 {x"}).status == 2);
  CHECK(run_schiri({"turns", "creeper", "--play", "A1-A7"}).status == 2);
}

TEST_CASE("replay: drawings into a file or a folder") {
  const Data data;
  const std::string folder = data.directory.file("boards"), svg = data.directory.file("b.svg");
  const Words replay = {"replay", data.file, "--format", "svg"};
  must_run(replay + Words{"--index", "2", "-o", svg});
  CHECK(read_file(svg) == run_schiri(replay + Words{"--index", "2"}).out);
  must_run(replay + Words{"--index", "1-2", "-o", folder + "/"});
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    ++files;
    CHECK(read_file(entry.path().string()).starts_with("<svg"));
  }
  CHECK(files == 4 + 3);
  CHECK(read_file(folder + "/game-2-turn-2.svg") == read_file(svg));
  must_run(replay + Words{"--turn", "0", "-o", folder});
  CHECK(std::filesystem::exists(folder + "/game-3-turn-0.svg"));
  CHECK(run_schiri({"replay", data.file, "-o", folder}).status == 2);
  for (const std::string name : {"b.png", "b.jpg", "b.pdf"}) {
    const std::string file = data.directory.file(name);
    for (const Words& words : {Words{"board", "creeper", "-o", file}, replay + Words{"-o", file}}) {
      check_run(words, 2, "boards are drawn as SVG, in a file that ends in .svg");
      CHECK_FALSE(std::filesystem::exists(file));
    }
  }
}

TEST_CASE("sort: texts of more than 8 MiB go into a temporary file") {
  const TemporaryDirectory directory;
  constexpr int games = 36;
  const std::string comment = "1. A2+B3 {" + std::string(250'000, 'x') + "}";
  std::string shuffled, ordered;
  for (int i = 0; i < games; ++i) {
    const auto named = [&](int number) {
      return game("Player " + std::to_string(10 + number), "b", "", comment);
    };
    shuffled += named(i * 7 % games);
    ordered += named(i);
  }
  const std::string file = directory.write("large.pgn", shuffled);
  CHECK((run_schiri({"sort", file, "--by", "white"}).out == ordered));
  // These tests use the folder, too.
  const auto without_folder = [&](const Words& words, const std::string& input = "") {
    const std::string missing = "TMPDIR=" + directory.file("missing");
    return run_program("env", Words{missing, SCHIRI_PROGRAM} + words, input);
  };
  const Run refused = without_folder({"sort", file, "--by", "white", "-o", file});
  CHECK(refused.status == 3);
  CHECK_THAT(refused.err, contains_text("the folder for temporary files (TMPDIR): No such file"));
  CHECK((read_file(file) == shuffled));
  CHECK(without_folder({"sort", "-", "--by", "white"}, two + one).out == one + two);
}

TEST_CASE("sort: sorts games and keeps their text") {
  const Data data;
  const std::string odd = game("anna", "Zoe", "[BlackElo \"2000\"]\n", "1.A2+B3");
  const std::string file = data.directory.write("s.pgn", three + odd + one + two);
  const auto sorted = [&](const Words& words) {
    return run_schiri(Words{"sort", file} + words).out;
  };
  CHECK(sorted({}) == three + odd + one + two);
  CHECK(sorted({"--by", "length"}) == three + odd + two + one);
  CHECK(sorted({"--by", "length", "--descending"}) == one + two + three + odd);
  CHECK(sorted({"--by", "rating"}) == two + one + odd + three);
  CHECK(sorted({"--by", "rating", "--descending"}) == odd + one + two + three);
  CHECK(sorted({"--by", "name"}) == one + odd + two + three);
  CHECK(sorted({"--by", "event,black"}) == three + one + two + odd);
  must_run({"sort", file, "--by", "length", "-o", file});
  CHECK(read_file(file) == three + odd + two + one);
  const Run wrong = run_schiri({"sort", file, "--by", "size"});
  CHECK(wrong.status == 2);
  const std::string broken = "[Game \"creeper\"]\n\n1. A2-A3 *\n\n";
  const Run kept = run_schiri({"sort", "-", "--by", "length"}, broken + one);
  CHECK(kept.status == 1);
  CHECK(kept.out == one + broken);
  CHECK_THAT(kept.err, contains_text("1 game sorted, followed by 1 invalid"));
}

TEST_CASE("tag: sets and renames and removes tags and renames players") {
  const Data data;
  const auto tagged = [&](const Words& words) {
    return run_schiri(Words{"tag", data.file, "--index", "1"} + words);
  };
  const Run set = tagged({"--set", "Event=Club = 2026", "--set", "Opening=\"quiet\""});
  CHECK(set.status == 0);
  CHECK(set.out.starts_with("[Event \"Club = 2026\"]\n"));
  CHECK_THAT(set.out, contains_text("[Opening \"\\\"quiet\\\"\"]\n"));
  CHECK(set.out.ends_with(two + three));
  CHECK_THAT(tagged({"--rename", "WhiteElo=WhiteRating"}).out,
             contains_text("[WhiteRating \"1510\"]"));
  CHECK(tagged({"--remove", "WhiteElo"}).out.find("1510") == std::string::npos);
  CHECK_THAT(tagged({"--remove", "Site"}).out, contains_text("[Site \"?\"]"));
  const Run renamed =
      run_schiri({"tag", data.file, "--rename-player", "Bob = Bob Lind", "-o", data.file});
  CHECK(renamed.status == 0);
  CHECK(read_file(data.file).find("\"Bob\"") == std::string::npos);
  CHECK_THAT(read_file(data.file), contains_text("[Black \"Bob Lind\"]"));
  const std::string before = read_file(data.file);
  for (const Words& wrong :
       {Words{}, Words{"--set", "x"}, Words{"--set", "a b=c"}, Words{"--set", "Event=a\nb"},
        Words{"--rename", "A="}, Words{"--remove", "1"}, Words{"--rename-player", "Bo=X"},
        Words{"--rename-player", "Anna=?"}}) {
    CAPTURE(wrong);
    const Run run = run_schiri(Words{"tag", data.file, "-o", data.file} + wrong);
    CHECK(run.status == 2);
    CHECK(read_file(data.file) == before);
  }
  check_run({"tag", data.file, "--set", "Game=chess", "-o", data.file}, 1, "[unknown-game]");
  CHECK(read_file(data.file) == before);
}

TEST_CASE("tag: usual names are read in any case, and unknown names are refused") {
  const Data data;
  const auto tagged = [&](const Words& words) {
    return run_schiri(Words{"tag", data.file} + words);
  };
  CHECK(tagged({"--set", "event=Foo"}).out == tagged({"--set", "Event=Foo"}).out);
  CHECK(tagged({"--remove", "SITE"}).out == tagged({"--remove", "Site"}).out);
  CHECK(tagged({"--rename", "whiteelo=Rating"}).out == tagged({"--rename", "WhiteElo=Rating"}).out);
  for (const Words& unknown : {Words{"--remove", "Nonsense"}, Words{"--rename", "Nonsense=Event"},
                               Words{"--set", "Event=x", "--remove", "Opnening"}}) {
    CAPTURE(unknown);
    const std::string before = read_file(data.file);
    check_run(Words{"tag", data.file, "-o", data.file} + unknown, 2, "is known here");
    CHECK(read_file(data.file) == before);
  }
  // A usual tag may be absent from all records.
  CHECK(tagged({"--remove", "Seed"}).status == 0);
  CHECK(run_schiri({"select", data.file, "--tag", "WHITE=*"}).out ==
        run_schiri({"select", data.file, "--tag", "White=*"}).out);
}

}  // namespace choosing_test
