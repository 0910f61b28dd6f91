#include "tests/support/event_lines.h"

#include "tests/catch.h"
#include "tests/support/run.h"

namespace event_lines_test {

const std::string event_of_two =
    R"({"v":2,"time":"2026-05-01T10:00:00Z","act":"new","name":"E","game":"creeper",)"
    R"("variant":"standard","place":"","date":"2026.05.01","system":"swiss","rounds":3,"tie_breaks":[]})"
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
      {act(R"("act":"pair",)" + pairing), ":4: error: "},
      {act(R"("act":"pair","round":2,)" + pairing), ":4: error: "},
      {first + act(R"("act":"pair","round":2,)" + pairing), ":5: error: "},
      {first + act(R"("act":"result","round":1,"board":1,"result":"1-0","record":[1])"),
       ":5: error: "},
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

}  // namespace event_lines_test
