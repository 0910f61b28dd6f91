#include "cli/tournament/results/summary.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>

#include "cli/line/table_options.h"
#include "cli/print/output_language.h"
#include "cli/print/terminal_filter.h"
#include "cli/tournament/results/sprt_verdict.h"
#include "cli/tournament/results/standing.h"
#include "cli/tournament/results/take_table.h"
#include "cli/tournament/results/tune_table.h"
#include "core/base/decimals.h"
#include "core/base/message.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "core/rating/models/bt.h"
#include "core/tournament/stop_rule.h"
#include "db/query/filtered_games.h"
#include "db/query/results.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/rating/match_block.h"
#include "notation/rating/rows.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// A larger share of repeated games is not due to chance.
constexpr double many_repeats = 0.01;

class Summary {
 public:
  Summary(const db::Store& store, const db::StoredTournament& event, const Contest& contest)
      : store_(store),
        event_(db::find_tournament(store, event.name).value_or(event)),
        config_(contest.config()),
        schedule_(contest.schedule()),
        judge_(make_stop_rule(contest.config())),
        match_(match_of(contest.config())),
        other_side_(match_of(contest.config(), 1)) {
    filter_.events = {event.name};
    db::add_stored(store, event, *schedule_, [&](const JudgedGame& judged) {
      judge_.add(judged);
      if (match_) match_->add(judged), other_side_->add(judged);
    });
    verdict_ = sprt_verdict(judge_.rule());
  }

  void print(std::ostream& out, std::ostream& notes, bool with_endings) const {
    if (const auto winner = schedule_->winner()) {
      say(out, message("won by {0}", printable(config_.bots[*winner].name)));
    }
    for (const rating::GameCounts& counts : db::count_results(store_, filter_)) {
      print_standing(out, counts);
      print_first_move(out, counts);
      print_repeats(out, notes, counts);
    }
    if (with_endings) print_endings(out);
    print_takes(out);
    if (judge_.rule()) say(out, judge_.rule()->text());
    if (config_.system == System::screening) {
      say(out, message("the best of several takes seems stronger than it is"));
    } else if (const auto test = verdict()) {
      say(out, message("Elo {0}", test->estimate_text()));
    }
  }

  /// Prints JSON.
  void write(std::ostream& out) const {
    for (const rating::GameCounts& counts : db::count_results(store_, filter_)) {
      for (const rating::RatingList& list : rating::rate_bt(counts, bt_options())) {
        for (const rating::RatingRow& row : rating::rating_rows(list)) write_player(out, row);
      }
    }
    for (const TakeRow& take : takes()) {
      write_line(out, {{"take", take_columns().object(take)}});
    }
    if (const auto test = verdict()) {
      write_line(out, {{"sprt", test->json()}});
    }
  }

  /// Prints a player's rating and, if there are two players, the match from its side.
  void write_player(std::ostream& out, const rating::RatingRow& row) const {
    Json line = rating::rating_columns().object(row);
    if (match_) {
      const bool is_first = row.player.name == config_.bots[0].name;
      line["match"] = match_json((is_first ? match_ : other_side_)->summary());
    }
    write_line(out, line);
  }

  /// Prints Markdown for a comment on a change.
  void write_markdown(std::ostream& out) const {
    const std::optional<SprtVerdict> test = verdict();
    out << "### " << markdown_text(config_.name)
        << (test ? ": " + test->decision_text().english() : "") << "\n\n"
        << markdown_text(config_.game + " " + config_.variant) << ", " << event_.stored << " of "
        << (event_.stored < event_.planned() ? "at most " : "") << counted(event_.planned(), "game")
        << ", seed " << config_.seed << "\n";
    if (test) {
      write_figures(out, test->player(), message("sequential test"), test->figures());
    }
    if (const auto rows = takes(); !rows.empty()) {
      out << '\n';
      write_table(out, Table::of(take_columns(), rows), in_markdown());
    }
    if (match_) {
      write_markdown_match(out);
    } else {
      for (const rating::GameCounts& counts : db::count_results(store_, filter_)) {
        write_markdown_standing(out, counts);
      }
    }
    write_markdown_failures(out);
  }

  const std::optional<SprtVerdict>& verdict() const { return verdict_; }

 private:
  /// The points of each player from byes; empty if no player has any.
  std::vector<double> byes(const rating::GameCounts& counts) const {
    if (schedule_->bye_points() == 0 || schedule_->byes().empty()) return {};
    std::unordered_map<std::string, double, NameHash, NameEqual> points;
    for (const Bye& bye : schedule_->byes()) {
      points[config_.bots[bye.player].name] += schedule_->bye_points();
    }
    std::vector<double> byes;
    for (const std::string& name : counts.players()) byes.push_back(points[name]);
    return byes;
  }

