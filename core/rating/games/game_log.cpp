#include "core/rating/games/game_log.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/date.h"
#include "core/base/order.h"
#include "core/base/text.h"
#include "core/match/termination.h"

namespace schiri::rating {

namespace {

bool is_unknown(std::string_view text) { return text.empty() || text == "?"; }

/// Removes the leading digits from a text and returns them without leading zeros.
std::string_view take_number(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
  std::string_view number = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(number.size());
  number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
  return number;
}

/// Numbers of any length: the longer one is greater.
int compare_numbers(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  return a.compare(b);
}

/// An unknown text as an empty one.
std::string_view known_text(std::string_view text) { return text == "?" ? "" : text; }

}  // namespace

std::string canonical_date(std::string_view date) {
  if (is_unknown(date)) return Date().text();
  const auto read = read_date(date);
  return read ? read->text() : std::string(date);
}

Ignored& Ignored::operator+=(const Ignored& other) {
  unfinished += other.unfinished;
  voided += other.voided;
  unknown_player += other.unknown_player;
  against_itself += other.against_itself;
  return *this;
}

Ignored reason_to_ignore(const FinishedGame& finished) {
  if (!finished.result) return {.unfinished = 1};
  if (termination_of(finished.termination) == Termination::void_game) return {.voided = 1};
  if (is_unknown(finished.white) || is_unknown(finished.black)) return {.unknown_player = 1};
  if (finished.white == finished.black) return {.against_itself = 1};
  return {};
}

bool was_not_played(std::string_view termination, std::uint64_t turns, bool between_programs) {
  return termination_of(termination) == Termination::abandoned && (turns == 0 || between_programs);
}

std::vector<Message> notes_on(const Ignored& ignored, std::uint64_t unplayed,
                              std::uint64_t forfeited) {
  std::vector<Message> notes;
  const auto add = [&](std::uint64_t games, const Message& note) {
    if (games > 0) notes.push_back(note);
  };
  add(ignored.unfinished,
      message("{0} {0:game|games} without a result left out.", ignored.unfinished));
  add(ignored.voided, message("{0} {0:game|games} declared void left out.", ignored.voided));
  add(ignored.unknown_player,
      message("{0} {0:game|games} with an unknown player left out.", ignored.unknown_player));
  add(ignored.against_itself,
      message("{0} {0:game|games} of a player against itself left out.", ignored.against_itself));
  const std::uint64_t absent = unplayed - forfeited;
  add(absent, message("{0} {0:game that was not played counts|games that were not played count} as "
                      "points and {0:is|are} no evidence.",
                      absent));
  add(forfeited,
      message("{0} {0:game that a failure decided counts|games that failures decided count} as "
              "points and {0:is|are} no evidence.",
              forfeited));
  return notes;
}

void GameLog::add(const FinishedGame& finished) {
  if (const Ignored reason = reason_to_ignore(finished); reason.total() > 0) {
    ignored_ += reason;
    return;
  }
  if (finished.forfeited && !finished.unplayed) ++forfeited_;
  (finished.unplayed || finished.forfeited ? unplayed_ : entries_).push_back(entry_of(finished));
}

GameLog::Entry GameLog::entry_of(const FinishedGame& finished) {
  // In archives events and days are contiguous, and two games with colours swapped often follow
  // each other.
  const Entry before = entries_.empty() ? Entry{} : entries_.back();
  const bool has_date_before = !entries_.empty() && words_.texts()[before.date] == finished.date;
  return {.white = players_.number(finished.white, before.black),
          .black = players_.number(finished.black, before.white),
          .event = words_.number(known_text(finished.event), before.event),
          .round = words_.number(known_text(finished.round)),
          .date = has_date_before ? before.date
                                  : words_.number(canonical_date(finished.date), before.date),
          .position = words_.number(finished.position, before.position),
          .result = *finished.result,
          .has_hash = finished.hash.has_value(),
          .has_pair = finished.pair.has_value(),
          .is_long = finished.turns >= long_game,
          .pairs_by_results = finished.pairs_by_results,
          .hash = finished.hash.value_or(0),
          .pair = finished.pair.value_or(0)};
}

void GameCollector::add(const FinishedGame& finished) {
  log_of(finished.game, finished.variant).add(finished);
}

GameLog& GameCollector::log_of(std::string_view game, std::string_view variant) {
  using Kind = std::pair<std::string_view, std::string_view>;
  const auto kind = [](const GameLog& log) { return Kind(log.game(), log.variant()); };
  const Kind wanted(game, variant);
  auto log = std::find_if(logs_.begin(), logs_.end(),
                          [&](const GameLog& one) { return kind(one) >= wanted; });
  if (log == logs_.end() || kind(*log) != wanted) log = logs_.emplace(log, game, variant);
  return *log;
}

int compare_naturally(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      const std::string_view left = take_number(a);
      if (const int order = compare_numbers(left, take_number(b)); order != 0) return order;
    } else if (a.front() != b.front()) {
      return static_cast<unsigned char>(a.front()) < static_cast<unsigned char>(b.front()) ? -1 : 1;
    } else {
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  return static_cast<int>(b.empty()) - static_cast<int>(a.empty());
}

namespace {

/// Maps each word's number to its rank in an order; equal words share a rank.
template <class Compare>
std::vector<std::uint32_t> places(const std::vector<std::string>& words, Compare compare) {
  std::vector<std::uint32_t> order = numbers_below<std::uint32_t>(words.size());
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return compare(words[a], words[b]) < 0;
  });
  std::vector<std::uint32_t> place(words.size());
  std::uint32_t current = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i > 0 && compare(words[order[i - 1]], words[order[i]]) != 0) ++current;
    place[order[i]] = current;
  }
  return place;
}

/// Unknown dates come last.
int compare_date_keys(const std::string& key, const std::string& other) {
  if (key.empty() || other.empty()) return static_cast<int>(key.empty()) - other.empty();
  return key.compare(other);
}

std::vector<std::string> date_keys(const GameLog& log, UnknownParts unknown) {
  std::vector<std::string> keys;
  keys.reserve(log.words().size());
  for (const std::string& word : log.words()) keys.push_back(date_key(word, unknown));
  return keys;
}

}  // namespace

std::vector<std::size_t> chronological_order(const GameLog& log) {
  const auto date_place = places(date_keys(log, UnknownParts::last), compare_date_keys);
  const auto round_place = places(log.words(), compare_naturally);
  return numbers_by(log.entries().size(), [&](std::size_t i) {
    const GameLog::Entry& entry = log.entries()[i];
    return std::pair(date_place[entry.date], round_place[entry.round]);
  });
}

std::vector<std::string> last_dates(const GameLog& log) {
  const std::vector<std::string> keys = date_keys(log, UnknownParts::first);  // of the words
  std::vector<std::uint32_t> last(log.players().size());
  std::vector<bool> has_date(last.size());
  const auto look_at = [&](const GameLog::Entry& entry) {
    if (keys[entry.date].empty()) return;
    for (const PlayerId player : {entry.white, entry.black}) {
      if (has_date[player] && keys[last[player]] >= keys[entry.date]) continue;
      last[player] = entry.date;
      has_date[player] = true;
    }
  };
  for (const GameLog::Entry& entry : log.entries()) look_at(entry);
  for (const GameLog::Entry& entry : log.unplayed()) look_at(entry);
  std::vector<std::string> dates(last.size());
  for (std::size_t i = 0; i < dates.size(); ++i) {
    if (has_date[i]) dates[i] = log.words()[last[i]];
  }
  return dates;
}

}  // namespace schiri::rating
