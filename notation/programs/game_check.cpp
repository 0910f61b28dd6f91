#include "notation/programs/game_check.h"

#include <algorithm>
#include <deque>
#include <set>

#include "core/base/characters.h"
#include "core/base/random.h"
#include "core/base/utf8.h"

namespace schiri {

namespace {

/// A kind of fault; the names are for telling them apart.
enum class Kind { program, read_back, twice, swap, refused, endless };

class ProgramChecker {
 public:
  ProgramChecker(const OwnGameType& type, const std::string& variant, const GameCheckLimits& limits)
      : type_(type), variant_(variant), limits_(limits) {}

  GameReport run() {
    look_near();
    if (!is_over_) look_far();
    if (!found_.contains(Kind::program)) ask_at_start();
    for (auto& [kind, fault] : found_) report_.faults.push_back(std::move(fault));
    return std::move(report_);
  }

 private:
  std::unique_ptr<Game> begin() const { return type_.start({variant_, "", ""}); }

  /// Keeps the shortest line of each kind.
  void note(Kind kind, std::vector<std::string> turns, Message what) {
    const auto known = found_.find(kind);
    if (known != found_.end() && known->second.turns.size() <= turns.size()) return;
    found_.insert_or_assign(kind, GameFault{std::move(what), std::move(turns)});
  }

  /// A program that has not answered in time would take as long again and again: the check is over.
  void note_failure(std::vector<std::string> turns, const UnusableError& error) {
    const auto* const failure = dynamic_cast<const RefereeFailure*>(&error);
    is_over_ |= failure && failure->is_late;
    note(Kind::program, std::move(turns), error.message());
  }

  /// All positions in the order of their distance from the start.
  void look_near() {
    std::deque<std::unique_ptr<Game>> open;
    std::set<std::string> seen;
    auto start = begin();
    if (is_new(*start, seen)) open.push_back(std::move(start));
    while (!open.empty() && report_.positions < limits_.positions && !is_over_) {
      const auto game = std::move(open.front());
      open.pop_front();
      std::vector<std::string> turns;
      if (!look(*game, turns)) continue;
      for (const std::string& turn : turns) {
        if (open.size() + report_.positions > 2 * limits_.positions || is_over_) break;
        auto next = game->clone();
        if (!play(*next, turn) || !is_new(*next, seen)) continue;
        open.push_back(std::move(next));
      }
    }
    if (open.empty() && found_.empty()) all_positions_ = report_.positions;
  }

  bool is_new(const Game& game, std::set<std::string>& seen) {
    try {
      return seen.insert(game.position()).second;
    } catch (const UnusableError& error) {
      note_failure(game.turns(), error);
    } catch (const StartError& error) {
      note(Kind::program, game.turns(), error.message());
    }
    return false;
  }

  /// Random games: deeper positions, and whether they end.
  void look_far() {
    Rng rng(1);
    bool has_ended = false;
    std::vector<std::string> unended;
    for (std::size_t i = 0; i < limits_.games; ++i) {
      const auto game = begin();
      std::vector<std::string> turns;
      while (game->turns().size() < limits_.turns && look(*game, turns)) {
        if (turns.empty() || !play(*game, turns[rng.below(turns.size())])) break;
      }
      if (found_.contains(Kind::program)) break;
      ++report_.games;
      if (game->turns().size() < limits_.turns) {
        has_ended = true;
        report_.longest = std::max(report_.longest, game->turns().size());
      }
      // Games without an end take long; a few are enough.
      if (!has_ended && i >= 4) break;
    }
    if (has_ended || found_.contains(Kind::program)) return;
    note(Kind::endless, {},
         all_positions_
             ? message("the game cannot end: none of its {0} positions is an end", all_positions_)
             : message("the game may have no end: none of {0} random games ended within "
                       "{1} turns",
                       report_.games, limits_.turns));
  }

  /// What only some commands ask.
  void ask_at_start() {
    const auto game = begin();
    const auto& own = static_cast<const OwnGame&>(*game);
    Rng rng(1);
    try {
      own.board({});
      own.playout(rng);
    } catch (const UnusableError& error) {
      note_failure({}, error);
    }
  }

  /// False if the program failed.
  bool play(Game& game, const std::string& turn) {
    try {
      if (const auto error = game.play(turn)) {
        note(Kind::refused, with(game.turns(), turn),
             message("the turn '{0}' is listed, but refused: {1}", printable(turn, 120),
                     error->message));
        return false;
      }
      return true;
    } catch (const UnusableError& error) {
      note_failure(with(game.turns(), turn), error);
      return false;
    }
  }

  static std::vector<std::string> with(std::vector<std::string> turns, const std::string& turn) {
    turns.push_back(turn);
    return turns;
  }

  /// Checks a position; its turns, or false if the program failed or the game is over.
  bool look(const Game& game, std::vector<std::string>& turns) {
    ++report_.positions;
    try {
      turns = static_cast<const OwnGame&>(game).ruling().turns;
      const bool is_over = game.ending().has_value();
      look_at_turns(game, turns);
      look_at_position(game, is_over);
      return !is_over;
    } catch (const UnusableError& error) {
      note_failure(game.turns(), error);
    } catch (const StartError& error) {
      note(Kind::program, game.turns(), error.message());
    }
    return false;
  }

  void look_at_turns(const Game& game, const std::vector<std::string>& turns) {
    std::set<std::string_view> distinct;
    for (const std::string& turn : turns) {
      if (!distinct.insert(turn).second) {
        note(Kind::twice, game.turns(),
             message("the turn '{0}' is listed twice", printable(turn, 120)));
      }
      const auto& played = game.turns();
      if (lower_case(turn) == "swap" && std::ranges::count(played, turn) > 0) {
        note(Kind::swap, played, message("the swap is offered twice"));
      }
    }
  }

  /// The position's text must be that of the same position.
  void look_at_position(const Game& game, bool is_over) {
    const std::string text = game.position();
    const auto again = type_.start({variant_, text, ""});
    const auto refuse = [&](const Message& how) {
      note(Kind::read_back, game.turns(),
           message("the position '{0}' does not read back: {1}", printable(text, 300), how));
    };
    try {
      const auto& read = static_cast<const OwnGame&>(*again);
      if (read.position() != text) {
        return refuse(message("it is written '{0}'", printable(read.position(), 300)));
      }
      if (read.ending().has_value() != is_over) return refuse(message("its end is another"));
      if (is_over) return;
      if (read.side_to_move() != game.side_to_move()) {
        return refuse(message("another player is to move"));
      }
      auto a = read.ruling().turns, b = static_cast<const OwnGame&>(game).ruling().turns;
      std::sort(a.begin(), a.end());
      std::sort(b.begin(), b.end());
      if (a != b) refuse(message("its turns are others"));
    } catch (const StartError& error) {
      refuse(error.message());
    }
  }

  const OwnGameType& type_;
  const std::string& variant_;
  const GameCheckLimits& limits_;
  std::map<Kind, GameFault> found_;
  std::size_t all_positions_ = 0;  ///< if all were seen from near
  bool is_over_ = false;           ///< the program has not answered in time
  GameReport report_;
};

}  // namespace

GameReport check_own_game(const OwnGameType& type, const std::string& variant,
                          const GameCheckLimits& limits) {
  for (const Ability ability : {Ability::turns, Ability::position}) {
    type.programs(variant)->require(ability);
  }
  return ProgramChecker(type, variant, limits).run();
}

}  // namespace schiri