  bool has_tie_breaks() const {
    return config_.system == System::swiss || config_.system == System::dutch ||
           config_.system == System::knockout;
  }

  /// The block of a match, FIDE's table for the systems of people, otherwise players by strength.
  void print_standing(std::ostream& out, const rating::GameCounts& counts) const {
    const std::string kind =
        counts.game() + (counts.variant() == "standard" ? "" : " " + counts.variant());
    if (match_) {
      out << translated(message("{0} against {1}, {2}", printable(config_.bots[0].name),
                                printable(config_.bots[1].name), kind))
          << '\n'
          << match_block(match_->summary(), output_language());
      return;
    }
    if (has_tie_breaks()) {
      for (const auto& table : rating::rated_cross_tables(counts, byes(counts))) {
        rating::write_cross_table(out, table, for_process(Format::text));
      }
      return;
    }
    out << kind << '\n';
    using By = rating::PlayerOrder::By;
    const By order = config_.system == System::round_robin ? By::points : By::rating;
    print_standings(out, standings(counts, order), counts, output_columns());
  }

  using Figures = std::vector<std::pair<std::string, std::string>>;

  /// A table of a player's figures against the last one.
  void write_figures(std::ostream& out, std::size_t player, const Message& name,
                     const Figures& figures) const {
    using Row = const Figures::value_type&;
    const std::string players = config_.bots[player].name + " against " + config_.bots.back().name;
    const Columns<Figures::value_type> columns = {
        {{"figure", name}, [](Row figure) { return figure.first; }},
        {{"value", players}, [](Row figure) { return figure.second; }}};
    out << '\n';
    write_table(out, Table::of(columns, figures), in_markdown());
  }
  static TableOptions in_markdown() {
    TableOptions options;
    options.format = Format::markdown;
    return options;
  }

  /// The difference with its error: the errors of two ratings are no error of it.
  void write_markdown_match(std::ostream& out) const {
    write_figures(out, 0, message("match"), match_figures(match_->summary()));
  }

  void write_markdown_standing(std::ostream& out, const rating::GameCounts& counts) const {
    std::map<std::string, rating::RatedPlayer> rated;
    for (const rating::RatingList& list : rating::rate_bt(counts, bt_options())) {
      for (const auto& player : list.players) rated[player.name] = player;
    }
    using Row = const rating::CrossTableRow&;
    const Columns<rating::CrossTableRow> columns = {
        {{"player", message("player")}, [](Row row) { return row.name; }},
        {{"points", message("points"), Holds::points}, [](Row row) { return row.points; }},
        {{"games", message("games"), Holds::count}, [](Row row) { return row.results.games(); }},
        {{"wins", message("wins"), Holds::count}, [](Row row) { return row.results.wins; }},
        {{"draws", message("draws"), Holds::count}, [](Row row) { return row.results.draws; }},
        {{"losses", message("losses"), Holds::count}, [](Row row) { return row.results.losses; }},
        {{"rating", message("rating"), Holds::rating},
         [&](Row row) {
           const rating::RatedPlayer& player = rated[row.name];
           return player.rating ? Cell(*player.rating)
                                : Cell(Json(), Message(symbol(player.bound)));
         }},
        {{"error", "±", Holds::rating},
         [&](Row row) { return rating::error_cell(rated[row.name]); }}};
    for (const auto& table : rating::rated_cross_tables(counts, byes(counts))) {
      out << '\n';
      write_table(out, Table::of(columns, table.rows), in_markdown());
    }
  }

  void write_markdown_failures(std::ostream& out) const {
    std::map<std::pair<std::string, std::string>, std::uint64_t> lost;
    for (const db::FailureGameRow& game : db::failure_games(store_, event_)) {
      ++lost[{game.player, game.termination}];
    }
    if (!lost.empty()) out << '\n';
    for (const auto& [who, games] : lost) {
      out << "- **" << markdown_text(who.first) << "** lost " << counted(games, "game") << " by "
          << markdown_text(who.second) << '\n';
    }
  }

  rating::BtOptions bt_options() const {
    rating::BtOptions options;
    options.ranking = rating::PlayerOrder{};
    return options;
  }

