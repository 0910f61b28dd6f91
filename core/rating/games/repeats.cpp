#include "core/rating/games/repeats.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/order.h"
#include "core/base/probing_table.h"
#include "core/base/random.h"

namespace schiri::rating {

namespace {

using Entry = GameLog::Entry;

/// As wide as the numbers that an entry consists of.
using GameIndex = std::uint32_t;

bool identical(const Entry& a, const Entry& b) {
  return a.hash == b.hash && a.white == b.white && a.black == b.black && a.result == b.result &&
         (a.is_long || (a.event == b.event && a.date == b.date));
}

std::uint64_t hash_of(const Entry& entry) {
  const std::uint64_t players = std::uint64_t{entry.white} << 32 | entry.black;
  const std::uint64_t hash =
      mix64(entry.hash ^ mix64(players * 4 + static_cast<std::uint64_t>(entry.result)));
  return entry.is_long ? hash : mix64(hash ^ (std::uint64_t{entry.event} << 32 | entry.date));
}

/// Games by their index plus 1; 0 is a free place.
struct GameKind {
  using Entry = GameIndex;

  const std::vector<GameLog::Entry>* games;

  static bool is_free(Entry index) { return index == 0; }
  std::uint64_t hash(Entry index) const { return hash_of((*games)[index - 1]); }
};

}  // namespace

std::optional<std::uint64_t> identity_of(const Entry& game) {
  return game.has_hash ? std::optional(hash_of(game)) : std::nullopt;
}

std::vector<bool> find_repeats(const GameLog& log) {
  const auto& entries = log.entries();
  std::vector<bool> repeats(entries.size());
  ProbingTable<GameKind> seen(entries.size(), GameKind{&entries});
  for (GameIndex i = 0; i < entries.size(); ++i) {
    if (!entries[i].has_hash) continue;
    const auto [known, is_new] = seen.insert(hash_of(entries[i]), [&](GameIndex other) {
      return identical(entries[other - 1], entries[i]);
    });
    if (is_new) *known = i + 1;
    repeats[i] = !is_new;
  }
  return repeats;
}

namespace {

/// The tag of a pair of games: both games have the same.
struct PairTag {
  bool explicitly = false;
  std::uint64_t number = 0;  ///< The pair's number, or the event.
  std::uint32_t round = 0;   ///< The round without its last part.
  bool low_begins = false;   ///< Whether the lower player is White in the round's first game; false
                             ///< if not by rounds.
  PlayerId low = 0;          ///< The players, the lower number first.
  PlayerId high = 0;

  bool operator==(const PairTag&) const = default;
  std::uint64_t hash() const {
    const std::uint64_t players = std::uint64_t{low} << 32 | high;
    return mix64(mix64(players) ^ mix64(number * 4 + 2 * explicitly + low_begins) ^ round);
  }
};

/// Splits `5.1` into `5` and the index of the game in its pair (0 or 1); -1 if it is neither.
std::pair<std::string_view, int> split_round(std::string_view round) {
  const std::size_t point = round.rfind('.');
  if (point == std::string_view::npos || point == 0) return {round, -1};
  const std::string_view last = round.substr(point + 1);
  return {round.substr(0, point), last == "1" ? 0 : last == "2" ? 1 : -1};
}

/// Finds the games that form colour-swapped pairs.
class PairFinder {
 public:
  explicit PairFinder(const GameLog& log) : log_(log) {}

  /// For each game the number of its partner, or its own if it has none. If several games have the
  /// same tag, the first with one colour is paired with the first with the other.
  std::vector<std::size_t> partners(const std::vector<bool>& leave_out) {
    const auto& entries = log_.entries();
    std::vector<std::size_t> partner = numbers_below(entries.size());
    next_.resize(entries.size());
    const auto tag_at = [&](GameIndex i) {
      return i == entries.size() || leave_out[i] ? std::nullopt : tag_of(entries[i]);
    };
    const auto join = [&](GameIndex a, GameIndex b) {
      partner[a] = b;
      partner[b] = a;
    };
    std::optional<PairTag> tag = tag_at(0), next_tag;
    for (GameIndex i = 0; i < entries.size(); ++i, tag = next_tag) {
      next_tag = tag_at(i + 1);
      if (!tag) continue;
      Waiting* const waiting =
          waiting_.find(tag->hash(), [&](const Waiting& one) { return one.tag == *tag; });
      const bool nobody_waits = !waiting || waiting->first == none;
      if (!nobody_waits && waiting->low_is_white != low_is_white(i)) {
        join(i, waiting->first);
        waiting->first = next_[waiting->first];
      } else if (nobody_waits && tag == next_tag && low_is_white(i) != low_is_white(i + 1)) {
        // Most pairs are adjacent in an archive; the table is for the others.
        join(i, i + 1);
        next_tag = tag_at(++i + 1);
      } else {
        wait(i, *tag);
      }
    }
    return partner;
  }

