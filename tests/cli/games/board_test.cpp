#include "tests/catch.h"
#include "tests/data.h"
#include "tests/support/run.h"

namespace board_test {

struct Reference {
  const char* file;  ///< written by the arguments and inspected by eye
  std::vector<std::string> arguments;
};

const Reference references[] = {
    {"diagrams/creeper.svg",
     {"creeper", "--position", "5W1/B1B1B1W/7/2WB2W/5BB/W4B1/4WB1 2w3/bbw2w/bb4/w5/5b/1wwwb1 b",
      "--play", "A6+B5"}},
    {"diagrams/springerjagd.svg",
     {"springerjagd", "--position", "P1p2N/2P1P1/NPdp1P/3PPp/1Pp1n1/1npp2 b a4", "--play",
      "b1~c4"}},
    {"diagrams/more-or-less.svg",
     {"more-or-less", "--position", "w/w1b1w1bbw1/w2w1ww2w/bww1ww4/b4w4/1bbb1bbb2 w 2 3", "--play",
      "OxC6xOxC7"}},
    {"diagrams/sperre.svg",
     {"sperre", "--variant", "both", "--position",
      "BB5BB/3B2B2/1B7/9/4W4/W5B2/2B2W3/4W1W2/1WW1WW3 b 798 5", "--play", "III1/33-11/12>14"}}};

TEST_CASE("board: diagrams equal inspected references") {
  for (const Reference& reference : references) {
    std::vector<std::string> arguments = {"board", "--coordinates", "--theme", "light"};
    arguments.insert(arguments.end(), reference.arguments.begin(), reference.arguments.end());
    const Run run = run_schiri(arguments);
    INFO(reference.file << ": " << run.err);
    CHECK(run.status == 0);
    CHECK(run.out == read_data(reference.file));
  }
}

TEST_CASE("board: output file and theme and width") {
  const TemporaryDirectory folder;
  const std::string file = folder.file("board.svg");
  CHECK(run_schiri({"board", "creeper", "-o", file, "--theme", "dark", "--width", "200"}).out ==
        "");
  const std::string text = read_file(file);
  CHECK_THAT(text, contains_text("width=\"200\""));
  CHECK(text.find("prefers-color-scheme") == std::string::npos);
  CHECK_THAT(run_schiri({"board", "creeper"}).out, contains_text("prefers-color-scheme:dark"));
}

TEST_CASE("board: wrong usage") {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"board"},
                                             {"board", "chess"},
                                             {"board", "sperre"},
                                             {"board", "creeper", "--theme", "pink"},
                                             {"board", "creeper", "--width", "0"},
                                             {"board", "creeper", "--position", "nonsense"},
                                             {"board", "creeper", "--play", "A1-A2"},
                                             {"board", "creeper", "--play", "A2-A5"}}) {
    const Run run = run_schiri(arguments);
    CHECK(run.status == 2);
    CHECK(run.out == "");
    CHECK(run.err != "");
  }
  CHECK(run_schiri({"board", "creeper", "-o", "/no/such/folder/x.svg"}).status == 3);
}

TEST_CASE("replay: svg shows the last position unless --turn is given") {
  const std::string record = "[Game \"creeper\"]\n\n1. A2+B3 A6-B6 *\n";
  const Run last = run_schiri({"replay", "-", "--format", "svg"}, record);
  CHECK(last.status == 0);
  CHECK_THAT(last.out, contains_text("Turn 2: Black A6-B6"));
  const Run first = run_schiri({"replay", "-", "--format", "svg", "--turn", "0"}, record);
  CHECK_THAT(first.out, contains_text("<title>? - ?, Start</title>"));
  CHECK(first.out.find("creeper-last-square\" x") == std::string::npos);
}

}  // namespace board_test
