#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <zlib.h>

#include "tests/catch.h"
#include "tests/support/event_lines.h"
#include "tests/support/file_limit.h"
#include "tests/support/otb_event.h"

namespace otb_event_test {

/// An event in its own file, controlled by commands.
struct Cup : OtbEvent {
  void begin(const std::vector<std::string>& options) const {
    std::vector<std::string> words = {"--name",  "Spring cup", "--game",
                                      "creeper", "--date",     "2026.05.01"};
    words.insert(words.end(), options.begin(), options.end());
    REQUIRE(run("new", words).status == 0);
  }
};

/// Enters four players and pairs the first round: Anna - Carla, Dora - Bert.
Cup& begin_round(Cup& cup) {
  cup.begin({"--rounds", "3", "--place", "Ulm"});
  const char* const players[][2] = {
      {"Anna", "1840"}, {"Bert", "1700"}, {"Carla", "1650"}, {"Dora", "1500"}};
  for (const auto& [name, rating] : players) {
    REQUIRE(cup.run("enter", {name, "--rating", rating}).status == 0);
  }
  REQUIRE(cup.run("pair").status == 0);
  return cup;
}

TEST_CASE("schiri otb: one round from pairing to standing") {
  Cup cup;
  begin_round(cup);
  CHECK(cup.run("show").out ==
        "Spring cup, round 1\n"
        "board  no  White  points  result  no  Black  points\n"
        "    1   1  Anna      0.0           3  Carla     0.0\n"
        "    2   4  Dora      0.0           2  Bert      0.0\n");
  CHECK(cup.run("result", {"1", "1-0"}).out ==
        "R1 board 1 Anna – Carla: 1-0\nwithout a result: board 2 (Dora - Bert)\n");
  const Run early = cup.run("pair");
  CHECK(early.status == 1);
  CHECK(early.err == "schiri: round 1 has no result on board 2 (Dora - Bert)\n");
  CHECK(cup.run("result", {"2", "1/2-1/2"}).out ==
        "R1 board 2 Dora – Bert: ½\nround 1 has all its results\n");
  CHECK(cup.run("result", {"2", "0-1"}).status == 2);
  CHECK(cup.run("result", {"2", "0-1", "--correct"}).status == 0);
  CHECK(cup.run("standing").out ==
        "Spring cup, after round 1\n"
        "tie-breaks: BH-C1 Buchholz Cut-1, BH Buchholz, SB Sonneborn-Berger, DE direct encounter, "
        "WON games won\n"
        "rank  no  player  rating  points  games  wins  BH-C1   BH   SB  DE\n"
        "   1   1  Anna      1840     1.0      1     1    0.0  0.0  0.0\n"
        "   1   2  Bert      1700     1.0      1     1    0.0  0.0  0.0\n"
        "   3   3  Carla     1650     0.0      1     0    0.0  1.0  0.0\n"
        "   3   4  Dora      1500     0.0      1     0    0.0  1.0  0.0\n");
}

TEST_CASE("schiri otb: the log keeps every command") {
  Cup cup;
  begin_round(cup);
  cup.run("result", {"1", "1-0"});
  cup.run("result", {"1", "0-1", "--correct"});
  cup.run("enter", {"Emil", "Fritz"});
  cup.run("bye", {"Emil", "--round", "2"});
  cup.run("withdraw", {"Fritz"});
  const std::string log = cup.run("log").out;
  std::string acts;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) acts += line.substr(22) + "\n";
  CHECK(acts ==
        "new: Spring cup\nAnna enters, rating 1840\nBert enters, rating 1700\n"
        "Carla enters, rating 1650\nDora enters, rating 1500\nround 1 is paired\n"
        "round 1, board 1: 1-0\nround 1, board 1 is corrected: 0-1\nEmil enters\nFritz enters\n"
        "Emil has a half-point bye in round 2\nFritz withdraws\n");
}

