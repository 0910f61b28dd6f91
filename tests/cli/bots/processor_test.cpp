#include "cli/bots/bench.h"
#include "notation/games/game_type.h"
#include "tests/catch.h"

namespace processor_test {

TEST_CASE("processor: bots play the same with all instructions") {
  const auto fast = v3_types();
  if (fast.empty()) return;  // neither this processor nor this build has them
  REQUIRE(fast.size() == baseline_types().size());
  for (std::size_t i = 0; i < fast.size(); ++i) {
    const GameType& base = *baseline_types()[i];
    CHECK(fast[i] != &base);
    REQUIRE(fast[i]->name() == base.name());
    for (const std::string_view name : base.variants()) {
      const std::string variant(name);
      for (const char* bot : {"random:seed=1", "greedy", "alphabeta:nodes=500", "mcts:nodes=500"}) {
        const BotSpec spec = parse_bot_spec(bot);
        const auto signature = [&](const GameType& type) {
          return bench(type, variant, spec, std::chrono::seconds(60), [](const BenchPosition&) {})
              .signature;
        };
        CAPTURE(base.name(), variant, bot);
        CHECK(signature(*fast[i]) == signature(base));
      }
    }
  }
}

TEST_CASE("processor: the table of games has those of this processor") {
  const auto types = built_in_types();
  CHECK(std::equal(types.begin(), types.end(), game_types().begin()));
  CHECK((instruction_set() == "x86-64-v3") == !v3_types().empty());
}

}  // namespace processor_test