  /// The numbers are hashes of what games share, or of the game itself.
  std::vector<std::uint64_t> openings(const std::vector<std::size_t>& partner) {
    const auto& entries = log_.entries();
    enum Kind : std::uint64_t { position, round, pair, alone };
    const auto number = [](Kind kind, std::uint64_t first, std::uint64_t second = 0) {
      return mix64(mix64(first * 4 + kind) ^ second);
    };
    std::vector<std::uint64_t> openings, units;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const Entry& entry = entries[i];
      const Round split_round = split(entry.round);
      openings.push_back(!log_.words()[entry.position].empty() ? number(position, entry.position)
                         : split_round.half >= 0 ? number(round, entry.event, split_round.prefix)
                         : entry.has_pair        ? number(pair, entry.pair)
                                                 : number(alone, i));
      if (partner[i] >= i) units.push_back(openings.back());
    }
    std::sort(units.begin(), units.end());
    if (std::adjacent_find(units.begin(), units.end()) == units.end()) openings.clear();
    return openings;
  }

 private:
  static constexpr GameIndex none = UINT32_MAX;

  /// The games of one tag without a partner, all with the same colours.
  struct Waiting {
    PairTag tag;
    bool is_taken = false;
    bool low_is_white = false;
    GameIndex first = none;
    GameIndex last = none;
  };
  struct WaitingKind {
    using Entry = Waiting;

    static bool is_free(const Waiting& waiting) { return !waiting.is_taken; }
    static std::uint64_t hash(const Waiting& waiting) { return waiting.tag.hash(); }
  };

  bool low_is_white(GameIndex i) const { return log_.entries()[i].white < log_.entries()[i].black; }

  void wait(GameIndex i, const PairTag& tag) {
    const auto [entry, is_new] =
        waiting_.insert(tag.hash(), [&](const Waiting& one) { return one.tag == tag; });
    if (is_new) *entry = {.tag = tag, .is_taken = true};
    Waiting& waiting = *entry;
    waiting.low_is_white = low_is_white(i);
    (waiting.first == none ? waiting.first : next_[waiting.last]) = i;
    waiting.last = i;
    next_[i] = none;
  }

  std::optional<PairTag> tag_of(const Entry& entry) {
    PairTag tag{.explicitly = entry.has_pair,
                .number = entry.pair,
                .low = std::min(entry.white, entry.black),
                .high = std::max(entry.white, entry.black)};
    if (entry.has_pair) return tag;
    const Round round = split(entry.round);
    if (round.half < 0) return std::nullopt;
    tag.number = entry.event;
    tag.low_begins = (entry.white < entry.black) == (round.half == 0);
    tag.round = round.prefix;
    return tag;
  }

  /// A round's number without its last part, and that part.
  struct Round {
    std::uint32_t prefix = 0;
    int half = not_split;
  };
  static constexpr int not_split = -2;

  /// `word`: of the log.
  Round split(std::uint32_t word) {
    Round& round = rounds_[word];
    if (round.half == not_split) {
      const auto [prefix, half] = split_round(log_.words()[word]);
      round = {half < 0 ? 0 : prefixes_.number(prefix), half};
    }
    return round;
  }

  const GameLog& log_;
  TextNumbers prefixes_;
  std::vector<Round> rounds_{log_.words().size()};  ///< by the log's words
  ProbingTable<WaitingKind> waiting_;
  std::vector<GameIndex> next_;  ///< the next waiting game after each game
};

}  // namespace

std::vector<std::size_t> find_partners(const GameLog& log, const std::vector<bool>& leave_out) {
  return PairFinder(log).partners(leave_out);
}

std::vector<std::uint64_t> find_openings(const GameLog& log,
                                         const std::vector<std::size_t>& partners) {
  return PairFinder(log).openings(partners);
}

}  // namespace schiri::rating
