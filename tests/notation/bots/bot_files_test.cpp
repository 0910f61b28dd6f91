#include "core/base/random.h"
#include "core/match/bot_spec.h"
#include "notation/bots/network_file.h"
#include "notation/bots/opening_book.h"
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

std::string units_text(const Network::Units& units) {
  std::string text = "[";
  for (const std::int16_t unit : units) {
    if (text.size() > 1) text += ',';
    text += std::to_string(unit);
  }
  return text + ']';
}

/// A network of the form as a file, with one line for each feature.
std::string text_of(const Network& network) {
  std::string text = R"({"format": "schiri network 1",
"game": "more-or-less",
"variant": ")" + std::string(form().variants[static_cast<std::size_t>(network.variant)]) +
                     "\",\n\"scale\": " + std::to_string(network.scale) +
                     ",\n\"classic\": " + std::to_string(network.classic) +
                     ",\n\"output bias\": " + std::to_string(network.output_bias) +
                     ",\n\"biases\": " + units_text(network.biases) + ",\n\"outputs\": [" +
                     units_text(network.outputs[0]) + ",\n" + units_text(network.outputs[1]) +
                     "],\n\"inputs\": [";
  for (std::size_t i = 0; i < network.inputs.size(); ++i) {
    text += (i > 0 ? ",\n" : "\n") + units_text(network.inputs[i]);
  }
  return text + "\n]}\n";
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

TEST_CASE("network file: a network is read with all its numbers") {
  const Network network = random_network();
  CHECK(read_network(text_of(network), form()) == network);
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

TEST_CASE("network file: reject invalid networks with the reason") {
  const std::string text = text_of(random_network());
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

namespace opening_book_test {

std::string complaint(const std::string& text) {
  try {
    OpeningBook::read(text, "creeper");
  } catch (const BotFileError& error) {
    return error.what();
  }
  return "";
}

/// A file with an opening book for the start of Creeper: turns with the half points of one game
/// each.
class Bookshelf {
 public:
  explicit Bookshelf(const std::vector<std::pair<std::string, int>>& turns) {
    OpeningBook book("creeper", "standard");
    for (const auto& [turn, half_points] : turns) {
      book.add(game_->position(), turn, static_cast<std::uint64_t>(half_points));
    }
    directory_.write("c.book", book.write());
  }

  Thought first_turn(std::uint64_t seed) const {
    const auto bot = find_game("creeper")->make_bot(
        parse_bot_spec("greedy option.book=" + directory_.file("c.book")));
    bot->new_game(seed);
    return bot->think(*game_, {}, {});
  }

 private:
  TemporaryDirectory directory_;
  std::unique_ptr<Game> game_ = find_game("creeper")->start({});
};

TEST_CASE("opening book: a book round-trips through its file") {
  OpeningBook book("creeper", "standard");
  book.add("one", "A2+B3", 2);
  book.add("one", "A2+B3", 1);
  book.add("one", "A2-B2", 0);
  book.add("two \"quoted\"", "A2-B2", 1);
  const OpeningBook again = OpeningBook::read(book.write(), "creeper");
  CHECK(again.write() == book.write());
  CHECK(again.turns("one") == std::vector<BookTurn>{{"A2+B3", 2, 3}, {"A2-B2", 1, 0}});
  CHECK(again.turns("three").empty());
  CHECK(again.positions() == 2);
  CHECK(again.turns() == 3);
}

TEST_CASE("opening book: pruning removes turns with few games or few points") {
  const auto pruned = [](std::uint64_t least_games, double least_score) {
    OpeningBook book("creeper", "standard");
    for (const int half_points : {2, 1, 0, 0}) {
      book.add("often", "A", static_cast<std::uint64_t>(half_points));
    }
    book.add("often", "B", 2);
    book.add("once", "C", 1);
    book.prune(least_games, least_score);
    return std::pair(book.positions(), book.turns());
  };
  CHECK(pruned(0, 0) == std::pair<std::size_t, std::size_t>(2, 3));
  CHECK(pruned(2, 0) == std::pair<std::size_t, std::size_t>(1, 1));
  CHECK(pruned(4, 0.375) == std::pair<std::size_t, std::size_t>(1, 1));
  CHECK(pruned(0, 0.376) == std::pair<std::size_t, std::size_t>(2, 2));
  CHECK(pruned(0, 0.6) == std::pair<std::size_t, std::size_t>(1, 1));
  CHECK(pruned(5, 0) == std::pair<std::size_t, std::size_t>(0, 0));
}

TEST_CASE("opening book: invalid texts are reported") {
  const std::string turn_form =
      "position 'p': expected turns as in [\"A2+B3\", 12, 15], with the games and twice the points";
  const auto text = [](const std::string& turns) {
    return R"({"format": "schiri book 1", "game": "creeper", "variant": "standard", "positions": {"p": [)" +
           turns + "]}}";
  };
  const std::pair<std::string, std::string> table[] = {
      {text(R"(["A", 3, 6])"), ""},
      {text(""), ""},
      {text(R"(["A", 3, 7])"), turn_form},
      {text(R"(["A", 3, -1])"), turn_form},
      {text(R"(["A", 3])"), turn_form},
      {text(R"(["A", 1000000001, 0])"), turn_form},
      {text(R"([3, 3, 3])"), turn_form},
      {text("3"), turn_form},
      {R"({"format": "schiri book 2"})", "expected \"format\": \"schiri book 1\""},
      {R"({"format": "schiri book 1", "game": "sperre"})", "expected \"game\": \"creeper\""},
      {"[]", "expected \"format\": \"schiri book 1\""},
  };
  for (const auto& [given, expected] : table) CHECK(complaint(given) == expected);
  CHECK(complaint("{") != "");
  CHECK(
      complaint(
          R"({"format": "schiri book 1", "game": "creeper", "variant": "standard", "positions": [1]})") !=
      "");
  CHECK(complaint(R"({"format": "schiri book 1", "game": "creeper", "variant": "standard"})") !=
        "");
  CHECK(complaint(R"({"format": "schiri book 1", "game": "creeper", "positions": {}})") != "");
}

TEST_CASE("opening book: a bot plays turns in proportion to their points") {
  const Bookshelf shelf({{"A2+B3", 2}, {"A2-B2", 1}, {"G6-F6", 0}});
  std::map<std::string, int> played;
  const int games = 3000;
  for (int seed = 1; seed <= games; ++seed) {
    const Thought thought = shelf.first_turn(static_cast<std::uint64_t>(seed));
    CHECK(thought.nodes == 0U);
    ++played[thought.turn];
  }
  CHECK(played.size() == 2);
  // Within five standard deviations.
  CHECK(std::abs(played["A2+B3"] - games * 2 / 3) < 130);
  CHECK(shelf.first_turn(7).turn == shelf.first_turn(7).turn);
}

TEST_CASE("opening book: without a legal scoring turn in the book the bot searches") {
  using Turns = std::vector<std::pair<std::string, int>>;
  for (const Turns& turns :
       {Turns{}, Turns{{"A1-G7", 2}}, Turns{{"nonsense", 2}}, Turns{{"A2+B3", 0}}}) {
    const Thought thought = Bookshelf(turns).first_turn(1);
    CHECK(thought.score);
  }
}

TEST_CASE("opening book: a book applies only to its variant") {
  const GameType& sperre = *find_game("sperre");
  const TemporaryDirectory directory;
  const auto start = sperre.start({"rows", "", "147"});
  OpeningBook book("sperre", "rows");
  const std::string turn = "III5/13-33";
  book.add(start->position(), turn, 2);
  directory.write("r.book", book.write());
  const BotSpec spec = parse_bot_spec("greedy option.book=" + directory.file("r.book"));
  for (const char* known : {"", "rows", "Rows"}) {
    const auto bot = sperre.make_bot(spec, known);
    bot->new_game(1);
    CHECK(bot->think(*start, {}, {}).turn == turn);
    // The position string is the same in both variants.
    CHECK(bot->think(*sperre.start({"standard", "", "147"}), {}, {}).score);
  }
  CHECK_THROWS_WITH(sperre.make_bot(spec, "move-first"),
                    contains_text("the book is for the variant 'rows', not 'move-first'"));
}

TEST_CASE("opening book: reject unusable files") {
  const TemporaryDirectory directory;
  directory.write("c.book", "[]");
  const GameType& type = *find_game("creeper");
  for (const std::string& file : {std::string("/nonexistent/x.book"), directory.file("c.book")}) {
    for (const char* bot : {"greedy", "alphabeta", "mcts"}) {
      CHECK_THROWS_AS(type.make_bot(parse_bot_spec(bot + (" option.book=" + file))), BotSpecError);
    }
  }
  CHECK(type.make_bot(parse_bot_spec("alphabeta option.book=none")));
}

}  // namespace opening_book_test
