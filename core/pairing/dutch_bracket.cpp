#include "core/pairing/dutch_bracket.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/base/wide_integer.h"
#include "core/pairing/dutch_weights.h"
#include "core/pairing/matching.h"
#include "core/pairing/weighted_matching.h"

namespace schiri {

namespace {

using Couples = std::vector<std::pair<std::size_t, std::size_t>>;

/// The decision about one player in the sequence of candidates; it changes the weights of that
/// player's edges.
enum class Question : std::uint8_t { none, be_higher, not_be_higher, this_opponent };

/// The decisions about a bracket's players during the search of the sequence of candidates.
struct BracketState {
  explicit BracketState(std::size_t vertices)
      : may_be_higher(vertices, 1), may_be_other(vertices, 1), number(vertices) {}

  std::vector<std::uint8_t> may_be_higher;  ///< by place: in a pair of the bracket
  std::vector<std::uint8_t> may_be_other;   ///< the lower one in a pair, or float down
  std::vector<std::size_t> number;          ///< number in the remainder, from 1
  std::size_t pairs = 0;                    ///< of the remainder, once exchanges are examined
  Question question = Question::none;
  /// Is it decided of all residents whether they are higher ones: not yet, in part, of all?
  enum class Decided : std::uint8_t { none, some, all } residents = Decided::none;
  std::size_t higher = 0;  ///< the number of higher ones of the remainder, if decided
  std::size_t asked = 0;
  std::size_t opponent = 0;
};

constexpr std::size_t nobody = static_cast<std::size_t>(-1);

/// The players, and the bye, that participate in the pairing of a bracket.
struct Participants {
  const DutchField& field;
  const DutchBracket& bracket;
  std::vector<std::size_t> vertices;
  /// Players from this place on may meet everybody: they represent all lower ones.
  std::size_t free_from;
};

/// The unpaired players, by places, and the edges that the decisions permit. An edge is lighter the
/// worse it is for C6 to C21 and, in its lowest word, for the sequence.
template <std::size_t words>
class BracketGraph {
 public:
  using Weight = WideInteger<words>;

  BracketGraph(const Participants& all, const DutchWeights& weights, const BracketState& state)
      : field_(all.field),
        bracket_(all.bracket),
        free_from_(all.free_from),
        vertices_(all.vertices),
        weights_(weights),
        state_(state) {
    for (std::size_t v = 0; v <= field_.size(); ++v) levels_.push_back(level_of(v));
    strangers_.resize(field_.size() + 1);
    const std::size_t classes = weights.classes();
    if (classes * classes > most_memory / sizeof(Weight)) return;
    for (std::size_t i = 0; i < classes * classes; ++i) {
      table_.push_back(weights.template doubled<words>(i / classes, i % classes, 64));
    }
  }

  /// Players who differ in nothing but whom they may meet are of one kind.
  std::size_t kind(std::size_t v) const {
    const std::size_t none = field_.size() + 1;
    if (state_.question != Question::none && (v == state_.asked || v == state_.opponent))
      return none;
    if (v >= bracket_.end) return weights_.class_of(v);
    std::size_t group = 0;
    if (state_.residents == BracketState::Decided::none) {
      if (!state_.may_be_higher[v] || !state_.may_be_other[v]) return none;
    } else {
      const bool is_usual = state_.residents == BracketState::Decided::all &&
                            state_.number[v] != 0 && !is_exchanged(v);
      if (!is_usual) return none;
      group = state_.may_be_higher[v] ? 1 : 2;
    }
    return group * weights_.classes() + weights_.class_of(v);
  }
  /// The vertices with which this one may not be coupled, and exchanged ones, with whom that
  /// depends on the order.
  const std::vector<std::size_t>& strangers(std::size_t v) const {
    auto& list = strangers_[v];
    if (list) return *list;
    list.emplace();
    for (const std::size_t u : vertices_) {
      if (u != v && (!may_meet(std::min(u, v), std::max(u, v)) || is_exchanged(u)))
        list->push_back(u);
    }
    return *list;
  }
  /// To be called after a change of `residents`.
  void forget_strangers() { strangers_.assign(strangers_.size(), std::nullopt); }
  /// Players with a higher contribution to a pair come first.
  int level(std::size_t v) const { return levels_[v]; }
  bool weigh(std::size_t a, std::size_t b, Weight& twice) const {
    if (a > b) std::swap(a, b);
    if (!is_joined(a, b)) return false;
    const std::size_t higher = weights_.class_of(a), lower = weights_.class_of(b);
    twice = table_.empty() ? weights_.template doubled<words>(higher, lower, 64)
                           : table_[higher * weights_.classes() + lower];
    twice.word(0) = 2 * (most_loss - exchange_loss(a, b) - question_loss(a, b));
    return true;
  }

