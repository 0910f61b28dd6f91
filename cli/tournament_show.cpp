#include <algorithm>
#include <iostream>
#include <map>
#include <memory>

#include "cli/tournament_command.h"
#include "core/match/systems.h"
#include "notation/contest.h"
#include "notation/finding_log.h"

namespace schiri::cli {

namespace {

struct ShowOptions {
  EventOptions event;
  std::string format = "text";
  std::uint64_t games = 40;
  bool openings = false;
};

/// A bot's limits and options, as they can be written after its name.
std::string description(const BotSpec& bot) {
  std::string text = bot.builtin;
  for (const auto& [key, value] : bot_spec_keys(bot)) {
    if (key != "name") text += (text.empty() ? "" : " ") + key + "=" + value;
  }
  return text;
}

/// Tells what an event would play, as far as that is known before its first game.
class Plan {
 public:
  Plan(const Contest& contest, const ShowOptions& options)
      : contest_(contest),
        config_(contest.config()),
        options_(options),
        schedule_(contest.schedule()),
        shown_(options.games == 0 ? schedule_->paired()
                                  : std::min(options.games, schedule_->paired())) {
    for (const Bye& bye : schedule_->byes()) byes_[bye.round].push_back(bye.player);
  }

  void print(std::ostream& out) const {
    out << printable(config_.name) << ": " << config_.game << ' ' << config_.variant << ", "
        << system_title(config_.system) << ", " << config_.bots.size() << " players, "
        << (is_upper_bound() ? "at most " : "") << schedule_->games() << " games\n";
    for (std::size_t i = 0; i < config_.bots.size(); ++i) {
      out << "  " << i + 1 << ". " << printable(config_.bots[i].name) << "  ("
          << printable(description(config_.bots[i]), 500) << ")\n";
    }
    out << "openings: ";
    if (config_.openings.empty()) {
      out << config_.opening_turns << " turns by chance" << (config_.balanced ? ", balanced" : "");
    } else {
      out << config_.openings.size() << " of a list";
    }
    out << ", seed " << config_.seed << "; games of at most ";
    if (config_.max_turns) {
      out << *config_.max_turns << " turns\n";
    } else {
      out << "any number of turns\n";
    }
    std::uint64_t round = 0;
    for (std::uint64_t number = 1; number <= shown_; ++number) {
      const Pairing game = schedule_->game(number);
      if (game.round != round) print_round(out, round = game.round);
      print_game(out, game);
    }
    print_rest(out);
  }

  void write(std::ostream& out) const {
    Json players = Json::array();
    for (const BotSpec& bot : config_.bots) players.push_back(bot.name);
    write_line(out, {{"event", config_.name},
                     {"game", config_.game},
                     {"variant", config_.variant},
                     {"system", system_name(config_.system)},
                     {"players", players},
                     {"rounds", config_.rounds},
                     {"games", schedule_->games()},
                     {"at_most", is_upper_bound()},
                     {"paired", schedule_->paired()},
                     {"opening_turns", config_.opening_turns},
                     {"balanced", config_.balanced},
                     {"openings", config_.openings.size()},
                     {"max_turns", config_.max_turns ? Json(*config_.max_turns) : Json()},
                     {"seed", config_.seed}});
    for (const Bye& bye : schedule_->byes()) {
      write_line(out, {{"round", bye.round}, {"bye", config_.bots[bye.player].name}});
    }
    for (std::uint64_t number = 1; number <= shown_; ++number) {
      write_game(out, schedule_->game(number));
    }
  }

 private:
  bool is_upper_bound() const { return config_.system == System::knockout; }
  const std::string& name(std::size_t player) const { return config_.bots[player].name; }

  void print_round(std::ostream& out, std::uint64_t round) const {
    out << "round " << round << '\n';
    const auto byes = byes_.find(round);
    if (byes == byes_.end()) return;
    for (const std::size_t player : byes->second) {
      out << "  bye: " << printable(name(player)) << '\n';
    }
  }

  void print_game(std::ostream& out, const Pairing& game) const {
    out << "  " << game.number << "  " << round_tag(game) << "  " << printable(name(game.white))
        << " - " << printable(name(game.black));
    if (options_.openings) {
      const auto opening = contest_.opening(game.opening);
      out << "  ";
      if (!opening.start.position.empty()) out << ' ' << opening.start.position;
      if (!opening.start.roll.empty()) out << " roll " << opening.start.roll;
      for (const std::string& turn : opening.turns) out << ' ' << turn;
    }
    out << '\n';
  }

  void print_rest(std::ostream& out) const {
    if (shown_ < schedule_->paired()) {
      out << "and " << schedule_->paired() - shown_ << " more games (--games 0 shows all)\n";
    }
    if (!is_fixed(config_.system)) out << "later rounds are paired by the results\n";
  }

  void write_game(std::ostream& out, const Pairing& game) const {
    Json line = {{"number", game.number},
                 {"round", round_tag(game)},
                 {"white", name(game.white)},
                 {"black", name(game.black)},
                 {"opening", game.opening}};
    if (options_.openings) {
      const auto opening = contest_.opening(game.opening);
      line["position"] = text_or_null(opening.start.position);
      line["roll"] = text_or_null(opening.start.roll);
      line["turns"] = opening.turns;
    }
    write_line(out, line);
  }

  const Contest& contest_;
  const EventConfig& config_;
  const ShowOptions& options_;
  std::unique_ptr<Schedule> schedule_;
  std::uint64_t shown_;
  std::map<std::uint64_t, std::vector<std::size_t>> byes_;
};

ExitStatus show(ShowOptions options) {
  options.event.complete();
  const Contest contest(options.event.settings.config());
  const Plan plan(contest, options);
  if (options.format == "json") {
    plan.write(std::cout);
  } else {
    plan.print(std::cout);
  }
  return ExitStatus::done;
}

}  // namespace

void add_tournament_show(CLI::App& tournament, ExitStatus& status) {
  auto options = std::make_shared<ShowOptions>();
  CLI::App* command =
      tournament.add_subcommand("show", "Tell what an event would play, without playing it");
  add_event_options(*command, options->event);
  command->add_option("--event", options->event.settings.event, "The event's name");
  command->add_option("--games", options->games, "How many games are listed, 0 for all (40)")
      ->check(CLI::NonNegativeNumber);
  command->add_flag("--with-openings", options->openings, "Each game with its opening");
  command->add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}));
  command->footer(
      "Example: schiri tournament show --game creeper --system swiss --bot greedy --bot random");
  command->callback([options, &status] { status = show(*options); });
}

}  // namespace schiri::cli
