#include "notation/programs/conformance.h"

#include "tests/catch.h"

namespace conformance_test {

// Properties of every game and variant. tests/core tests properties of the games' own types.

void check_variants(const GameType& type, std::span<const std::string_view> variants) {
  std::size_t points = 0;
  const bool is_good = check_game(type, variants, [&](const ConformancePoint& point) {
    INFO(type.name() << " " << point.variant << ": " << point.what);
    CHECK(point.failure == "");
    ++points;
  });
  CHECK(is_good);
  CHECK(points == conformance_points().size() * variants.size());
}

TEST_CASE("every game: conforms to the requirements on games as it is usually played") {
  for (const GameType* type : game_types()) {
    const std::string_view variants[] = {type->variant_table.standard()};
    check_variants(*type, variants);
  }
}

TEST_CASE("every game: conforms to the requirements on games with each setting alone", "[long]") {
  for (const GameType* type : game_types()) {
    std::vector<std::string_view> variants;
    for (const std::string_view variant : type->variant_table.all()) {
      if (std::ranges::count(variant, ';') < 2) variants.push_back(variant);
    }
    check_variants(*type, variants);
  }
}

using Setting = std::pair<std::string_view, std::string_view>;

/// The variant's name and its settings that are not the usual ones.
std::set<Setting> settings_of(std::string_view variant) {
  const std::size_t end = variant.find(';');
  std::set<Setting> settings = {{"", variant.substr(0, end)}};
  for (std::size_t at = end; at != variant.npos;) {
    const std::size_t next = variant.find(';', at + 1), sign = variant.find('=', at);
    settings.insert({variant.substr(at + 2, sign - at - 2),
                     variant.substr(sign + 1, std::min(next, variant.size()) - sign - 1)});
    at = next;
  }
  return settings;
}

/// Variants in which each pair of values of two settings occurs that occurs in all of these.
std::vector<std::string_view> pairwise(std::span<const std::string_view> variants) {
  std::set<std::string_view> names;
  for (const std::string_view variant : variants) {
    for (const Setting& setting : settings_of(variant)) names.insert(setting.first);
  }
  std::map<std::string_view, std::set<std::pair<Setting, Setting>>> left;
  for (const std::string_view variant : variants) {
    std::set<Setting> values = settings_of(variant);
    for (const std::string_view name : names) {
      const bool is_usual = std::ranges::none_of(
          values, [&](const Setting& setting) { return setting.first == name; });
      if (is_usual) values.insert({name, ""});
    }
    for (auto first = values.begin(); first != values.end(); ++first) {
      for (auto second = std::next(first); second != values.end(); ++second) {
        left[variant].insert({*first, *second});
      }
    }
  }
  std::vector<std::string_view> chosen;
  while (true) {
    const auto& [variant, pairs] = *std::ranges::max_element(
        left, {}, [](const auto& candidate) { return candidate.second.size(); });
    if (pairs.empty()) return chosen;
    chosen.push_back(variant);
    for (const auto found = pairs; auto& [other, missing] : left) {
      std::erase_if(missing, [&](const auto& pair) { return found.contains(pair); });
    }
  }
}

// Settings that break a requirement together break it in twos, as far as this test finds it: it
// gives up combinations of three.
TEST_CASE("every game: conforms to the requirements on games with each pair of settings",
          "[long]") {
  for (const GameType* type : game_types()) {
    const auto variants = pairwise(type->variant_table.all());
    CHECK(variants.size() <= 18);
    check_variants(*type, variants);
  }
}

/// A game that delegates to another one except for the faults of a test.
class FaultyType : public GameType {
 public:
  explicit FaultyType(const GameType& type) : FaultyType(type, type.facts) {}
  FaultyType(const GameType& type, const GameFacts& its_facts)
      : GameType(its_facts, type.variant_table), type_(type) {}

  const ForeignNotation* foreign_notation() const override { return type_.foreign_notation(); }
  DiagramBoard diagram_board(std::string_view variant) const override {
    return type_.diagram_board(variant);
  }
  std::unique_ptr<Game> start(const StartSpec& spec) const override { return type_.start(spec); }
  void visit_hashes(const StartSpec& spec, std::span<const std::string_view> turns,
                    const std::function<bool(std::uint64_t)>& visitor) const override {
    type_.visit_hashes(spec, turns, visitor);
  }
  StartSpec draw_start(std::string_view variant, Rng& rng) const override {
    return type_.draw_start(variant, rng);
  }
  double evaluation_scale() const override { return type_.evaluation_scale(); }
  std::unique_ptr<Player> make_bot(const BotSpec& spec, std::string_view variant) const override {
    return type_.make_bot(spec, variant);
  }
  void check_movetext(const StartSpec& spec, MovetextReader& reader, FindingLog& findings,
                      GameCheck& check) const override {
    type_.check_movetext(spec, reader, findings, check);
  }
  void visit_positions(const StartSpec& spec, std::span<const std::string_view> turns,
                       Visited visited,
                       const std::function<bool(const SearchedPosition&)>& visitor) const override {
    type_.visit_positions(spec, turns, visited, visitor);
  }
  std::size_t turn_length(const char* text) const override { return type_.turn_length(text); }

 private:
  const GameType& type_;
};

/// A game with one fault.
class FaultyGame : public Game {
 public:
  enum class Fault { count, position, wide_board, side, same_turn, random };

