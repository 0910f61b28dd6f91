#include "core/hooks.h"

#include "core/games/creeper/hooks.h"
#include "core/games/more_or_less/hooks.h"
#include "core/games/sperre/hooks.h"
#include "core/games/springerjagd/hooks.h"
#include "core/perft.h"
#include "tests/catch.h"

namespace core_hooks_test {

/// A minimal game: the first player has one turn, which wins. The games below add hooks to it.
struct TinyPosition {
  using Turn = int;
  enum class Violation : std::uint8_t { other_turn };

  Side side = Side::white;

  Side side_to_move() const { return side; }
  std::optional<Ending> ending() const {
    if (side == Side::white) return std::nullopt;
    return Ending{Outcome::white_wins, "first"};
  }
  std::optional<Ending> ending_after(Turn) const { return ending(); }
  std::optional<Violation> violation(Turn turn) const {
    return turn == 0 ? std::nullopt : std::optional(Violation::other_turn);
  }
  bool is_legal(Turn turn) const { return turn == 0; }
  bool is_irreversible(Turn) const { return true; }
  std::uint64_t count_turns() const { return side == Side::white ? 1 : 0; }
  Turn random_turn(Rng&) const { return 0; }
  bool visit_turns(const auto& visitor) const { return side == Side::black || visitor(0); }
  std::uint64_t hash() const { return static_cast<std::uint64_t>(side); }
  void play(Turn) { side = opponent(side); }

  friend bool operator==(const TinyPosition&, const TinyPosition&) = default;
};

struct WithoutHooks : TinyPosition {};

struct WithSampling : TinyPosition {
  using Hooks = schiri::Hooks<Hook::sample_turn>;
  Turn sample_turn(Rng&) const { return 0; }
};

struct MisspeltMember : TinyPosition {
  using Hooks = schiri::Hooks<Hook::sample_turn>;
  Turn sampel_turn(Rng&) const { return 0; }
};

struct WrongResult : TinyPosition {
  using Hooks = schiri::Hooks<Hook::visit_captures>;
  void visit_captures(const auto&) const {}
};

struct NotConst : TinyPosition {
  using Hooks = schiri::Hooks<Hook::sample_turn>;
  Turn sample_turn(Rng&) { return 0; }
};

struct Unlisted : TinyPosition {
  Turn sample_turn(Rng&) const { return 0; }
};

struct WithFunctions : TinyPosition {
  using Hooks = schiri::Hooks<Hook::can_win_at_once, Hook::turn_width, Hook::perft>;
};
[[maybe_unused]] bool can_win_at_once(const WithFunctions&) { return true; }
[[maybe_unused]] std::size_t turn_width(const WithFunctions&, std::uint64_t) { return 9; }
std::uint64_t perft(const WithFunctions&, int) { return 77; }
std::uint64_t perft_of_turn(const WithFunctions&, int, int) { return 78; }

struct MisspeltFunction : TinyPosition {
  using Hooks = schiri::Hooks<Hook::can_win_at_once>;
};
[[maybe_unused]] bool can_win_at_one(const MisspeltFunction&) { return true; }

struct WrongParameter : TinyPosition {
  using Hooks = schiri::Hooks<Hook::turn_width>;
};
[[maybe_unused]] std::size_t turn_width(const WrongParameter&, const char*) { return 9; }

struct HalfOfPerft : TinyPosition {
  using Hooks = schiri::Hooks<Hook::perft>;
};
[[maybe_unused]] std::uint64_t perft(const HalfOfPerft&, int) { return 77; }

TEST_CASE("hooks: a position matches if it provides the hooks that it lists") {
  STATIC_REQUIRE(MatchesHooks<WithoutHooks>);
  STATIC_REQUIRE(MatchesHooks<WithSampling>);
  STATIC_REQUIRE(MatchesHooks<WithFunctions>);
  STATIC_REQUIRE(HasSampleTurn<WithSampling>);
  STATIC_REQUIRE_FALSE(HasSampleTurn<WithoutHooks>);
  STATIC_REQUIRE(MatchesHooks<creeper::Position>);
  STATIC_REQUIRE(MatchesHooks<springerjagd::Position>);
  STATIC_REQUIRE(MatchesHooks<more_or_less::Position>);
  STATIC_REQUIRE(MatchesHooks<sperre::Position>);
}

TEST_CASE("hooks: a listed hook that is misspelt or has other types does not match") {
  STATIC_REQUIRE_FALSE(MatchesHooks<MisspeltMember>);
  STATIC_REQUIRE_FALSE(MatchesHooks<WrongResult>);
  STATIC_REQUIRE_FALSE(MatchesHooks<NotConst>);
  STATIC_REQUIRE_FALSE(MatchesHooks<MisspeltFunction>);
  STATIC_REQUIRE_FALSE(MatchesHooks<WrongParameter>);
  STATIC_REQUIRE_FALSE(MatchesHooks<HalfOfPerft>);
}

TEST_CASE("hooks: an unlisted hook does not match") {
  STATIC_REQUIRE(HasSampleTurn<Unlisted>);
  STATIC_REQUIRE_FALSE(MatchesHooks<Unlisted>);
}

TEST_CASE("hooks: a game's own perft replaces the general one") {
  STATIC_REQUIRE_FALSE(HasPerft<WithoutHooks>);
  CHECK(count_sequences(WithoutHooks(), 1) == 1);
  CHECK(count_sequences_of_turn(WithoutHooks(), 0, 1) == 1);
  CHECK(count_sequences(WithFunctions(), 1) == 77);
  CHECK(count_sequences_of_turn(WithFunctions(), 0, 1) == 78);
}

}  // namespace core_hooks_test