TEST_CASE("schiri otb: a TRF file has every value in its column") {
  Cup cup;
  begin_round(cup);
  cup.run("result", {"1", "+--"});
  cup.run("result", {"2", "1/2-1/2"});
  cup.run("bye", {"Dora", "--round", "2"});
  cup.run("enter", {"Björn Müller", "--rating", "1600"});
  cup.run("pair");
  const std::string trf = cup.run("export").out;
  CHECK(trf ==
        "012 Spring cup\n022 Ulm\n042 2026/05/01\n062 5\n072 5\n"
        "092 Individual: Swiss-System (creeper standard)\nXXR 3\nXXC white1\n"
        "240 H   2    5\nXXZ 5\n### open 2 2 1\n### open 2 3 4\n### open 2 5 - H\n"
        "001    1      Anna                              1840                             1.0    1"
        "     3 w +\n"
        "001    2      Bert                              1700                             0.5    2"
        "     5 b =\n"
        "001    3      Carla                             1650                             0.0    4"
        "     1 b -\n"
        "001    4      Björn Müller                      1600                             0.0    4"
        "  0000 - Z\n"
        "001    5      Dora                              1500                             0.5    2"
        "     2 w =\n");
  std::istringstream lines(trf);
  for (std::string line; std::getline(lines, line);) {
    if (line.substr(0, 3) != "001" || line.find("Björn") != line.npos) continue;
    CHECK(line.substr(80, 4) == (line.find("Carla") != line.npos  ? " 0.0"
                                 : line.find("Anna") != line.npos ? " 1.0"
                                                                  : " 0.5"));
    CHECK(line.size() == 99);
  }
}

TEST_CASE("schiri otb: results are imported from records and exported with the tags of the event") {
  Cup cup;
  begin_round(cup);
  const auto record = [](const std::string& white, const std::string& black,
                         const std::string& result) {
    return "[White \"" + white + "\"]\n[Black \"" + black + "\"]\n[Result \"" + result +
           "\"]\n[Game \"creeper\"]\n[Termination \"resignation\"]\n\n1. A2+B3 A6-B6 " + result +
           "\n\n";
  };
  const std::string file = cup.directory.write(
      "round.pgn", record("Anna", "Carla", "1-0") + record("Bert", "Dora", "1-0") +
                       record("Dora", "Bert", "*") + record("Anna", "Carla", "0-1") +
                       "[White \"Dora\"]\n[Black \"Bert\"]\n[Game \"creeper\"]\n\n1. A2-A9 *\n");
  const Run take = cup.run("import-results", {file});
  CHECK(take.status == 1);
  CHECK(take.out == "1 result imported\n");
  CHECK(take.err.find("game 2: its players do not meet in the last round") != take.err.npos);
  CHECK(take.err.find("game 3: it has no result") != take.err.npos);
  CHECK(take.err.find("game 4: its board has a result already") != take.err.npos);
  CHECK(take.err.find("A2-A9") != take.err.npos);
  cup.run("result", {"2", "1/2-1/2"});
  const std::string records = cup.run("export", {"--format", "pgn"}).out;
  CHECK(records.find("[Event \"Spring cup\"]") != records.npos);
  CHECK(records.find("[Round \"1.1\"]") != records.npos);
  CHECK(records.find("A2+B3 A6-B6 1-0") != records.npos);
  const Run check = run_schiri({"validate", "-"}, records);
  CHECK(check.out == "2 games, 2 valid, 0 invalid, 2 turns\n");
  CHECK(run_schiri({"convert", "-"}, records).out == records);
  // A corrected result does not match the record any more.
  cup.run("result", {"1", "0-1", "--correct"});
  CHECK(cup.run("export", {"--format", "pgn"}).out.find("A2+B3") == records.npos);
}

TEST_CASE("schiri otb: the results of every kind of game are valid records") {
  for (const std::string game : {"creeper", "springerjagd", "more-or-less", "sperre"}) {
    CAPTURE(game);
    const TemporaryDirectory directory;
    const std::string file = directory.file("a.otb");
    REQUIRE(
        run_schiri({"otb", "new", file, "--name", "Cup", "--game", game, "--rounds", "1"}).status ==
        0);
    REQUIRE(run_schiri({"otb", "enter", file, "Ann", "Ben"}).status == 0);
    REQUIRE(run_schiri({"otb", "pair", file}).status == 0);
    REQUIRE(run_schiri({"otb", "result", file, "1", "1-0"}).status == 0);
    const std::string records = run_schiri({"otb", "export", file, "--format", "pgn"}).out;
    CHECK_THAT(run_schiri({"validate", "-"}, records).out,
               contains_text("1 game, 1 valid, 0 invalid, 0 turns"));
    CHECK(run_schiri({"convert", "-"}, records).out == records);
  }
}