 private:
  static constexpr std::size_t most_memory = std::size_t{1} << 28;
  // The sum of 10000 of one kind is less than one of the next kind.
  static constexpr std::uint64_t distance = std::uint64_t{1} << 15;
  static constexpr std::uint64_t exchange = std::uint64_t{1} << 42;
  static constexpr std::uint64_t most_loss = std::uint64_t{1} << 43;

  int level_of(std::size_t v) const {
    if (v >= bracket_.end) return v < bracket_.next_end ? 3 : 4;
    if (v < bracket_.begin) return 0;
    const auto& floats = field_.player(v).floats;
    return floats[0] == Float::down || floats[1] == Float::down ? 1 : 2;
  }

  /// Is it decided that the player is a higher one from S2 or another one from S1?
  bool is_exchanged(std::size_t v) const {
    return state_.residents == BracketState::Decided::all && state_.number[v] != 0 &&
           (state_.number[v] <= state_.higher) != (state_.may_be_higher[v] != 0);
  }

  bool may_meet(std::size_t a, std::size_t b) const {
    if (b == field_.size()) return field_.may_have_bye(a);
    return b >= free_from_ || field_.may_meet(a, b);
  }

  bool is_joined(std::size_t a, std::size_t b) const {
    if (state_.question == Question::this_opponent && (a == state_.asked || b == state_.asked) &&
        a != state_.opponent && b != state_.opponent) {
      return false;
    }
    if (!may_meet(a, b)) return false;
    if (a >= bracket_.end) return true;
    if (b >= bracket_.end) return state_.may_be_other[a];
    return b >= bracket_.begin && state_.may_be_higher[a] && state_.may_be_other[b];
  }

  /// The loss of moving players between S1 and S2, by their distance.
  std::uint64_t exchange_loss(std::size_t a, std::size_t b) const {
    const std::size_t one = state_.number[a], other = state_.number[b], pairs = state_.pairs;
    if (pairs == 0 || one == 0) return 0;
    if (one > pairs) return other == 0 ? 0 : exchange + (one - pairs) * distance;
    if (other == 0) return (pairs - one) * distance;
    return other <= pairs ? (pairs - other) * distance : 0;
  }

  std::uint64_t question_loss(std::size_t a, std::size_t b) const {
    if (state_.question == Question::none || (a != state_.asked && b != state_.asked)) return 0;
    const bool is_higher = a == state_.asked && b < bracket_.end;
    if (state_.question == Question::be_higher) return !is_higher;
    return state_.question == Question::not_be_higher && is_higher;
  }

  const DutchField& field_;
  const DutchBracket& bracket_;
  std::size_t free_from_;
  const std::vector<std::size_t>& vertices_;
  const DutchWeights& weights_;
  const BracketState& state_;
  std::vector<int> levels_;  ///< by place
  std::vector<Weight> table_;
  mutable std::vector<std::optional<std::vector<std::size_t>>> strangers_;  ///< by place
};

/// Finds the pairs of a bracket with weights of `words` words.
template <std::size_t words>
class BracketSolver {
 public:
  BracketSolver(const Participants& all, const DutchWeights& weights,
                const std::vector<std::size_t>& mates)
      : field_(all.field),
        bracket_(all.bracket),
        weights_(weights),
        state_(field_.size() + 1),
        graph_(all, weights, state_),
        matching_(graph_, field_.size() + 1, all.vertices, hints(bracket_, mates)),
        is_left_(field_.size() + 1) {
    for (const std::size_t v : all.vertices) is_left_[v] = true;
  }

  /// Couples all players; false if that is impossible. To be called first.
  bool begin() { return matching_.complete(); }

  /// The number of players of the bracket that float down.
  std::size_t floaters() const {
    std::size_t count = 0;
    for_bracket([&](std::size_t v) { count += matching_.mate(v) >= bracket_.end; });
    return count;
  }

  Couples solve() {
    choose_moved_down();
    pair_moved_down();
    choose_higher();
    pair_remainder();
    return std::move(made_);
  }