  void print_first_move(std::ostream& out, const rating::GameCounts& counts) const {
    rating::Wdl white;
    counts.visit_played([&](const rating::ColourCount& count) { white += count.results; });
    const auto share = white.score_rate();
    if (!share) return;
    Message text =
        message("White made {0} of {1} points ({2} %)", Decimal{rounded_text(white.points(), 1)},
                white.games(), Decimal{rounded_text(100 * *share, 1)});
    for (const rating::RatingList& list : rating::rate_bt(counts, bt_options())) {
      if (list.first_move_advantage == 0 || list.pools > 1) continue;
      const Decimal advantage{rounded_text(list.first_move_advantage, 1)};
      const auto& error = list.first_move_advantage_error;
      const Message more = error
                               ? message("White's advantage is {0} +- {1} Elo", advantage,
                                         Decimal{rounded_text(*error, 1)})
                               : message(
                                     "White's advantage is {0} Elo, with an unknown error (too few "
                                     "openings)",
                                     advantage);
      text = joined(text, more);
    }
    say(out, text);
  }

  static void print_repeats(std::ostream& out, std::ostream& notes,
                            const rating::GameCounts& counts) {
    const std::uint64_t games = counts.games(), repeats = counts.repeats();
    if (const std::uint64_t unplayed = counts.unplayed_games(); unplayed > 0) {
      say(out, message("{0} of {1} games were not played: the effective number is {2}", unplayed,
                       games, counts.effective_games()));
    }
    if (repeats == 0) return;
    say(out, message("{0} of {1} games repeat others turn by turn: the effective number is {2}",
                     repeats, games, counts.effective_games()));
    if (static_cast<double>(repeats) < many_repeats * static_cast<double>(games)) return;
    notes << "schiri: "
          << translated(
                 message("warning: {0} of {1} games repeat others turn by turn and do not count as "
                         "evidence; deterministic bots need different openings (--opening-turns, "
                         "--balanced, --openings)",
                         repeats, games))
          << '\n';
  }

  std::vector<TakeRow> takes() const { return take_rows(judge_.rule(), config_); }

  void print_takes(std::ostream& out) const {
    const auto rows = takes();
    if (rows.empty()) return;
    say(out, message("takes against {0}", printable(config_.bots.back().name)));
    write_table(out, Table::of(take_columns(), rows), for_process(Format::text));
  }

  /// Prints a row for each player and a column for each ending: games won, drawn and lost by it.
  void print_endings(std::ostream& out) const {
    std::map<std::string, std::map<std::string, std::string>> cells;
    std::set<std::string> endings;
    db::visit_player_endings(store_, filter_, [&](const db::PlayerEndingRow& row) {
      const std::string how = row.how.empty() ? "?" : row.how;
      endings.insert(how);
      cells[row.player][how] = std::to_string(row.wins) + '-' + std::to_string(row.draws) + '-' +
                               std::to_string(row.losses);
      return true;
    });
    if (endings.empty()) return;
    say(out, message("endings, as games won, drawn and lost by them"));
    Columns<BotSpec> columns = {
        {{"player", message("player")}, [](const BotSpec& bot) { return bot.name; }}};
    for (const std::string& how : endings) {
      columns.add({how, known_phrase(how)}, [&cells, how](const BotSpec& bot) {
        const std::string& text = cells[bot.name][how];
        return text.empty() ? std::string("-") : text;
      });
    }
    RowWriter rows(out, for_process(Format::text), columns);
    for (const BotSpec& bot : config_.bots) {
      if (!cells[bot.name].empty()) rows.add(bot);
    }
    rows.finish();
  }

  const db::Store& store_;
  db::StoredTournament event_;  ///< as stored now
  const TournamentConfig& config_;
  std::unique_ptr<Schedule> schedule_;
  Judge judge_;
  std::optional<SprtVerdict> verdict_;
  std::optional<MatchTally> match_, other_side_;  ///< of a tournament of two players
  db::GameFilter filter_;
};

}  // namespace

ExitStatus print_summary(std::ostream& out, std::ostream& notes, const db::Store& store,
                         const db::StoredTournament& event, const Contest& contest, Format format,
                         bool with_endings) {
  if (contest.config().tuning) {
    TuneTable(db::stored_tune(store, event, contest.config())).print(out, format);
    return ExitStatus::done;
  }
  const Summary summary(store, event, contest);
  if (format == Format::json) {
    summary.write(out);
  } else if (format == Format::markdown) {
    summary.write_markdown(out);
  } else {
    summary.print(out, notes, with_endings);
  }
  const auto verdict = summary.verdict();
  // A single part cannot decide a test.
  return verdict && event.shards == 1 ? verdict->status() : ExitStatus::done;
}

}  // namespace schiri::cli