TEST_CASE("schiri otb: a bot can be a player and plays at the terminal") {
  Cup cup;
  cup.begin({"--rounds", "2"});
  REQUIRE(cup.run("enter", {"Anna Berg", "Zuse"}).status == 0);
  REQUIRE(cup.run("pair").status == 0);
  const std::string file = cup.directory.file("round.pgn");
  REQUIRE(run_schiri({"play", "creeper", "--white", "human name=\"Anna Berg\"", "--black",
                      "alphabeta nodes=100 name=Zuse", "-o", file},
                     "A2+B3\nresign\n")
              .status == 0);
  const Run take = cup.run("import-results", {file});
  CHECK(take.status == 0);
  CHECK(take.out == "1 result imported\n");
  CHECK(cup.run("show").out.find("0-1") != std::string::npos);
  const std::string records = cup.run("export", {"--format", "pgn"}).out;
  CHECK(records.find("1. A2+B3") != records.npos);
  CHECK(records.find("[BlackType \"program\"]") != records.npos);
}

TEST_CASE("schiri otb: a knockout from the first round to the winner with drawn games repeated") {
  Cup cup;
  cup.begin({"--system", "knockout"});
  for (const auto& [name, rating] : std::initializer_list<std::pair<const char*, const char*>>{
           {"Anna", "1840"}, {"Bert", "1700"}, {"Carla", "1650"}}) {
    REQUIRE(cup.run("enter", {name, "--rating", rating}).status == 0);
  }
  CHECK(cup.run("pair").out ==
        "Spring cup, round 1 (semi-finals)\n"
        "board  no  White  points  result        no  Black  points\n"
        "    1   3  Carla     0.0                 2  Bert      0.0\n"
        "        1  Anna      0.0  bye, 1 point\n");
  REQUIRE(cup.run("result", {"1", "1/2-1/2"}).status == 0);
  CHECK(cup.run("pair").out ==
        "Spring cup, round 2 (semi-finals, game 2)\n"
        "board  no  White  points  result  no  Black  points\n"
        "    1   2  Bert      0.5           3  Carla     0.5\n");
  CHECK(cup.run("enter", {"Dora"}).err ==
        "schiri: a knockout accepts no entries after its first pairing\n");
  REQUIRE(cup.run("result", {"1", "0-1"}).status == 0);
  CHECK(cup.run("pair").out ==
        "Spring cup, round 3 (final)\n"
        "board  no  White  points  result  no  Black  points\n"
        "    1   1  Anna      1.0           3  Carla     1.5\n");
  const Run other = cup.run("result", {"1", "1-0", "--round", "2", "--correct"});
  CHECK(other.status == 2);
  CHECK(other.err.find("the winner of this game cannot change") != other.err.npos);
  REQUIRE(cup.run("result", {"1", "1-0"}).status == 0);
  CHECK(cup.run("pair").err == "schiri: the event is over after round 3\n");
  CHECK(cup.run("standing").out ==
        "Spring cup, after round 3\n"
        "tie-breaks: none\n"
        "rank  no  player  rating  points  games  wins\n"
        "   1   1  Anna      1840     2.0      1     1\n"
        "   2   3  Carla     1650     1.5      3     1\n"
        "   3   2  Bert      1700     0.5      2     0\n");
  const Run refused = cup.run("export");
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, contains_text("a TRF file has no bracket"));
  CHECK(cup.run("export", {"--format", "pgn"}).status == 0);
}