  /// The mates of the remaining players.
  void report(std::vector<std::size_t>& mates) const {
    for (std::size_t v = 0; v < mates.size(); ++v) {
      if (matching_.mate(v) != Matched::nobody) mates[v] = matching_.mate(v);
    }
  }

 private:
  using Graph = BracketGraph<words>;
  using Matched = WeightedMatching<Graph>;

  /// Hints for mates: moved-down players from the top, the upper half of the others in the lower
  /// half, lower players at their previous mates.
  static std::vector<std::size_t> hints(const DutchBracket& bracket,
                                        std::vector<std::size_t> mates) {
    const std::size_t moved = bracket.moved_down.size(), size = bracket.end - bracket.begin;
    for (const std::size_t v : bracket.moved_down) mates[v] = bracket.begin;
    for (std::size_t v = bracket.begin; v < bracket.end; ++v) {
      mates[v] = v + (size > moved ? size - moved : 0) / 2;
    }
    return mates;
  }

  template <class Visit>
  void for_bracket(const Visit& visit) const {
    for (const std::size_t v : bracket_.moved_down) visit(v);
    for (std::size_t v = bracket_.begin; v < bracket_.end; ++v) visit(v);
  }

  void complete() {
    if (!matching_.complete()) throw std::logic_error("a bracket has lost its completion");
  }

  /// Is the player the higher one of a pair of the bracket?
  bool is_higher(std::size_t v) const {
    const std::size_t mate = matching_.mate(v);
    return mate > v && mate < bracket_.end;
  }

  /// May a best candidate contain edges by which the player is, or is not, the higher one of a
  /// pair?
  bool may_become(std::size_t v, bool higher) const {
    for (std::size_t u = 0; u <= field_.size(); ++u) {
      const bool by_this = u > v && u < bracket_.end;
      if (by_this == higher && u != v && is_left_[u] && matching_.may_couple(v, u)) return true;
    }
    return false;
  }

  /// Fixes whether a player is the higher one of a pair.
  void decide(std::size_t v, bool higher) {
    const bool simple = matching_.is_simple(v);
    if (!simple) matching_.release(v);
    (higher ? state_.may_be_other : state_.may_be_higher)[v] = false;
    if (!simple) complete();
  }

  /// Tests whether a player can be, or not be, the higher one of a pair, and fixes it if so;
  /// returns whether the player is.
  bool prefer(std::size_t v, bool higher) {
    if (is_higher(v) != higher) {
      if (!may_become(v, higher)) return false;
      ask(v, higher ? Question::be_higher : Question::not_be_higher);
    }
    const bool is_so = is_higher(v) == higher;
    const bool was_asked = state_.question != Question::none;
    decide(v, is_so == higher);
    if (was_asked) {
      state_.question = Question::none;
      // All remaining edges of the player were lighter by one.
      if (!is_so) matching_.lift(v, typename Graph::Weight(2));
    }
    return is_so;
  }

  void ask(std::size_t v, Question question) {
    matching_.release(v);
    state_.asked = v;
    state_.question = question;
    complete();
  }

  /// Pairs a higher player with its highest opponent in the best candidates.
  void pair_best(std::size_t v) {
    for (std::size_t best = v + 1; best < bracket_.end; ++best) {
      if (!is_left_[best] || !matching_.may_couple(v, best)) continue;
      if (matching_.mate(v) != best && !matching_.swap(v, best) && !try_opponent(v, best)) continue;
      matching_.fix(v, best);
      is_left_[v] = is_left_[best] = false;
      made_.emplace_back(v, best);
      break;
    }
    complete();
  }

  /// Is this opponent possible in a best candidate? If so, fixes the pair.
  bool try_opponent(std::size_t v, std::size_t opponent) {
    matching_.begin_trial(v);
    state_.question = Question::this_opponent;
    state_.asked = v;
    state_.opponent = opponent;
    matching_.complete();
    state_.question = Question::none;
    const bool can = matching_.restore(v);
    if (!can) complete();
    return can;
  }

  /// Decides which moved-down players are paired: among equal scores the higher ones if possible.
  void choose_moved_down() {
    const auto& all = bracket_.moved_down;
    for (std::size_t begin = 0, end; begin < all.size(); begin = end) {
      std::size_t paired = 0;
      for (end = begin;
           end < all.size() && weights_.traits(all[end]).rank == weights_.traits(all[begin]).rank;
           ++end) {
        paired += is_higher(all[end]);
      }
      if (paired == end - begin) continue;
      for (std::size_t i = begin; i < end && paired > 0; ++i) paired -= prefer(all[i], true);
    }
  }

