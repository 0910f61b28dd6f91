#include "core/rating/pairing.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/random.h"

namespace schiri::rating {

namespace {

using Entry = GameLog::Entry;

/// A set of games, identical ones being the same; probes go on to the next place.
class DistinctGames {
 public:
  explicit DistinctGames(const std::vector<Entry>& entries)
      : entries_(entries), places_(std::bit_ceil(2 * entries.size() + 1)) {}

  /// False if an identical game is in the set.
  bool insert(std::size_t index) {
    const std::size_t mask = places_.size() - 1;
    std::size_t place = place_of(entries_[index]) & mask;
    for (; places_[place] != 0; place = (place + 1) & mask) {
      if (identical(entries_[places_[place] - 1], entries_[index])) return false;
    }
    places_[place] = index + 1;
    return true;
  }

 private:
  static bool identical(const Entry& a, const Entry& b) {
    return a.hash == b.hash && a.white == b.white && a.black == b.black && a.result == b.result;
  }
  static std::size_t place_of(const Entry& entry) {
    const std::uint64_t players = std::uint64_t{entry.white} << 32 | entry.black;
    return mix64(entry.hash ^ mix64(players * 4 + static_cast<std::uint64_t>(entry.result)));
  }

  const std::vector<Entry>& entries_;
  std::vector<std::size_t> places_;  ///< 0, or a game's index and 1
};

}  // namespace

std::vector<bool> find_repeats(const GameLog& log) {
  const auto& entries = log.entries();
  std::vector<bool> repeats(entries.size());
  DistinctGames seen(entries);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].has_hash) repeats[i] = !seen.insert(i);
  }
  return repeats;
}

namespace {

/// What says that a game belongs to a pair: games of one pair agree in all but `low_is_white`.
struct PairTag {
  bool explicitly = false;
  std::uint64_t number = 0;  ///< The pair's number, or the event.
  std::uint32_t round = 0;   ///< The round without its last part.
  bool low_begins = false;   ///< Who is White in the round's first game; false if not by rounds.
  PlayerId low = 0;          ///< The players, the lower number first.
  PlayerId high = 0;
  bool low_is_white = false;

  auto pair() const { return std::tuple(explicitly, number, round, low_begins, low, high); }
};

/// Splits `5.1` into `5` and which game of a pair it is (0 or 1); -1 if it is neither.
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

  /// For each game the number of its partner, or its own if it has none. Where several games carry
  /// the same tag, the first with one colour goes with the first with the other.
  std::vector<std::size_t> partners(const std::vector<bool>& leave_out) {
    const auto& entries = log_.entries();
    std::vector<std::size_t> partner(entries.size());
    std::vector<Tagged> tagged;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      partner[i] = i;
      if (const auto tag = leave_out[i] ? std::nullopt : tag_of(entries[i])) {
        tagged.push_back({*tag, i});
      }
    }
    std::sort(tagged.begin(), tagged.end(), [](const Tagged& a, const Tagged& b) {
      return std::pair(a.tag.pair(), a.index) < std::pair(b.tag.pair(), b.index);
    });
    for (std::size_t i = 0; i < tagged.size();) i = join_group(tagged, i, partner);
    return partner;
  }

 private:
  struct Tagged {
    PairTag tag;
    std::size_t index;
  };

  std::optional<PairTag> tag_of(const Entry& entry) {
    PairTag tag{.explicitly = entry.has_pair,
                .number = entry.pair,
                .low = std::min(entry.white, entry.black),
                .high = std::max(entry.white, entry.black),
                .low_is_white = entry.white < entry.black};
    if (entry.has_pair) return tag;
    const auto [prefix, half] = split_round(log_.round(entry));
    if (half < 0) return std::nullopt;
    tag.number = entry.event;
    tag.low_begins = tag.low_is_white == (half == 0);
    tag.round =
        prefixes_.emplace(prefix, static_cast<std::uint32_t>(prefixes_.size())).first->second;
    return tag;
  }

  /// Joins the games of one tag, from `begin` on; returns where the next tag begins.
  static std::size_t join_group(const std::vector<Tagged>& tagged, std::size_t begin,
                                std::vector<std::size_t>& partner) {
    std::vector<std::size_t> waiting[2];
    std::size_t i = begin;
    for (; i < tagged.size() && tagged[i].tag.pair() == tagged[begin].tag.pair(); ++i) {
      waiting[tagged[i].tag.low_is_white].push_back(tagged[i].index);
    }
    const std::size_t pairs = std::min(waiting[0].size(), waiting[1].size());
    for (std::size_t k = 0; k < pairs; ++k) {
      partner[waiting[0][k]] = waiting[1][k];
      partner[waiting[1][k]] = waiting[0][k];
    }
    return i;
  }

  const GameLog& log_;
  std::unordered_map<std::string_view, std::uint32_t> prefixes_;
};

}  // namespace

std::vector<std::size_t> find_partners(const GameLog& log, const std::vector<bool>& leave_out) {
  return PairFinder(log).partners(leave_out);
}

}  // namespace schiri::rating