TEST_CASE("schiri otb: results in usual notations") {
  const struct {
    std::vector<std::string> typed;
    std::string result;
  } rows[] = {
      {{"1-0"}, "1-0"},       {{"0-1"}, "0-1"},       {{"1/2-1/2"}, "1/2-1/2"},
      {{"1/2"}, "1/2-1/2"},   {{"½-½"}, "1/2-1/2"},   {{"½:½"}, "1/2-1/2"},
      {{"remis"}, "1/2-1/2"}, {{"draw"}, "1/2-1/2"},  {{"1:0"}, "1-0"},
      {{"0–1"}, "0-1"},       {{"+--"}, "+--"},       {{"--+"}, "--+"},
      {{"---"}, "---"},       {{"+:-"}, "+--"},       {{"-:+"}, "--+"},
      {{"-:-"}, "---"},       {{"--", "--+"}, "--+"}, {{"--", "---"}, "---"},
      {{"1-0f"}, "+--"},      {{"0-1f"}, "--+"},      {{"0-0f"}, "---"},
      {{"="}, "1/2-1/2"},     {{"0:1"}, "0-1"},       {{"0,5-0,5"}, "1/2-1/2"},
      {{"1-0F"}, "+--"},      {{"-/+"}, "--+"},       {{"\u2212:+"}, "--+"},
      {{"1 - 0"}, "1-0"},     {{"-+"}, "--+"},        {{"+/-"}, "+--"},
  };
  Cup cup;
  begin_round(cup);
  std::string before = "1-0";
  REQUIRE(cup.run("result", {"1", before}).status == 0);
  for (const auto& [typed, result] : rows) {
    CAPTURE(typed);
    std::vector<std::string> words = {"1", "--correct"};
    words.insert(words.end(), typed.begin(), typed.end());
    const Run run = cup.run("result", words);
    INFO(run.err);
    CHECK(run.status == (result == before ? 2 : 0));
    CHECK_THAT(cup.run("log").out,
               contains_text(result == "1-0" ? ": 1-0" : "is corrected: " + result));
    before = result;
  }
  for (const char* typed : {"2-0", "--", "+-+", "-+-", "--x", "--corect", "1-1", "", "+"}) {
    CAPTURE(typed);
    const std::string whole = read_file(cup.file);
    CHECK(cup.run("result", {"2", typed}).status == 2);
    CHECK(read_file(cup.file) == whole);
  }
}

TEST_CASE("schiri otb: a failed command changes nothing") {
  Cup cup;
  begin_round(cup);
  const TemporaryDirectory folder;
  const std::string missing = folder.file("none/x"),
                    round = folder.write("round.pgn",
                                         "[White \"Anna\"]\n[Black \"Carla\"]\n[Game "
                                         "\"creeper\"]\n[Termination \"resignation\"]\n\n"
                                         "1. A2+B3 1-0\n");
  const auto unchanged = [&](const std::string& command, const std::vector<std::string>& words,
                             int status, const std::string& reason) {
    CAPTURE(command, words);
    const std::string whole = read_file(cup.file);
    const Run run = cup.run(command, words);
    CHECK(run.status == status);
    CHECK_THAT(run.err, contains_text(reason));
    CHECK(read_file(cup.file) == whole);
  };
  unchanged("withdraw", {"Anna", "Nobody"}, 2, "no player named 'Nobody' has entered");
  unchanged("withdraw", {"Anna", "Beert"}, 2, "the nearest is 'Bert'");
  unchanged("withdraw", {"Anna", "Anna"}, 2, "has withdrawn already");
  unchanged("enter", {"Emil", "Anna"}, 2, "'Anna' has entered already");
  unchanged("enter", {"Emil", ""}, 2, "a player needs a name");
  unchanged("enter", {"Emil", "--rating", "10000"}, 2, "a rating is a number from 0 to 9999");
  unchanged("bye", {"Anna", "Nobody", "--round", "2"}, 2, "'Nobody'");
  unchanged("bye", {"Anna", "Bert", "--round", "9"}, 2, "there is no round 9");
  unchanged("import-results", {round, missing}, 3, "the event is unchanged");
  unchanged("result", {"3", "1-0"}, 2, "round 1 has boards 1 to 2");
  REQUIRE(cup.run("result", {"1", "1-0"}).status == 0);
  REQUIRE(cup.run("result", {"2", "1-0"}).status == 0);
  unchanged("pair", {"-o", missing}, 3, "cannot be written");
  unchanged("pair", {"-o", folder.file("")}, 3, "cannot be written");
  unchanged("pair", {"-o", "/dev/full"}, 3, "cannot be written");
  for (const char* command : {"pair", "show", "standing", "log", "export"}) {
    unchanged(command, {"-o", cup.file}, 2, "used for something else by this command");
  }
  const std::string whole = read_file(cup.file);
  for (const std::string words : {"pair ", "enter ", "result "}) {
    const std::string more = words == "enter "    ? " Emil"
                             : words == "result " ? " 1 0-1 --correct"
                                                  : "";
    const Run full =
        run_program("sh", {"-c", "exec \"$0\" otb " + words + "\"$1\"" + more + " > /dev/full",
                           SCHIRI_PROGRAM, cup.file});
    CHECK(full.status == 3);
    CHECK(read_file(cup.file) == whole);
  }
}