  FaultyGame(std::unique_ptr<Game> game, Fault fault) : game_(std::move(game)), fault_(fault) {
    turns_ = game_->turns();
  }

  std::unique_ptr<Game> clone() const override {
    return std::make_unique<FaultyGame>(game_->clone(), fault_);
  }
  std::string_view variant() const override { return game_->variant(); }
  Side side_to_move() const override {
    return fault_ == Fault::side ? Side::white : game_->side_to_move();
  }
  std::optional<Ending> ending() const override { return game_->ending(); }
  std::string position() const override {
    return fault_ == Fault::position && turns_.size() == 3 ? start_position() + " x"
                                                           : game_->position();
  }
  std::string start_position() const override { return game_->start_position(); }
  std::string board(const BoardStyle& style) const override {
    return game_->board(style) + std::string(fault_ == Fault::wide_board ? 81 : 0, '.');
  }
  Figures figures() const override { return game_->figures(); }
  std::optional<TurnError> check(std::string_view turn) const override {
    return game_->check(turn);
  }
  std::optional<TurnError> play(std::string_view turn) override {
    const auto error = game_->play(turn);
    turns_ = game_->turns();
    return error;
  }
  void take_back(std::size_t turns) override { game_->take_back(turns); }
  std::optional<TurnParts> turn_parts(std::string_view begun) const override {
    return game_->turn_parts(begun);
  }
  std::uint64_t count_turns() const override {
    return game_->count_turns() + (fault_ == Fault::count);
  }
  void visit_turns(const TurnTextVisitor& visitor) const override {
    game_->visit_turns([&](std::string_view turn) {
      return visitor(turn) && (fault_ != Fault::same_turn || visitor(turn));
    });
  }
  std::string random_turn(Rng& rng) const override {
    return fault_ == Fault::random && turns_.size() > 20 ? "E7+D6" : game_->random_turn(rng);
  }
  std::string quick_turn(Rng& rng) const override { return game_->quick_turn(rng); }
  std::uint64_t perft(int depth) const override { return game_->perft(depth); }
  std::uint64_t perft_of_turn(std::string_view turn, int depth) const override {
    return game_->perft_of_turn(turn, depth);
  }

 private:
  std::unique_ptr<Game> game_;
  Fault fault_;
};

class TypeOfFaultyGames final : public FaultyType {
 public:
  explicit TypeOfFaultyGames(FaultyGame::Fault fault)
      : FaultyType(*find_game("creeper")), fault_(fault) {}

  std::unique_ptr<Game> start(const StartSpec& spec) const override {
    return std::make_unique<FaultyGame>(FaultyType::start(spec), fault_);
  }
  // Bots accept only games of their own type.
  std::unique_ptr<Player> make_bot(const BotSpec&, std::string_view) const override {
    throw std::runtime_error("no bot");
  }

 private:
  FaultyGame::Fault fault_;
};

std::map<std::string, std::string> failures_of(const GameType& type) {
  std::map<std::string, std::string> failures;
  const bool is_good =
      check_game(type, type.variant_table.all(), [&](const ConformancePoint& point) {
        if (!point.failure.empty()) failures[std::string(point.what)] = point.failure;
      });
  CHECK(is_good == failures.empty());
  return failures;
}

TEST_CASE("conformance: faults of a game are found and reported") {
  using Fault = FaultyGame::Fault;
  struct Case {
    Fault fault;
    std::string what, failure;
  };
  const Case cases[] = {
      {Fault::count, "turns are counted as they are visited", "perft of one turn"},
      {Fault::position, "a position survives its text, and its text its position", "parts"},
      {Fault::wide_board, "boards are legible in 80 columns, coloured or not", "80 columns"},
      {Fault::side, "visited turns are legal, distinct and written canonically", "same side's"},
      {Fault::same_turn, "visited turns are legal, distinct and written canonically", "twice"},
      {Fault::random, "a turn drawn at random is legal", "is refused: "},
  };
  for (const Case& one : cases) {
    INFO(one.what);
    const auto failures = failures_of(TypeOfFaultyGames(one.fault));
    CHECK(failures.count("the built-in bots play it"));
    REQUIRE(failures.count(one.what));
    INFO(failures.at(one.what));
    CHECK(failures.at(one.what).find(one.failure) != std::string::npos);
  }
}

TEST_CASE("conformance: hashes that are equal for different positions are found") {
  class SameHashes : public FaultyType {
   public:
    using FaultyType::FaultyType;
    void visit_hashes(const StartSpec& spec, std::span<const std::string_view> turns,
                      const std::function<bool(std::uint64_t)>& visitor) const override {
      FaultyType::visit_hashes(spec, turns, [&](std::uint64_t) { return visitor(7); });
    }
  };
  const auto failures = failures_of(SameHashes(*find_game("creeper")));
  REQUIRE(failures.size() == 1);
  CHECK(failures.begin()->first == "equal positions, and no others, have equal hashes");
  CHECK(failures.begin()->second.find("have one hash") != std::string::npos);
}

TEST_CASE("conformance: an undeclared ending is found") {
  const GameType& type = *find_game("creeper");
  GameFacts facts = type.facts;
  facts.endings = {};
  const auto failures = failures_of(FaultyType(type, facts));
  REQUIRE(failures.size() == 1);
  CHECK(failures.begin()->first == "no turn follows the end");
}

}  // namespace conformance_test
