#include "notation/learning/network_file.h"

#include "core/base/random.h"
#include "notation/game_types.h"
#include "tests/catch.h"

namespace network_file_test {

NetworkForm form() { return find_game("more-or-less")->network_form(); }

Network random_network() {
  Rng rng(5);
  const auto fill = [&rng](Network::Units& units, int most) {
    for (auto& unit : units) {
      const auto range = static_cast<std::uint64_t>(2 * most + 1);
      unit = static_cast<std::int16_t>(static_cast<int>(rng.below(range)) - most);
    }
  };
  Network network;
  network.variant = 1;
  network.scale = 321;
  network.classic = 17;
  network.output_bias = -123456;
  network.inputs.resize(form().features);
  for (auto& row : network.inputs) fill(row, Network::most_input);
  fill(network.biases, Network::most_input);
  for (auto& row : network.outputs) fill(row, Network::most_output);
  return network;
}

std::string with(std::string text, const std::string& old, const std::string& replacement) {
  const std::size_t at = text.find(old);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old.size(), replacement);
}

std::string complaint(const std::string& text, const NetworkForm& wanted = form()) {
  try {
    read_network(text, wanted);
  } catch (const BotFileError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("network file: a network round-trips through its file") {
  const Network network = random_network();
  CHECK(read_network(write_network(network, form()), form()) == network);
}

TEST_CASE("network file: the error names an unusable file") {
  const auto complaint_about = [](const std::string& path) -> std::string {
    try {
      load_network(path, form());
    } catch (const BotFileError& error) {
      return error.what();
    }
    return "";
  };
  CHECK(complaint_about("/nowhere/a.net") ==
        "'/nowhere/a.net': cannot be read: No such file or directory");
  CHECK(complaint_about("-") == "'-': a network is read from a file");
  CHECK(complaint_about("/dev/null").starts_with("'/dev/null': "));
}

TEST_CASE("network file: the table contains the network's numbers") {
  const Network network = random_network();
  std::vector<std::int32_t> numbers;
  std::string text = write_network_table(network);
  std::replace(text.begin(), text.end(), ',', ' ');
  std::istringstream stream(text);
  for (std::int32_t number = 0; stream >> number;) numbers.push_back(number);
  CHECK(network_of_table(numbers) == network);
}

TEST_CASE("network file: reject invalid networks with the reason") {
  const std::string text = write_network(random_network(), form());
  CHECK(complaint(text) == "");
  CHECK(complaint(text, find_game("creeper")->network_form()) == "expected \"game\": \"creeper\"");
  struct Case {
    std::string from, to, complaint;
  };
  const Case cases[] = {
      {"network 1", "network 9", "expected \"format\": \"schiri network 1\""},
      {"\"31\"", "\"32\"", "there is no variant '32' of more-or-less"},
      {"321", "0", "'scale' is 0, expected a number from 1 to 100000"},
      {"321", "1.5", "'scale' is not a whole number"},
      {"321", "\"x\"", "'scale' is not a whole number"},
      {"\"classic\": 17", "\"classic\": -1", "'classic' is -1, expected a number from 0 to 4096"},
      {"\"biases\": [", "\"biases\": [1,", "biases: expected 32 numbers"},
      {"\"biases\": [", "\"biases\": [501,[", ""},
      {"\"inputs\": [\n[", "\"inputs\": [\n[],[", "inputs: expected 320 rows"},
      {"\"inputs\": [\n[", "\"inputs\": [\n[99999,", "row 1 of inputs: expected 32 numbers"},
      {"\"outputs\": [", "\"outputs\": [3,", "outputs: expected 32 numbers"},
  };
  for (const Case& wrong : cases) {
    INFO(wrong.from << " -> " << wrong.to);
    const std::string error = complaint(with(text, wrong.from, wrong.to));
    CHECK(error != "");
    if (!wrong.complaint.empty()) CHECK(error == wrong.complaint);
  }
  for (std::size_t end = 0; end + 3 < text.size(); end += 997) {
    CHECK(complaint(text.substr(0, end)) != "");
  }
}

TEST_CASE("network file: reject a bot with an unusable network") {
  const GameType& type = *find_game("creeper");
  for (const std::string file : {"/nonexistent/x.net", "/"}) {
    CHECK_THROWS_AS(type.make_bot(parse_bot_spec("alphabeta option.evaluation=" + file)),
                    BotSpecError);
  }
  CHECK(type.make_bot(parse_bot_spec("alphabeta option.evaluation=classic")));
  CHECK(type.make_bot(parse_bot_spec("mcts option.evaluation=built-in")));
  CHECK_THROWS_AS(type.make_bot(parse_bot_spec("greedy option.evaluation=classic")), BotSpecError);
}

}  // namespace network_file_test