TEST_CASE("schiri otb: a file that cannot grow is unchanged at every size limit") {
  Cup cup;
  begin_round(cup);
  const std::string whole = read_file(cup.file);
  bool done = false;
  int refused = 0;
  for (std::size_t more = 0; !done; more += 17) {
    Run run;
    {
      const FileLimit limit(whole.size() + more);
      run = cup.run("enter", {"Emil", "Fritz", "Gerda"});
    }
    CAPTURE(more, run.err);
    done = run.status == 0;
    if (done) break;
    ++refused;
    CHECK(run.status == 3);
    CHECK_THAT(run.err, contains_text("it is unchanged"));
    CHECK(read_file(cup.file) == whole);
    REQUIRE(more < 2000);
  }
  CHECK(refused > 5);
  CHECK_THAT(cup.run("log").out, contains_text("Gerda enters"));

  Cup other;
  {
    const FileLimit limit(20);
    CHECK(other.run("new", {"--name", "x", "--game", "creeper", "--rounds", "2"}).status == 3);
  }
  CHECK(std::filesystem::is_empty(std::filesystem::path(other.file).parent_path()));
}

TEST_CASE("schiri otb: an incomplete last command after a power failure is ignored") {
  Cup cup;
  begin_round(cup);
  const std::string before = read_file(cup.file);
  REQUIRE(cup.run("enter", {"Emil", "Fritz", "Gerda"}).status == 0);
  const std::string whole = read_file(cup.file);
  const auto check_torn = [&](const std::string& text) {
    CAPTURE(text.substr(before.size()));
    std::filesystem::remove(cup.file + ".torn");
    cup.directory.write("cup.otb", text);
    const Run look = cup.run("log");
    CHECK(look.status == 0);
    CHECK_THAT(look.err, contains_text("line 7 was cut off"));
    CHECK(look.out.find("Emil") == std::string::npos);
    CHECK(read_file(cup.file) == text);
    CHECK(cup.run("withdraw", {"Nobody"}).status == 2);
    CHECK(read_file(cup.file) == text);
    CHECK(cup.run("result", {"1", "1-0"}).status == 0);
    const std::string after = read_file(cup.file);
    CHECK(after.substr(0, before.size()) == before);
    CHECK(after.find("Emil") == std::string::npos);
    CHECK_THAT(read_file(cup.file + ".torn"), contains_text(text.substr(before.size())));
    const Run next = cup.run("log");
    CHECK(next.status == 0);
    CHECK(next.err.empty());
  };
  for (std::size_t size = before.size() + 1; size + 1 < whole.size(); size += 23) {
    check_torn(whole.substr(0, size));
  }
  check_torn(before + "{\"v\":2,\"act\":\"res");
  check_torn(before + "{\"v\":2,\"act\":\"res\n");
  check_torn(before + std::string(200, '\0'));
  check_torn(before + std::string(50, '\0') + whole.substr(before.size() + 50));
  // Only the line feed is missing.
  cup.directory.write("cup.otb", whole.substr(0, whole.size() - 1));
  CHECK(cup.run("log").err.empty());
  CHECK(cup.run("withdraw", {"Emil", "Gerda"}).status == 0);
  CHECK(read_file(cup.file).substr(0, whole.size()) == whole);
  CHECK_THAT(cup.run("log").out, contains_text("Gerda withdraws"));
  // Damage in the middle is not an incomplete last command.
  std::string damaged = whole;
  damaged.replace(before.find("Carla"), 5, "Car\"a");
  cup.directory.write("cup.otb", damaged);
  const Run run = cup.run("show");
  CHECK(run.status == 3);
  CHECK_THAT(run.err, contains_text("cup.otb:4: error: the line does not match its checksum"));
}