  void pair_moved_down() {
    for (const std::size_t v : bracket_.moved_down) {
      if (is_higher(v)) pair_best(v);
    }
  }

  /// Decides which players of the remainder are the higher ones of their pairs (S1): as few
  /// exchanges as possible, near the middle.
  void choose_higher() {
    std::size_t pairs = 0;
    state_.residents = BracketState::Decided::some;
    for (std::size_t v = bracket_.begin; v < bracket_.end; ++v) {
      if (!is_left_[v]) continue;
      remainder_.push_back(v);
      state_.number[v] = remainder_.size();
      pairs += is_higher(v);
    }
    if (pairs == 0) return;
    if (exchanges(pairs) > 0) {
      matching_.open_cycles();
      state_.pairs = pairs;
      matching_.recouple();
      complete();
      exchange(pairs);
    }
    matching_.open_cycles();
    for (const std::size_t v : remainder_) {
      (is_higher(v) ? state_.may_be_other : state_.may_be_higher)[v] = false;
    }
    state_.residents = BracketState::Decided::all;
    state_.higher = pairs;
    graph_.forget_strangers();
    matching_.recouple();
    complete();
  }

  std::size_t exchanges(std::size_t pairs) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < pairs; ++i) count += !is_higher(remainder_[i]);
    return count;
  }

  void exchange(std::size_t pairs) {
    std::size_t count = exchanges(pairs);
    std::size_t down = count, up = count;
    for (std::size_t i = pairs; i-- > 0 && down > 0;) down -= prefer(remainder_[i], false);
    for (std::size_t i = pairs; i < remainder_.size() && up > 0; ++i) {
      up -= prefer(remainder_[i], true);
    }
  }

  void pair_remainder() {
    for (const std::size_t v : remainder_) {
      if (is_left_[v] && is_higher(v)) pair_best(v);
    }
  }

  const DutchField& field_;
  const DutchBracket& bracket_;
  const DutchWeights& weights_;
  BracketState state_;
  Graph graph_;
  Matched matching_;
  std::vector<bool> is_left_;
  std::vector<std::size_t> remainder_;
  Couples made_;
};

struct Attempt {
  Couples pairs;
  /// One player floats down and has the bye, and the weights do not include the games that this
  /// player has played.
  bool needs_bye_games = false;
};

/// Nullopt if the players cannot all be paired.
template <std::size_t words>
std::optional<Attempt> solve(const Participants& all, const DutchWeights& weights,
                             std::vector<std::size_t>& mates, bool asks_for_bye) {
  BracketSolver<words> solver(all, weights, mates);
  if (!solver.begin()) return std::nullopt;
  if (asks_for_bye && solver.floaters() == 1) return Attempt{{}, true};
  Attempt made{solver.solve()};
  solver.report(mates);
  return made;
}

/// Calculates in the first of a few widths that holds this many bits: most brackets need 4 words,
/// one of 16 scores 16, and time grows with the width.
std::optional<Attempt> solve(std::size_t bits, const Participants& all, const DutchWeights& weights,
                             std::vector<std::size_t>& mates, bool asks_for_bye) {
  const std::size_t words = (bits + 63) / 64;
  const auto in_words = words <= 4    ? solve<4>
                        : words <= 16 ? solve<16>
                        : words <= 64 ? solve<64>
                                      : solve<512>;
  if (words > 512) throw std::length_error("a bracket has too many different scores");
  return in_words(all, weights, mates, asks_for_bye);
}

/// The pairs of a bracket; nullopt if its players cannot all be paired. `mates` as in
/// pair_bracket().
std::optional<Couples> pair_players(const Participants& all, std::vector<std::size_t>& mates) {
  const DutchField& field = all.field;
  // The lowest word, doubling, and the sums of labels.
  constexpr std::size_t more_bits = 64 + 1 + 20;
  const auto attempt = [&](bool asks_for_bye, bool bye_games) {
    const DutchWeights weights(field, all.bracket, all.vertices, bye_games);
    return solve(weights.bits() + more_bits, all, weights, mates, asks_for_bye);
  };
  const bool has_bye = field.is_odd() && field.bye_score() >= field.player(all.bracket.begin).score;
  auto made = attempt(has_bye, false);
  if (made && made->needs_bye_games) made = attempt(false, true);
  if (!made) return std::nullopt;
  return std::move(made->pairs);
}

