#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <tuple>
#include <type_traits>
#include <vector>

#include "core/game.h"

/// Optional functions of a game beside GamePosition: quicker or better ways to do the work that
/// bots and perft otherwise do with the primitives of core/game.h. Bots, perft and the table of
/// games test for a hook by its concept below; the comment on the concept documents the function,
/// its callers and the default without it.
///
/// A hook is a member of the position, or a function in its namespace (in any header: the games use
/// evaluation.h, features.h, selection.h and perft.h). The compiler cannot know that a function
/// with another name or other types was meant as a hook. So a position lists its hooks:
///
///     class Position {
///      public:
///       using Hooks = schiri::Hooks<Hook::visit_captures, Hook::can_win_at_once>;
///
/// and `static_assert(MatchesHooks<Position>)` fails if a listed hook is missing, misspelt or has
/// other types than its concept, or if a hook is provided but not listed. A position without
/// `Hooks` lists none. Each game states this in its hooks.h, which includes all headers with hooks
/// of the game; so do the built-in bots and the table of games, for games of one's own.
namespace schiri {

/// Evaluates a position for the side to move, in hundredths of the game's unit; nullopt if the
/// budget of the search is spent.
template <class P>
using PositionValue = std::function<std::optional<int>(const P&)>;

/// A turn that a game selects for a search.
template <class P>
struct SelectedTurn {
  typename P::Turn turn;
  std::optional<int> value = {};  ///< of the position it leads to, for the mover, if evaluated
};

/// The number of selected turns for a search of `nodes` nodes: `usual` up to 10,000 nodes, twice
/// as many above that, four times as many above 40,000.
constexpr std::size_t grown_width(std::size_t usual, std::uint64_t nodes) {
  if (nodes <= 10'000) return usual;
  return nodes <= 40'000 ? 2 * usual : 4 * usual;
}

struct Network;
/// The networks that bots may correct a game's evaluation with, at most one for each variant; null
/// for none.
using Networks = std::shared_ptr<const std::vector<Network>>;

/// The only list of the hooks: the name of the function, and the concept below that tests for it.
#define SCHIRI_HOOKS(HOOK)                    \
  HOOK(visit_candidates, HasVisitCandidates)  \
  HOOK(visit_captures, HasVisitCaptures)      \
  HOOK(visit_steps, HasVisitSteps)            \
  HOOK(sample_turn, HasSampleTurn)            \
  HOOK(selected_turns, HasSelectedTurns)      \
  HOOK(turn_width, HasTurnWidth)              \
  HOOK(can_win_at_once, HasCanWinAtOnce)      \
  HOOK(has_no_defence, HasNoDefence)          \
  HOOK(evaluation_scale, HasEvaluationScale)  \
  HOOK(features_of, HasFeatures)              \
  HOOK(both_features_of, HasBothFeatures)     \
  HOOK(built_in_networks, HasBuiltInNetworks) \
  HOOK(perft, HasPerft)                       \
  HOOK(repetition, HasRepetition)

enum class Hook : std::uint8_t {
#define SCHIRI_HOOK(name, Provided) name,
  SCHIRI_HOOKS(SCHIRI_HOOK)
#undef SCHIRI_HOOK
};

/// The hooks that a position, or a notation, offers.
template <auto... hooks>
struct Hooks {
  static constexpr bool contains([[maybe_unused]] auto hook) { return ((hook == hooks) || ...); }
};

/// `bool position.visit_candidates(visitor)`: calls `bool visitor(Turn)` for the turns that a bot
/// considers, as visit_turns does: if several turns lead to one position, one of them; if there are
/// too many turns to consider, a sensible choice. At least one, if the game is not over.
///
/// Called by visit_candidates (core/bots/candidates.h), for all bots. Default: all legal turns.
template <class P>
concept HasVisitCandidates = GamePosition<P> && requires(const P& position) {
  { position.visit_candidates(AcceptAnyTurn{}) } -> std::same_as<bool>;
};

/// `bool position.visit_captures(visitor)`: calls `bool visitor(Turn)` for the turns that change
/// the value of the position, such as captures, until it returns false; returns whether all were
/// visited. A line of such turns must end by itself.
///
/// Called by the quiescence search of `alphabeta`. Default: the search ends without quiescence.
template <class P>
concept HasVisitCaptures = GamePosition<P> && requires(const P& position) {
  { position.visit_captures(AcceptAnyTurn{}) } -> std::same_as<bool>;
};

/// Does nothing when called and stops no visit; used to state HasVisitSteps.
struct AcceptAnyStep {
  bool operator()(const auto&, bool) const { return true; }
};

/// `bool position.visit_steps(so_far, visitor)`: calls `bool visitor(const Turn& longer, bool
/// complete)` for each way to go on by one step from an unfinished turn, until it returns false;
/// returns whether all were visited. `Turn{}` is the turn with no step. An unfinished turn may be
/// played on a copy and the position evaluated, as if the turn ended there. Complete turns are
/// legal; different ones should lead to different positions.
///
/// Called by the searches (core/bots/turn_lister.h), which choose among the first steps before they
/// examine the next ones. Default: they examine whole turns.
template <class P>
concept HasVisitSteps = GamePosition<P> &&
    requires(const P& position, const typename P::Turn& so_far) {
  { position.visit_steps(so_far, AcceptAnyStep{}) } -> std::same_as<bool>;
};

/// `Turn position.sample_turn(rng)`: a random legal turn, drawn quickly; every legal turn is
/// possible, with probabilities that the game chooses. The game must not be over.
///
/// Called for random playouts and for random turns of positions with too many turns to count
/// (core/bots/playout.h). Default: random_turn.
template <class P>
concept HasSampleTurn = GamePosition<P> && requires(const P& position, Rng& rng) {
  { position.sample_turn(rng) } -> std::same_as<typename P::Turn>;
};

/// `std::vector<SelectedTurn<Position>> selected_turns(position, std::size_t most, value)`: the
/// turns that a selective search examines, about `most`, the best first. It may ask for the `value`
/// (a PositionValue) of any position, each of which costs the search a node.
///
/// Called by the searches, instead of visit_steps, unless their width is unlimited. Default: the
/// best steps, otherwise all candidates.
template <class P>
concept HasSelectedTurns = GamePosition<P> &&
    requires(const P& position, const PositionValue<P>& value) {
  { selected_turns(position, std::size_t{1}, value) } -> std::same_as<std::vector<SelectedTurn<P>>>;
};

/// `std::size_t turn_width(position, std::uint64_t nodes)`: how many turns of a position a search
/// of about `nodes` nodes should examine.
///
/// Called by the searches if their option `width` is not set. Default: default_turn_width.
template <class P>
concept HasTurnWidth = GamePosition<P> && requires(const P& position, std::uint64_t nodes) {
  { turn_width(position, nodes) } -> std::same_as<std::size_t>;
};

/// `bool can_win_at_once(position)`: can the side to move end the game with a win in this turn?
/// Must be quick and exact. The game must not be over.
///
/// Called by the searches at each leaf. Default: they find the win one turn later.
template <class P>
concept HasCanWinAtOnce = GamePosition<P> && requires(const P& position) {
  { can_win_at_once(position) } -> std::same_as<bool>;
};

/// `bool has_no_defence(position)`: will the opponent win in its next turn whatever is played? The
/// game must not be over, and the side to move must not be able to win at once.
///
/// Called by the searches after can_win_at_once. Default: they find the loss two turns later.
template <class P>
concept HasNoDefence = HasCanWinAtOnce<P> && requires(const P& position) {
  { has_no_defence(position) } -> std::same_as<bool>;
};

/// `int evaluation_scale(position)`: the lead, in the unit of `evaluate`, that means odds of e : 1
/// to win. The result may be a double.
///
/// Called to convert evaluations to winning chances, by `mcts`, annotations and accuracy. Default:
/// default_evaluation_scale.
template <class P>
concept HasEvaluationScale = GamePosition<P> && requires(const P& position) {
  { evaluation_scale(position) } -> std::convertible_to<double>;
};

/// Positions that networks can evaluate, by two functions.
///
/// - `std::array<std::uint64_t, N> features_of(position, side)`: the features that the position
/// has,
///   one bit each, from this side's point of view: the board is turned so that both sides have the
///   same view of their pieces.
/// - `int feature_variant(position)`: the number of the variant among those of the game.
///
/// Called by evaluations with a network. Default: the game has no networks.
template <class P>
concept HasFeatures = GamePosition<P> && requires(const P& position, Side side) {
  { features_of(position, side)[0] } -> std::convertible_to<std::uint64_t>;
  std::tuple_size<std::remove_cvref_t<decltype(features_of(position, side))>>::value;
  { feature_variant(position) } -> std::same_as<int>;
};

/// The features of one position from one side's point of view, 64 a word.
template <HasFeatures P>
using FeaturesOf = std::remove_cvref_t<decltype(features_of(P(), Side::white))>;

/// `std::array<Features, 2> both_features_of(position)`: the features of White and of Black; for
/// games in which computing both together is quicker.
///
/// Called by evaluations with a network. Default: features_of for each side.
template <class P>
concept HasBothFeatures = HasFeatures<P> && requires(const P& position) {
  { both_features_of(position) } -> std::same_as<std::array<FeaturesOf<P>, 2>>;
};

/// `Networks built_in_networks(position)`: the networks that are part of the game, the same ones
/// for every position.
///
/// Called when a bot is made. Default: none.
template <class P>
concept HasBuiltInNetworks = HasFeatures<P> && requires(const P& position) {
  { built_in_networks(position) } -> std::same_as<Networks>;
};

namespace own_perft {

// Hides schiri::perft, so that only functions in the position's namespace are found.
void perft() = delete;
void perft_of_turn() = delete;

template <class P>
concept IsProvided = requires(const P& position, const typename P::Turn& turn, int depth) {
  { perft(position, depth) } -> std::same_as<std::uint64_t>;
  { perft_of_turn(position, turn, depth) } -> std::same_as<std::uint64_t>;
};

}  // namespace own_perft

/// `std::uint64_t perft(position, int depth)` and `perft_of_turn(position, turn, int depth)`: the
/// same counts as schiri::perft and schiri::perft_of_turn (core/perft.h), computed faster.
///
/// Called by count_sequences (core/perft.h). Default: schiri::perft.
template <class P>
concept HasPerft = GamePosition<P> && own_perft::IsProvided<P>;

/// `Repetition repetition()`, a member: the setting for the third occurrence of a position.
///
/// Called wherever history is kept. Default: Repetition::draw.
template <class P>
concept HasRepetition = GamePosition<P> && requires(const P& position) {
  { position.repetition() } -> std::same_as<Repetition>;
};

/// The setting of this position's game.
template <GamePosition P>
constexpr Repetition repetition_of([[maybe_unused]] const P& position) {
  if constexpr (HasRepetition<P>) {
    return position.repetition();
  } else {
    return Repetition::draw;
  }
}

/// Does a position, or a notation, list this hook?
template <class P>
constexpr bool lists_hook([[maybe_unused]] auto hook) {
  if constexpr (requires { typename P::Hooks; }) {
    return P::Hooks::contains(hook);
  } else {
    return false;
  }
}

/// Is this hook there, under its name and with its types?
template <class P>
constexpr bool provides_hook(Hook hook) {
  switch (hook) {
#define SCHIRI_HOOK(name, Provided) \
  case Hook::name:                  \
    return Provided<P>;
    SCHIRI_HOOKS(SCHIRI_HOOK)
#undef SCHIRI_HOOK
  }
  return false;
}

/// Is the hook both listed and provided, or neither? A compiler that reports this concept names the
/// hook.
template <class P, Hook hook>
concept MatchesHook = lists_hook<P>(hook)
== provides_hook<P>(hook);

/// Are the hooks that the position lists those that it provides?
template <class P>
concept MatchesHooks = GamePosition<P>
#define SCHIRI_HOOK(name, Provided) &&MatchesHook<P, Hook::name>
    SCHIRI_HOOKS(SCHIRI_HOOK)
#undef SCHIRI_HOOK
    ;

}  // namespace schiri