TEST_CASE("schiri otb: a changed byte is detected at any position") {
  Cup cup;
  begin_round(cup);
  REQUIRE(cup.run("result", {"1", "1-0"}).status == 0);
  const std::string whole = read_file(cup.file);
  const auto read_changed = [&](std::size_t at, char c) {
    std::string changed = whole;
    changed[at] = c;
    cup.directory.write("cup.otb", changed);
    return cup.run("standing");
  };
  const Run flipped = read_changed(whole.find("1-0"), '0');
  CHECK(flipped.status == 3);
  CHECK_THAT(flipped.err, contains_text("cup.otb:7: error: the line does not match its checksum"));
  // Every byte of the last line; only the missing line feed leaves it complete.
  for (std::size_t at = whole.rfind('\n', whole.size() - 2) + 1; at + 1 < whole.size(); ++at) {
    CAPTURE(at, whole.substr(at));
    const Run run = read_changed(at, static_cast<char>(whole[at] ^ 1));
    // An incomplete line is also reported.
    CHECK((run.status == 3 || !run.err.empty()));
  }
}

TEST_CASE("schiri otb: a line changed by hand is refused and the message gives its checksum") {
  Cup cup;
  begin_round(cup);
  REQUIRE(cup.run("result", {"1", "1-0"}).status == 0);
  std::string text = read_file(cup.file);
  text.replace(text.find("\"1-0\""), 5, "\"0-1\"");
  cup.directory.write("cup.otb", text);
  const Run refused = cup.run("log");
  CHECK(refused.status == 3);
  const std::string offer = "end it with ";
  const std::size_t at = refused.err.find(offer);
  REQUIRE(at != std::string::npos);
  const std::string right = refused.err.substr(at + offer.size(), 20);
  text.replace(text.find(",\"crc32\"", text.find("\"0-1\"")), right.size(), right);
  cup.directory.write("cup.otb", text);
  CHECK_THAT(cup.run("log").out, contains_text("board 1: 0-1"));
  // Computes the checksum as another program would: zlib's crc32 of the text before the key.
  const std::string first = text.substr(0, text.find('\n')), key = ",\"crc32\":\"";
  const std::size_t end = first.rfind(key);
  REQUIRE(end != std::string::npos);
  std::ostringstream sum;
  sum << std::hex << std::setw(8) << std::setfill('0')
      << crc32(0, reinterpret_cast<const Bytef*>(first.data()), static_cast<uInt>(end));
  CHECK(first.substr(end) == key + sum.str() + "\"}");
}

TEST_CASE("schiri otb: all simultaneous commands take effect") {
  Cup cup;
  cup.begin({"--rounds", "3"});
  std::vector<std::thread> threads;
  std::array<Run, 12> runs;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    threads.emplace_back([&, i] { runs[i] = cup.run("enter", {"Player " + std::to_string(i)}); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Run& run : runs) CHECK(run.status == 0);
  CHECK(cup.run("standing", {"--format", "json"}).status == 0);
  const std::string log = cup.run("log").out;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    CHECK_THAT(log, contains_text("Player " + std::to_string(i) + " enters"));
  }
}

TEST_CASE("schiri otb: reading does not wait for a writer") {
  Cup cup;
  begin_round(cup);
  const std::string whole = read_file(cup.file);
  const int writer = ::open(cup.file.c_str(), O_RDWR | O_CLOEXEC);
  REQUIRE(::flock(writer, LOCK_EX) == 0);
  // The first half of a line that is being written is not an incomplete command.
  cup.directory.write("cup.otb", whole + "{\"v\":2,\"act\":\"res");
  const Run look = cup.run("show");
  CHECK(look.status == 0);
  CHECK(look.err.empty());
  ::close(writer);
}

