#include "core/pairing/dutch_weights.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>

namespace schiri {

namespace {

using Kind = DutchTraits::Kind;

bool is_pair(const DutchTraits& higher, const DutchTraits& lower) {
  return higher.in_bracket() && lower.kind == Kind::resident;
}

bool is_mixed_pair(const DutchTraits& higher, const DutchTraits& lower) {
  return higher.kind == Kind::moved_down && lower.kind == Kind::resident;
}

bool is_next_pair(const DutchTraits& higher, const DutchTraits& lower) {
  return higher.kind <= Kind::next && lower.kind == Kind::next;
}

bool wants_same(const DutchTraits& a, const DutchTraits& b) {
  return a.colour && a.colour == b.colour;
}

/// The games played by the player with the bye.
int bye_games(const DutchTraits& a, const DutchTraits& b) {
  return b.kind == Kind::bye ? static_cast<int>(a.games) : 0;
}

int both_far(const DutchTraits& a, const DutchTraits& b) {
  return wants_same(a, b) && a.difference > 1 && b.difference > 1;
}

int repeats_clash(const DutchTraits& a, const DutchTraits& b) {
  if (!wants_same(a, b) || a.strength != Strength::absolute || b.strength != Strength::absolute)
    return 0;
  if (a.difference == b.difference) return a.repeat && a.repeat == b.repeat;
  const DutchTraits& smaller = a.difference < b.difference ? a : b;
  return smaller.repeat && smaller.repeat != smaller.colour;
}

int same_wish(const DutchTraits& a, const DutchTraits& b) { return wants_same(a, b); }

int same_strong_wish(const DutchTraits& a, const DutchTraits& b) {
  return wants_same(a, b) && a.strength >= Strength::strong && b.strength >= Strength::strong &&
         (a.strength == Strength::strong || b.strength == Strength::strong);
}

template <std::size_t ago>
int residents_from_above(const DutchTraits& a, const DutchTraits& b) {
  return (a.kind == Kind::resident && a.floats[ago] == Float::down) +
         (b.floats[ago] == Float::down);
}

template <std::size_t ago>
int opponent_went_up(const DutchTraits&, const DutchTraits& b) {
  return b.floats[ago] == Float::up;
}

template <std::size_t ago>
int went_down(const DutchTraits& a, const DutchTraits&) {
  return a.floats[ago] == Float::down;
}

int one(const DutchTraits&, const DutchTraits&) { return 1; }

/// The scores of the bracket for which a criterion counts, one after the other.
enum class Scores : std::uint8_t { all_at_once, moved_down, every };

/// A criterion: a sum over the edges that it applies to.
struct Criterion {
  std::string_view name;
  bool (*concerns)(const DutchTraits& higher, const DutchTraits& lower);
  int (*value)(const DutchTraits& higher, const DutchTraits& lower);
  bool more_is_better;
  Scores scores;
};

bool is_bye(const DutchTraits& higher, const DutchTraits& lower) {
  return higher.in_bracket() && lower.kind == Kind::bye;
}

bool is_next_mixed_pair(const DutchTraits& higher, const DutchTraits& lower) {
  return higher.in_bracket() && lower.kind == Kind::next;
}

constexpr Criterion criteria[] = {
    {"C6", is_pair, one, true, Scores::all_at_once},
    {"C7", is_mixed_pair, one, true, Scores::moved_down},
    {"C8", is_next_pair, one, true, Scores::all_at_once},
    {"C8", is_next_mixed_pair, one, true, Scores::every},
    {"C9", is_bye, bye_games, true, Scores::all_at_once},
    {"C10", is_pair, both_far, false, Scores::all_at_once},
    {"C11", is_pair, repeats_clash, false, Scores::all_at_once},
    {"C12", is_pair, same_wish, false, Scores::all_at_once},
    {"C13", is_pair, same_strong_wish, false, Scores::all_at_once},
    {"C14", is_pair, residents_from_above<0>, true, Scores::all_at_once},
    {"C15", is_mixed_pair, opponent_went_up<0>, false, Scores::all_at_once},
    {"C16", is_pair, residents_from_above<1>, true, Scores::all_at_once},
    {"C17", is_mixed_pair, opponent_went_up<1>, false, Scores::all_at_once},
    {"C18", is_mixed_pair, went_down<0>, true, Scores::moved_down},
    {"C19", is_mixed_pair, opponent_went_up<0>, false, Scores::moved_down},
    {"C20", is_mixed_pair, went_down<1>, true, Scores::moved_down},
    {"C21", is_mixed_pair, opponent_went_up<1>, false, Scores::moved_down},
};

bool concerns(std::size_t index, std::size_t rank, const DutchTraits& higher,
              const DutchTraits& lower) {
  const Criterion& criterion = criteria[index];
  return (criterion.scores == Scores::all_at_once || higher.rank == rank) &&
         criterion.concerns(higher, lower);
}

}  // namespace

std::uint64_t DutchWeights::value_of(const WeightField& field, const DutchTraits& higher,
                                     const DutchTraits& lower) {
  if (!concerns(field.criterion, field.rank, higher, lower)) return 0;
  const auto value = static_cast<std::uint64_t>(criteria[field.criterion].value(higher, lower));
  return criteria[field.criterion].more_is_better ? value : field.most - value;
}

DutchWeights::DutchWeights(const DutchField& field, const DutchBracket& bracket,
                           const std::vector<std::size_t>& vertices, bool bye_games) {
  std::map<int, std::size_t, std::greater<>> rank_of;
  for (const std::size_t v : bracket.moved_down) rank_of[field.player(v).score];
  for (auto& [score, rank] : rank_of) rank = ranks_++;
  const auto traits_of = [&](std::size_t v) {
    DutchTraits traits;
    if (v == field.size()) {
      traits.kind = Kind::bye;
    } else if (v >= bracket.end) {
      traits.kind = v < bracket.next_end ? Kind::next : Kind::lower;
    } else {
      const ColourWish& wish = field.wish(v);
      traits.kind = v < bracket.begin ? Kind::moved_down : Kind::resident;
      traits.rank = v < bracket.begin ? rank_of[field.player(v).score] : ranks_;
      traits.colour = wish.colour;
      traits.strength = wish.strength;
      traits.difference = std::abs(wish.difference);
      traits.repeat = wish.repeat;
      traits.floats = field.player(v).floats;
      if (bye_games) traits.games = field.player(v).colours.size();
    }
    return traits;
  };
  std::map<DutchTraits, std::size_t> known;
  class_of_.resize(field.size() + 1);
  for (const std::size_t v : vertices) {
    const auto [entry, is_new] = known.try_emplace(traits_of(v), known.size());
    if (is_new) traits_.push_back(entry->first);
    class_of_[v] = entry->second;
  }
  add_fields(bracket.moved_down.size() + bracket.next_end - bracket.begin);
}

std::vector<DutchWeights::Value> DutchWeights::values(
    const std::vector<std::pair<std::size_t, std::size_t>>& pairs) const {
  std::vector<Value> values;
  for (auto field = fields_.rbegin(); field != fields_.rend(); ++field) {
    std::uint64_t sum = 0;
    for (const auto& [higher, lower] : pairs) {
      sum += value_of(*field, traits(higher), traits(lower));
    }
    values.push_back({criteria[field->criterion].name, sum});
  }
  return values;
}

/// From the last criterion up; criteria with a constant value take no bits.
void DutchWeights::add_fields(std::size_t players) {
  std::size_t shift = 0;
  for (std::size_t index = std::size(criteria); index-- > 0;) {
    const std::size_t ranks = criteria[index].scores == Scores::all_at_once  ? 1
                              : criteria[index].scores == Scores::moved_down ? ranks_
                                                                             : ranks_ + 1;
    for (std::size_t rank = ranks; rank-- > 0;) {
      std::uint64_t most = 0;
      for (const DutchTraits& a : traits_) {
        for (const DutchTraits& b : traits_) {
          if (!concerns(index, rank, a, b)) continue;
          most = std::max(most, static_cast<std::uint64_t>(criteria[index].value(a, b)));
        }
      }
      if (most == 0) continue;
      fields_.push_back({index, rank, criteria[index].more_is_better ? 0 : most, shift});
      shift += static_cast<std::size_t>(std::bit_width(most * (players / 2 + 1)));
    }
  }
  bits_ = shift;
}

}  // namespace schiri
