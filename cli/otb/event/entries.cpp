#include <algorithm>
#include <utility>

#include "cli/otb/event/event.h"
#include "core/base/names.h"

// Entries, withdrawals and byes of an event.

namespace schiri::otb {

namespace {

constexpr std::size_t most_entrants = 2000;

bool has(const std::vector<std::uint64_t>& rounds, std::uint64_t round) {
  return std::find(rounds.begin(), rounds.end(), round) != rounds.end();
}

void require_rating(const std::optional<int>& rating) {
  if (!rating || (*rating >= 0 && *rating <= 9999)) return;
  throw EventError(message("a rating is a number from 0 to 9999"));
}

}  // namespace

bool are_two_people(const Entry& a, const Entry& b) {
  const std::pair<const std::string*, const std::string*> facts[] = {
      {&a.details.fide_id, &b.details.fide_id},
      {&a.details.birth, &b.details.birth},
      {&a.club, &b.club}};
  for (const auto& [one, other] : facts) {
    if (!one->empty() && !other->empty()) return !is_same_name(*one, *other);
  }
  return false;
}

/// No player may have this name, except `but`, who is being renamed.
void Event::require_new_name(std::string_view name, const std::optional<std::size_t>& but) const {
  if (name.empty()) throw EventError(message("a player needs a name"));
  const auto known = names_.find(std::string(name));
  if (known == names_.end() || known->second == but) return;
  throw EventError(message("'{0}' has entered already", name));
}

/// The number of missed rounds that give an entry half a point. Throws EventError.
std::uint64_t Event::half_byes_of(const Entry& entry) const {
  const std::uint64_t half_byes = entry.half_byes.value_or(
      std::min<std::uint64_t>(terms_.half_byes.value_or(0), rounds_.size()));
  if (half_byes > rounds_.size()) {
    throw EventError(message("'{0}' has missed {1} {1:round|rounds}, not {2}", entry.name,
                             rounds_.size(), half_byes));
  }
  if (terms_.half_byes && half_byes > *terms_.half_byes) {
    throw EventError(message("this event allows {0} half-point {0:bye|byes}", *terms_.half_byes));
  }
  return half_byes;
}

void Event::enter(const Entry& entry) {
  require_new_name(entry.name);
  require_rating(entry.rating);
  if (entrants_.size() == most_entrants) {
    throw EventError(message("an event has at most 2000 players"));
  }
  if (!is_swiss() && !rounds_.empty()) {
    throw EventError(
        message("a {0} accepts no entries after its first pairing", system_word(terms_)));
  }
  if (rounds_.size() >= planned_rounds() && is_swiss()) {
    throw EventError(message("the last round is paired already"));
  }
  const std::uint64_t half_byes = half_byes_of(entry);
  names_.emplace(entry.name, entrants_.size());
  Entrant& added = entrants_.emplace_back();
  added.name = entry.name;
  added.rating = entry.rating;
  added.club = entry.club;
  added.details = entry.details;
  added.first_round = rounds_.size() + 1;
  for (std::uint64_t round = rounds_.size(); round > rounds_.size() - half_byes; --round) {
    rounds_[round - 1].byes.push_back({entrants_.size() - 1, ByeKind::half_point});
    added.half_point_byes.push_back(round);
  }
  if (!fixed_list_.empty()) insert_by_rating(fixed_list_, entrants_.size() - 1);
}

void Event::change(std::string_view name, const EntrantChange& change) {
  const std::size_t place = find(name);
  if (change.name) require_new_name(*change.name, place);
  if (change.rating) require_rating(*change.rating);
  Entrant& entrant = entrants_[place];
  if (change.name) {
    names_.erase(names_.find(std::string(name)));
    names_.emplace(*change.name, place);
    entrant.name = *change.name;
  }
  if (change.rating) entrant.rating = *change.rating;
  if (change.club) entrant.club = *change.club;
  for (const auto& [field, text] : change.details) entrant.details.*field = text;
}

void Event::set_rounds(std::uint64_t rounds) {
  if (!is_swiss()) {
    throw EventError(message("the rounds of a {0} follow from its players", system_word(terms_)));
  }
  require_rounds(rounds);
  if (rounds < rounds_.size()) {
    throw EventError(message("round {0} is paired already", rounds_.size()));
  }
  terms_.rounds = rounds;
}

void Event::set_points(const PointSystem& points) {
  require_points(terms_, points);
  if (is_swiss() && rounds_.size() > 1) {
    throw EventError(message("round 2 is paired by the present points already"));
  }
  terms_.points = points;
}

void Event::set_tie_breaks(std::vector<rating::TieBreakId> tie_breaks) {
  terms_.tie_breaks = std::move(tie_breaks);
}

void Event::set_start_list(const std::vector<std::string>& names) {
  if (!rounds_.empty()) throw EventError(message("the first round is paired already"));
  std::vector<std::size_t> list;
  std::vector<bool> known(entrants_.size());
  for (const std::string& name : names) {
    list.push_back(find(name));
    if (known[list.back()])
      throw EventError(message("'{0}' appears twice in the start list", name));
    known[list.back()] = true;
  }
  if (list.size() != entrants_.size()) {
    throw EventError(message("the start list does not contain all entrants"));
  }
  set_list_ = std::move(list);
}

void Event::withdraw(std::string_view name) {
  Entrant& entrant = entrants_[find(name)];
  if (entrant.last_round) throw EventError(message("'{0}' has withdrawn already", entrant.name));
  entrant.last_round = rounds_.size();
}

void Event::reinstate(std::string_view name) {
  Entrant& entrant = entrants_[find(name)];
  if (!entrant.last_round) throw EventError(message("'{0}' has not withdrawn", entrant.name));
  if (system() == System::round_robin && entrant.never_came() && !rounds_.empty()) {
    throw EventError(message("the round-robin has begun without '{0}'", entrant.name));
  }
  if (system() == System::knockout && *entrant.last_round < rounds_.size()) {
    throw EventError(message("the knockout has gone on without '{0}'", entrant.name));
  }
  entrant.last_round.reset();
}

/// Can there be a bye of this player?
void Event::require_open_round(const Entrant& entrant, std::uint64_t round) const {
  if (!is_swiss()) {
    throw EventError(
        message("a {0} has no requested byes; enter +-- or --+ for a game that is not played",
                system_word(terms_)));
  }
  if (round <= rounds_.size()) {
    throw EventError(message("round {0} is paired already", round));
  }
  if (round > planned_rounds()) {
    throw EventError(message("there is no round {0}, the last is {1}", round, planned_rounds()));
  }
  if (has(entrant.half_point_byes, round)) {
    throw EventError(message("'{0}' has a half-point bye in this round already", entrant.name));
  }
  if (has(entrant.zero_point_byes, round)) {
    throw EventError(message("'{0}' has a zero-point bye in this round already", entrant.name));
  }
}

void Event::grant_half_point_bye(std::string_view name, std::uint64_t round) {
  Entrant& entrant = entrants_[find(name)];
  require_open_round(entrant, round);
  if (terms_.half_byes && entrant.half_point_byes.size() >= *terms_.half_byes) {
    throw EventError(message("'{0}' has had all half-point byes that this event allows ({1})",
                             entrant.name, *terms_.half_byes));
  }
  entrant.half_point_byes.push_back(round);
}

void Event::grant_zero_point_bye(std::string_view name, std::uint64_t round) {
  Entrant& entrant = entrants_[find(name)];
  require_open_round(entrant, round);
  entrant.zero_point_byes.push_back(round);
}

void Event::forbid(const std::vector<std::string>& names) {
  if (!is_swiss()) {
    throw EventError(
        message("the pairings of a {0} are fixed, none can be forbidden", system_word(terms_)));
  }
  std::vector<std::size_t> group;
  for (const std::string& name : names) {
    const std::size_t number = find(name);
    if (std::count(group.begin(), group.end(), number)) {
      throw EventError(message("'{0}' is named twice", entrants_[number].name));
    }
    group.push_back(number);
  }
  if (group.size() < 2) throw EventError(message("specify at least two players that may not meet"));
  forbidden_.push_back({std::move(group), rounds_.size() + 1});
}

void Event::allow(const std::vector<std::string>& names) {
  std::vector<std::size_t> group;
  for (const std::string& name : names) group.push_back(find(name));
  const auto is_named = [&](std::size_t p) {
    return std::find(group.begin(), group.end(), p) != group.end();
  };
  std::vector<ForbiddenPairs> left;
  bool found = false;
  for (const auto& [old, first_round, last_round] : forbidden_) {
    for (std::size_t i = 0; i < old.size(); ++i) {
      for (std::size_t j = i + 1; j < old.size(); ++j) {
        const bool is_allowed = is_named(old[i]) && is_named(old[j]);
        found |= is_allowed;
        if (!is_allowed) left.push_back({{old[i], old[j]}, first_round, last_round});
      }
    }
  }
  if (!found) throw EventError(message("these players are not forbidden to meet"));
  forbidden_ = std::move(left);
}

}  // namespace schiri::otb
