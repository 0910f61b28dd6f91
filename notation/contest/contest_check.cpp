#include "notation/contest/contest_check.h"

#include <algorithm>

#include "core/base/message.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "core/match/termination.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

class ContestCheck {
 public:
  ContestCheck(const Contest& contest, const ScheduledGame& scheduled, const Record& record)
      : contest_(contest),
        scheduled_(scheduled),
        record_(record),
        opening_(contest.opening(scheduled.opening)),
        turns_(record.turns()) {}

  std::vector<std::string> run() {
    check_tags();
    check_opening();
    replay();
    return std::move(findings_);
  }

 private:
  void check_tags() {
    const TournamentConfig& config = contest_.config();
    const bool standard = config.variant == contest_.type().variant_table.standard();
    require_tag("Event", config.name);
    require_tag("Round", round_tag(scheduled_));
    require_tag("White", config.bots[scheduled_.white].name);
    require_tag("Black", config.bots[scheduled_.black].name);
    require_tag("Game", config.game);
    require_tag("Variant", standard ? "" : config.variant);
    require_tag("Position", opening_.start.position);
    require_tag("Roll", opening_.start.roll);
    require_tag("Seed", std::to_string(config.seed));
    require_tag("WhiteOptions", tuned_text(config, scheduled_.values[0]));
    require_tag("BlackOptions", tuned_text(config, scheduled_.values[1]));
    require_tag("PlyCount", std::to_string(turns_.size()));
    require_tag("Result", record_.result == "*" ? "" : record_.result);
  }

  void require_tag(const char* name, const std::string& wanted) {
    const std::string_view found =
        name == std::string_view("Result") && record_.tag(name) == "*" ? "" : record_.tag(name);
    if (is_same_name(found, wanted)) return;
    findings_.push_back(std::string(name) + " is '" + printable(found) + "', not '" +
                        printable(wanted) + "'");
  }

  void check_opening() {
    const auto& wanted = opening_.turns;
    if (turns_.size() >= wanted.size() &&
        std::equal(wanted.begin(), wanted.end(), turns_.begin())) {
      return;
    }
    std::string text;
    for (const std::string& turn : wanted) text += (text.empty() ? "" : " ") + turn;
    findings_.push_back("it does not begin with its opening " + text);
  }

  void replay() {
    try {
      const auto game =
          contest_.type().start({contest_.config().variant, std::string(record_.tag("Position")),
                                 std::string(record_.tag("Roll"))});
      for (std::size_t i = 0; i < turns_.size(); ++i) {
        if (const auto error = game->play(turns_[i])) {
          findings_.push_back("turn " + std::to_string(i + 1) + ", '" + printable(turns_[i]) +
                              "': " + error->message.english());
          return;
        }
      }
      check_end(*game);
    } catch (const StartError& error) {
      findings_.push_back(error.what());
    }
  }

  void check_end(const Game& game) {
    const auto ending = game.ending();
    const auto termination = termination_of(record_.tag("Termination"));
    const bool normal = termination == Termination::normal;
    if (ending && record_.result != result_text(ending->outcome)) {
      findings_.push_back("the result is " + record_.result + ", by the rules it is " +
                          std::string(result_text(ending->outcome)));
    } else if (normal && !ending) {
      findings_.push_back("the rules have not ended it");
    }
    const TournamentConfig& config = contest_.config();
    if ((termination == Termination::resignation && !config.resign) ||
        (termination == Termination::agreement && !config.draw)) {
      findings_.push_back("it ended by " + std::string(record_.tag("Termination")) +
                          ", which is not possible in a tournament");
    }
    const auto most = config.max_turns;
    if (most && turns_.size() > static_cast<std::size_t>(*most)) {
      findings_.push_back("it is longer than the " +
                          counted(static_cast<std::uint64_t>(*most), "turn") + " allowed");
    }
  }

  const Contest& contest_;
  const ScheduledGame& scheduled_;
  const Record& record_;
  Opening opening_;
  std::vector<std::string_view> turns_;
  std::vector<std::string> findings_;
};

/// The position after an opening, whose turns must be legal and of the right number.
std::string position_after(const Contest& contest, const Opening& opening) {
  const auto game = play_opening(contest.type(), opening);
  if (game->ending()) throw ContestError(message("the game is over after it"));
  const int wanted = contest.config().opening_turns;
  if (game->turns().size() != static_cast<std::size_t>(wanted)) {
    throw ContestError(
        message("it has {0} {0:turn|turns} instead of {1}", game->turns().size(), wanted));
  }
  return game->position();
}

std::string text_of(const Opening& opening) {
  std::string text = opening.start.position + opening.start.roll;
  for (const std::string& turn : opening.turns) text += (text.empty() ? "" : " ") + turn;
  return printable(text, 200);
}

bool same(const Opening& a, const Opening& b) {
  return a.start.position == b.start.position && a.start.roll == b.start.roll && a.turns == b.turns;
}

}  // namespace

std::vector<std::string> check_openings(const Contest& contest,
                                        const std::map<std::uint64_t, Opening>& openings) {
  std::vector<std::string> findings;
  const bool chosen = contest.config().balanced && contest.config().openings.empty();
  const TournamentOpenings plan(contest.config(), contest.type());
  std::map<std::string, std::uint64_t> positions;
  for (const auto& [number, opening] : openings) {
    const std::string what = "opening " + std::to_string(number) + " (" + text_of(opening) + ")";
    if (!chosen) {
      const Opening wanted = plan.get(number);
      if (!same(opening, wanted))
        findings.push_back(what + " is " + text_of(wanted) + " in the plan");
      continue;
    }
    try {
      const auto [other, is_new] = positions.emplace(position_after(contest, opening), number);
      if (!is_new) {
        findings.push_back(what + " leads to the same position as opening " +
                           std::to_string(other->second));
      }
    } catch (const InputError& error) {
      findings.push_back(what + ": " + error.what());
    }
  }
  return findings;
}

std::vector<std::string> check_game(const Contest& contest, const ScheduledGame& scheduled,
                                    const Record& record) {
  return ContestCheck(contest, scheduled, record).run();
}

}  // namespace schiri
