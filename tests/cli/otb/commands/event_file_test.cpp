#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <zlib.h>

#include "tests/catch.h"
#include "tests/support/event_lines.h"
#include "tests/support/file_limit.h"
#include "tests/support/otb_event.h"
#include "tests/support/terminal.h"

namespace event_file_test {

// What happens to the file of an event: failures, damage, changes by hand and at the same time.

/// An event with some of four players, the best one first.
struct Cup : OtbEvent {
  explicit Cup(std::size_t players) {
    out("new", {"--name", "Cup", "--game", "creeper", "--rounds", "3"});
    const char* const names[] = {"Anna", "Bert", "Carla", "Dora"};
    for (std::size_t i = 0; i < players; ++i) {
      out("enter", {names[i], "--rating", std::to_string(1900 - 50 * i)});
    }
  }
};

TEST_CASE("schiri otb: a file that cannot grow is unchanged at every size limit") {
  const Cup cup(4);
  cup.out("pair");
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

  const OtbEvent other;
  {
    const FileLimit limit(20);
    CHECK(other.run("new", {"--name", "x", "--game", "creeper", "--rounds", "2"}).status == 3);
  }
  CHECK(std::filesystem::is_empty(std::filesystem::path(other.file).parent_path()));
}

TEST_CASE("schiri otb: an incomplete last command after a power failure is ignored") {
  const Cup cup(4);
  cup.out("pair");
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
  const Cup cup(4);
  cup.out("pair");
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
  const Cup cup(4);
  cup.out("pair");
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
  const Cup cup(0);
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
  const Cup cup(4);
  cup.out("pair");
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

TEST_CASE("schiri otb: results are prompted for at a terminal that cannot edit lines") {
  const Cup event(4);
  event.out("pair");
  Terminal terminal({"otb", "result", event.file}, "dumb");
  terminal.wait_for("board result> ");
  terminal.type("1 -:+\r");
  terminal.wait_for("R1 board 1 Anna – Carla: --+");
  terminal.wait_for("board result> ");
  terminal.type("8 1-0\r");
  terminal.wait_for("schiri: line 2: round 1 has boards 1 to 2");
  terminal.wait_for("board result> ");
  terminal.type("\x04");
  CHECK(terminal.finish() == 1);
}

TEST_CASE("schiri otb: results are prompted for at a terminal") {
  if (is_omitted_without_editor()) return;
  const Cup event(4);
  event.out("pair");
  Terminal terminal({"otb", "result", event.file});
  terminal.wait_for("board result> ");
  terminal.type("1 -:+\r");
  terminal.wait_for("R1 board 1 Anna – Carla: --+");
  terminal.wait_for("board result> ");
  terminal.type("8 1-0\r");
  terminal.wait_for("schiri: round 1 has boards 1 to 2");
  terminal.wait_for("board result> ");
  // Meanwhile another process enters a result.
  event.out("result", {"2", "="});
  terminal.type("undo\r");
  terminal.wait_for("undone: round 1, board 1: --+");
  terminal.wait_for("board result> ");
  terminal.type("undo\r");
  terminal.wait_for("has entered nothing that can be undone");
  terminal.wait_for("board result> ");
  terminal.type("redo\r");
  terminal.wait_for("redone: round 1, board 1: --+");
  terminal.wait_for("board result> ");
  terminal.type("\x04");
  CHECK(terminal.finish() == 0);
}

TEST_CASE("schiri otb: undone commands are ignored and undo must match the last command") {
  const Cup event(4);
  const std::string whole = read_file(event.file);
  const auto with = [&](const std::string& lines) {
    event.directory.write("cup.otb", with_checksums(whole + lines));
    return event.run("log");
  };
  const std::string odd = R"({"v":2,"time":"","act":"withdraw","name":"Nobody"})",
                    undo = R"({"v":2,"time":"","act":"undo","lines":1})";
  CHECK(with(odd + "\n").status == 3);
  CHECK(with(odd + "\n" + undo + "\n").status == 0);
  const Run other = with(R"({"v":2,"time":"","act":"undo","lines":2})"
                         "\n");
  CHECK(other.status == 3);
  CHECK_THAT(other.err, contains_text("cup.otb:6: error: it does not undo the last command"));
  // A line may name where the command begins, also with how many lines it has.
  const std::string earlier = R"({"v":2,"time":"","act":"undo","line":2})",
                    again = R"({"v":2,"time":"","act":"redo","line":2,"lines":1})";
  const Run named = with(earlier + "\n");
  CHECK(named.status == 0);
  CHECK_THAT(named.out, contains_text("Anna enters, rating 1900 (undone)\n"));
  CHECK_THAT(named.out, contains_text("undone: the command of line 2\n"));
  CHECK(with(earlier + "\n" + again + "\n").out.find("(undone)") == std::string::npos);
  for (const std::string& line :
       {earlier + "\n" + earlier, again, std::string(R"({"v":2,"time":"","act":"undo","line":1})"),
        std::string(R"({"v":2,"time":"","act":"undo","line":9})"),
        std::string(R"({"v":2,"time":"","act":"undo","line":2,"lines":2})"),
        std::string(R"({"v":2,"time":"","by":7,"act":"undo","lines":1})")}) {
    CAPTURE(line);
    CHECK(with(line + "\n").status == 3);
  }
  std::string all;
  for (int i = 0; i < 5; ++i) all += undo + "\n";
  CHECK_THAT(with(all).err, contains_text("cup.otb:10: error: there is nothing to undo"));
}

const std::string event_of_two =
    R"({"v":2,"time":"2026-05-01T10:00:00Z","act":"new","name":"E","game":"creeper",)"
    R"("variant":"standard","place":"","date":"2026.05.01","system":"dutch","rounds":3,"tie_breaks":[]})"
    "\n"
    R"({"v":2,"time":"2026-05-01T10:00:00Z","act":"enter","name":"A"})"
    "\n"
    R"({"v":2,"time":"2026-05-01T10:00:00Z","act":"enter","name":"B"})"
    "\n";

/// The line of an act: adds the opening brace, version and time.
std::string act(const std::string& rest) {
  return R"({"v":2,"time":"2026-05-01T10:00:00Z",)" + rest + "}\n";
}

const std::string pairing = R"("boards":[["A","B"]],"byes":[])";

TEST_CASE("schiri otb: an invalid line is refused by every command and the file is unchanged") {
  const std::string first = act(R"("act":"pair","round":1,)" + pairing);
  const auto [lines, line] = GENERATE_COPY(table<std::string, std::string>({
      {R"({"v":2,"act":"enter","name":"C"})"
       "\n",
       ":4: error: "},
      {R"({"v":2,"time":7,"act":"enter","name":"C"})"
       "\n",
       ":4: error: "},
      {"nonsense\n", ":4: error: the line is not part of an event file"},
      {"{}\n", ":4: error: the line is not part of an event file"},
      {R"({"v":3,"act":"pair"})"
       "\n",
       ":4: error: the line is of version 3 of event files"},
      {R"({"v":1,"act":"pair"})"
       "\n",
       "this version of schiri reads version 2 only"},
      {act(R"("act":"dance")"), ":4: error: 'dance' is not a known act"},
      {first + act(R"("act":"result","round":9,"board":1,"result":"1-0")"), "not paired"},
      {first + act(R"("act":"result","round":1,"board":1,"result":"5-0")"),
       ":5: error: its result is not a result"},
      {first + act(R"("act":"result","round":-1,"board":1,"result":"1-0")"), ":5: error: "},
      {act(R"("act":"pair",)" + pairing), ":4: error: "},
      {act(R"("act":"pair","round":2,)" + pairing), ":4: error: "},
      {first + act(R"("act":"pair","round":2,)" + pairing), ":5: error: "},
      {first + act(R"("act":"result","round":1,"board":1,"result":"1-0","record":[1])"),
       ":5: error: "},
      {act(R"("act":"enter","name":"C","team":"T")"), ":4: error: the event has teams, which"},
      {act(R"("act":"lineup","team":"T","round":1,"names":["A"])"),
       ":4: error: the event has teams"},
      {act(R"("act":"lots","names":["A","B"])"), ":4: error: the event has lots, which"},
      {first + act(R"("act":"late","round":1,"board":2,"players":["A","B"])"),
       ":5: error: the event has late pairings, which"},
      {first + act(R"("act":"swap","round":1,"players":["A","B"],"played":true)"),
       ":5: error: the event has swaps of played games, which"},
      {act(R"("act":"set","tie_breaks":["AOB"])"), ":4: error: there is no tie-break 'AOB'; there"},
      {act(R"("act":"enter","name":"C","category":"B")"),
       ":4: error: the event has categories for prizes, which"},
      {first + act(R"("act":"result","round":1,"match":1,"board":1,"result":"1-0")"),
       ":5: error: the event has teams"},
  }));
  CAPTURE(lines);
  const TemporaryDirectory directory;
  const std::string text = with_checksums(event_of_two + lines);
  const std::string file = directory.write("a.otb", text);
  for (const char* command : {"log", "export", "standing", "show", "pair"}) {
    const Run run = run_schiri({"otb", command, file});
    CAPTURE(command, run.err);
    CHECK(run.status == 3);
    CHECK_THAT(run.err, contains_text(line));
    CHECK(run.out.empty());
  }
  CHECK(read_file(file) == text);
}

TEST_CASE("otb check: a changed stored pairing is reported") {
  const OtbEvent cup;
  cup.out("new", {"--name", "Cup", "--game", "creeper", "--rounds", "3"});
  cup.out("enter", {"Anna", "Bert", "Carla", "Dora"});
  cup.out("pair");
  cup.out("result", {"1", "1-0", "2", "="});
  std::string text = read_file(cup.file);
  const std::string pair = "[\"Anna\",\"Carla\"]";
  text.replace(text.find(pair), pair.size(), "[\"Carla\",\"Anna\"]");
  cup.directory.write("cup.otb", with_checksums(text));
  const Run run = cup.run("check");
  CHECK(run.status == 1);
  CHECK_THAT(run.out, contains_text("round 1, board 1: played 3 Carla - 1 Anna, expected "
                                    "1 Anna - 3 Carla (colours)"));
}

}  // namespace event_file_test