TEST_CASE("schiri otb: the date is valid and written as in records") {
  const auto date_of = [](const std::string& argument) {
    Cup cup;
    const Run run =
        cup.run("new", {"--name", "x", "--game", "creeper", "--rounds", "2", "--date", argument});
    if (run.status != 0) {
      CHECK(run.status == 2);
      CHECK_THAT(run.err, contains_text("--date: expected a day"));
      CHECK_FALSE(std::filesystem::exists(cup.file));
      return std::string("refused");
    }
    REQUIRE(cup.run("enter", {"A", "B"}).status == 0);
    REQUIRE(cup.run("pair").status == 0);
    REQUIRE(cup.run("result", {"1", "1-0"}).status == 0);
    const std::string trf = cup.run("export").out,
                      records = cup.run("export", {"--format", "pgn"}).out;
    const auto begin = trf.find("\n042 ") + 5, date = records.find("[Date \"") + 7;
    return records.substr(date, records.find('"', date) - date) + " " +
           trf.substr(begin, trf.find('\n', begin) - begin);
  };
  CHECK(date_of("2026.03.07") == "2026.03.07 2026/03/07");
  CHECK(date_of("2026-03-07") == "2026.03.07 2026/03/07");
  CHECK(date_of("2026/03/07") == "2026.03.07 2026/03/07");
  CHECK(date_of("27.3.2026") == "2026.03.27 2026/03/27");
  CHECK(date_of("2026-03") == "2026.03.?? 2026/03");
  CHECK(date_of("2026") == "2026.??.?? 2026");
  CHECK(date_of("????.??.??") == "????.??.?? ");
  for (const char* none : {"tomorrow", "2026.13.45", "2026.02.31", "7.3.2026", " "}) {
    CAPTURE(none);
    CHECK(date_of(none) == "refused");
  }
}

TEST_CASE("schiri otb: invalid lines are refused with a reason") {
  Cup cup;
  begin_round(cup);
  const std::string whole = read_file(cup.file);
  const auto [line, reason] = GENERATE(table<std::string, std::string>(
      {{"nonsense", "is not part of an event file"},
       {"{}", "is not part of an event file"},
       {R"({"v":3,"act":"pair"})", "the line is of version 3 of event files"},
       {R"({"v":1,"act":"pair"})", "this version of schiri reads version 2 only"},
       {R"({"v":2,"time":"","act":"dance"})", "'dance' is not a known act"},
       {R"({"v":2,"time":"","act":"result","round":9,"board":1,"result":"1-0"})", "not paired"},
       {R"({"v":2,"time":"","act":"result","round":1,"board":1,"result":"5-0"})",
        "its result is not a result"},
       {R"({"v":2,"time":"","act":"result","round":-1,"board":1,"result":"1-0"})", ""}}));
  cup.directory.write("cup.otb", with_checksums(whole + line + "\n"));
  const Run run = cup.run("show");
  CAPTURE(line, run.err);
  CHECK(run.status == 3);
  CHECK_THAT(run.err, contains_text(reason) && contains_text(":7: error: "));
}

TEST_CASE("schiri otb: a file of another format is named and a missing game lists the games") {
  Cup cup;
  const Run without_game = cup.run("new", {"--name", "x", "--rounds", "2"});
  CHECK(without_game.status == 2);
  CHECK(without_game.err.find("--game is required; the games are: creeper, ") != std::string::npos);
  cup.begin({"--rounds", "3"});
  const Run none = cup.run("show");
  CHECK(none.status == 2);
  CHECK(none.err == "schiri: no round is paired yet; 'schiri otb pair' pairs the first\n");
  const std::string record =
      cup.directory.write("game.pgn", "[Game \"creeper\"]\n[White \"A\"]\n\n1. A2+B3 *\n");
  const std::string trf = cup.directory.write("cup.trf", "012 Spring cup\n");
  const std::string output = cup.directory.file("new.otb");
  const std::pair<Words, const char*> wrong[] = {
      {{"otb", "check", record}, "expected an event file or a TRF file, but this looks like"},
      {{"otb", "import", record, "-o", output}, "expected a TRF file, but this looks like"},
      {{"otb", "import", cup.file, "-o", output}, "this is an event file, which needs no import"},
      {{"otb", "show", record}, "expected an event file, but this looks like"},
      {{"otb", "show", trf}, "'schiri otb import' imports it"}};
  for (const auto& [words, expected] : wrong) {
    CAPTURE(words);
    const Run run = run_schiri(words);
    CHECK(run.status == 3);
    CHECK(run.err.find(expected) != std::string::npos);
  }
}

}  // namespace otb_event_test
