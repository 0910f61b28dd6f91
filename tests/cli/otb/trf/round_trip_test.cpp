#include <map>
#include <sstream>

#include "cli/otb/event/pairing.h"
#include "cli/otb/event/standing.h"
#include "cli/otb/trf/trf.h"
#include "core/base/random.h"
#include "tests/catch.h"

namespace round_trip_test {

using namespace schiri::otb;

std::string player(std::size_t number) { return "Player " + std::to_string(number); }

/// An event as arbiters make them: whatever it refuses is left out.
class RandomEvent {
 public:
  explicit RandomEvent(std::uint64_t seed) : rng_(seed), event_(terms()) {
    const std::uint64_t players = 3 + rng_.below(event_.is_swiss() ? 7 : 5);
    for (std::uint64_t i = 0; i < players; ++i) enter();
    const std::uint64_t rounds = 1 + rng_.below(7);
    for (std::uint64_t round = 1; round <= rounds; ++round) {
      change_players();
      if (!attempt([&] { event_.add_round(schiri::otb::pair(event_)); })) break;
      change_pairing();
      const bool stays_open = round == rounds && one_in(4);
      play(stays_open);
      if (stays_open) break;
    }
    if (one_in(3)) change_players();
  }

  const Event& event() const { return event_; }

 private:
  bool one_in(std::uint64_t many) { return rng_.below(many) == 0; }
  template <class Change>
  static bool attempt(const Change& change) {
    try {
      change();
      return true;
    } catch (const EventError&) {
      return false;
    }
  }

  schiri::otb::Terms terms() {
    constexpr System systems[] = {System::dutch, System::dutch, System::round_robin};
    schiri::otb::Terms terms{systems[rng_.below(3)], 1 + rng_.below(7)};
    if (terms.system == System::round_robin) terms.cycles = 1 + rng_.below(2);
    if (terms.system == System::dutch && one_in(2)) terms.first_colour = Side::black;
    const PointSystem systems_of_points[] = {
        {30, 10, 0, 0, 0, {}}, {20, 10, 0, 0, 0, {}}, {30, 20, 10, 5, 5, {}}};
    if (one_in(4)) terms.points = systems_of_points[rng_.below(3)];
    for (const auto& one : rating::all_tie_breaks()) {
      if (one_in(3)) terms.tie_breaks.push_back(one.id());
    }
    return terms;
  }

  std::string anybody() { return player(rng_.below(event_.entrants().size())); }

  void enter() {
    Entry entry{player(event_.entrants().size())};
    if (!one_in(4)) entry.rating = static_cast<int>(1000 + rng_.below(8) * 100);
    if (one_in(2)) entry.half_byes = rng_.below(event_.rounds().size() + 1);
    attempt([&] { event_.enter(entry); });
  }

  void change_players() {
    const std::uint64_t next = event_.rounds().size() + 1 + rng_.below(2);
    if (one_in(4)) attempt([&] { event_.withdraw(anybody()); });
    if (one_in(6)) attempt([&] { event_.withdraw(anybody()); });
    if (one_in(8)) attempt([&] { event_.reinstate(anybody()); });
    if (one_in(4)) attempt([&] { event_.grant_half_point_bye(anybody(), next); });
    if (one_in(4)) attempt([&] { event_.grant_zero_point_bye(anybody(), next); });
    if (one_in(6)) attempt([&] { event_.forbid({anybody(), anybody()}); });
    if (one_in(4)) enter();
    if (one_in(6)) {
      attempt(
          [&] { event_.change(anybody(), {.rating = static_cast<int>(2000 + rng_.below(9))}); });
    }
  }

  void change_pairing() {
    if (one_in(6)) {
      attempt([&] { event_.swap_entrants(event_.find(anybody()), event_.find(anybody())); });
    }
    if (one_in(6)) attempt([&] { event_.withdraw(anybody()); });
  }

  void play(bool stays_open) {
    const std::uint64_t round = event_.rounds().size();
    for (std::uint64_t board = 1; board <= event_.rounds().back().boards.size(); ++board) {
      const auto result = static_cast<BoardResult>(rng_.below(one_in(2) ? 3 : 7));
      if (stays_open && one_in(2)) continue;
      attempt([&] { event_.set_result(round, board, result); });
    }
    if (!one_in(3)) return;
    const std::uint64_t corrected = 1 + rng_.below(round);
    const std::uint64_t board = 1 + rng_.below(4);
    attempt(
        [&] { event_.correct_result(corrected, board, static_cast<BoardResult>(rng_.below(7))); });
  }

  Rng rng_;
  Event event_;
};

std::string trf_of(const EventHead& head, const Event& event) {
  std::ostringstream out;
  write_trf(out, head, event);
  return out.str();
}

/// The standing by all tie-breaks, a line for each entrant of the report.
std::string standing_text(const Event& event) {
  std::vector<rating::TieBreakId> all;
  for (const auto& one : rating::all_tie_breaks()) all.push_back(one.id());
  const bool is_cut = event.system() == System::round_robin && !event.rounds().empty();
  std::ostringstream out;
  std::size_t shown = 0, place = 0, last_place = 0;
  std::map<std::string, std::string> lines;
  for (const StandingRow& row : standing(event, event.finished_rounds(), all)) {
    const Entrant& entrant = event.entrants()[row.entrant];
    if (is_cut && entrant.never_came()) continue;
    ++shown;
    if (row.place != last_place) place = shown;
    last_place = row.place;
    std::ostringstream line;
    line << place << ". " << row.points << (row.is_annulled ? " annulled" : "");
    for (std::size_t i = 0; i < all.size(); ++i) {
      line << ' ' << all[i].code << ' ';
      row.tie_breaks[i] ? line << *row.tie_breaks[i] : line << '-';
    }
    lines[entrant.name] = line.str();
  }
  for (const auto& [name, line] : lines) out << name << ": " << line << '\n';
  return out.str();
}

TEST_CASE("TRF: random events keep their standing and their report") {
  const EventHead head{"Cup", "creeper", "standard", "Bonn", "2026.05.01"};
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    const RandomEvent made(seed);
    const std::string trf = trf_of(head, made.event());
    CAPTURE(seed, trf);
    std::string notes;
    const auto note = [&](const Message& text) { notes += text.english() + "\n"; };
    const ImportedEvent back = import_trf({"a.trf"}, read_trf(trf), note);
    REQUIRE(notes == "");
    REQUIRE(standing_text(*back.event) == standing_text(made.event()));
    REQUIRE(back.event->tie_breaks() == made.event().tie_breaks());
    REQUIRE(trf_of(std::get<act::Begin>(back.acts.front()).head, *back.event) == trf);
  }
}

}  // namespace round_trip_test