/// The bracket, the next scoregroup, and about as many lower players, who stand for all; nullopt if
/// there are not more.
std::optional<Participants> upper_players(const DutchField& field, const DutchBracket& bracket,
                                          std::size_t most_lower) {
  if (bracket.next_end == field.size()) return std::nullopt;
  const bool has_bye = field.is_odd() && field.bye_score() >= field.player(bracket.end).score;
  const std::size_t lower = field.size() + (field.is_odd() && !has_bye) - bracket.next_end;
  const std::size_t kept = most_lower - (most_lower + lower) % 2;
  if (lower <= kept) return std::nullopt;
  Participants upper{field, bracket, bracket.moved_down, bracket.next_end};
  for (std::size_t v = bracket.begin; v < bracket.next_end + kept; ++v) upper.vertices.push_back(v);
  if (has_bye) upper.vertices.push_back(field.size());
  return upper;
}

/// Are two of the lower players coupled with each other? Then more of them would change nothing: a
/// matching's best weight is concave in the number of its pairs.
bool are_enough(const Participants& upper, const std::vector<std::size_t>& mates) {
  return std::any_of(upper.vertices.begin(), upper.vertices.end(), [&](std::size_t v) {
    return v >= upper.free_from && v < upper.field.size() && mates[v] >= upper.free_from;
  });
}

/// Couples the lower players, and those of the upper ones whose mates are lower, with each other,
/// starting from the couples of `before`; false if that is impossible.
bool couple_lower_players(const Participants& upper, const std::vector<std::size_t>& before,
                          std::vector<std::size_t>& mates) {
  const DutchField& field = upper.field;
  const std::size_t below = upper.free_from;
  const bool has_bye = upper.vertices.back() == field.size();
  std::vector<std::size_t> rest;
  for (const std::size_t v : upper.vertices) {
    if (v < below && mates[v] >= below && mates[v] < field.size()) rest.push_back(v);
  }
  const std::size_t floating = rest.size();
  std::vector<std::size_t> number(field.size() + 1, nobody);
  for (std::size_t v = below; v < field.size() + (field.is_odd() && !has_bye); ++v) {
    number[v] = rest.size();
    rest.push_back(v);
  }
  const auto may_meet = [&](std::size_t a, std::size_t b) {
    if (rest[a] > rest[b]) std::swap(a, b);
    if (rest[b] == field.size()) return field.may_have_bye(rest[a]);
    return rest[b] >= upper.bracket.end && field.may_meet(rest[a], rest[b]);
  };
  Matching matching(rest.size(), may_meet);
  for (std::size_t a = floating; a < rest.size(); ++a) {
    const std::size_t b = number[before[rest[a]]];
    if (b != nobody && a < b && may_meet(a, b) && matching.mate(b) == Matching::nobody)
      matching.couple(a, b);
  }
  if (!matching.complete()) return false;
  for (std::size_t a = 0; a < rest.size(); ++a) mates[rest[a]] = rest[matching.mate(a)];
  return true;
}

}  // namespace

DutchBracket bracket_at(const DutchField& field, std::vector<std::size_t> moved_down,
                        std::size_t begin) {
  const auto score_end = [&](std::size_t from) {
    std::size_t end = from;
    while (end < field.size() && field.player(end).score == field.player(from).score) ++end;
    return end;
  };
  const std::size_t end = score_end(begin);
  return {std::move(moved_down), begin, end, score_end(end)};
}

std::vector<std::size_t> players_left(const DutchField& field, const DutchBracket& bracket) {
  std::vector<std::size_t> left = bracket.moved_down;
  const std::size_t end = field.size() + field.is_odd();
  for (std::size_t v = bracket.begin; v < end; ++v) left.push_back(v);
  return left;
}

std::optional<std::vector<std::pair<std::size_t, std::size_t>>> pair_bracket(
    const DutchField& field, const DutchBracket& bracket, std::vector<std::size_t>& mates) {
  // Fewer restrictions allow no worse pairs, so that the best ones are right if the lower players
  // can be paired then.
  for (std::size_t most_lower = 4;; most_lower *= 4) {
    const auto upper = upper_players(field, bracket, most_lower);
    if (!upper) break;
    auto after = mates;
    auto made = pair_players(*upper, after);
    if (!made || !are_enough(*upper, after)) continue;
    if (!couple_lower_players(*upper, mates, after)) break;
    mates = std::move(after);
    return made;
  }
  return pair_players({field, bracket, players_left(field, bracket), field.size()}, mates);
}

}  // namespace schiri
