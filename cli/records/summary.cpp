#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "cli/input/inputs.h"
#include "cli/line/command.h"
#include "cli/line/table_options.h"
#include "cli/print/console.h"
#include "cli/print/findings.h"
#include "cli/print/output_language.h"
#include "core/base/decimals.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "db/query/game_filter.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct SummaryOptions {
  InputOptions input;
  Format format = Format::text;
  std::size_t top = 10;
};

/// Games by result from one side; games without a result are only counted.
struct Tally {
  std::uint64_t games = 0;
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;

  void add(std::string_view result, Side side) {
    ++games;
    if (result == result_text(Outcome::draw)) ++draws;
    if (result == result_text(win_for(side))) ++wins;
    if (result == result_text(win_for(opponent(side)))) ++losses;
  }
};

using Tallies = std::map<std::string, Tally, std::less<>>;

/// The facts of one game; collected on the thread that has checked it.
struct Facts {
  std::string white, black, ending, first_turn;
};

/// Statistics of the valid games of one game and variant.
class GameSummary {
 public:
  void add(const GameCheck& check, const Facts& facts) {
    all_.add(check.result, Side::white);
    turns_ += check.turns;
    ++lengths_[check.turns];
    ++endings_[facts.ending];
    if (!facts.first_turn.empty()) first_turns_[facts.first_turn].add(check.result, Side::white);
    // A game of a player against itself is one game, which is neither won nor lost.
    const bool is_one = is_same_name(facts.white, facts.black);
    if (!facts.white.empty()) player(facts.white).add(is_one ? "*" : check.result, Side::white);
    if (!facts.black.empty() && !is_one) player(facts.black).add(check.result, Side::black);
  }

  const Tally& all() const { return all_; }
  std::uint64_t turns() const { return turns_; }
  std::uint64_t unfinished() const { return all_.games - all_.wins - all_.draws - all_.losses; }
  std::size_t shortest() const { return lengths_.begin()->first; }
  std::size_t longest() const { return lengths_.rbegin()->first; }
  double mean() const { return static_cast<double>(turns_) / static_cast<double>(all_.games); }
  /// The median; of an even number of games the mean of the middle two.
  double median() const {
    return (static_cast<double>(length_of((all_.games - 1) / 2)) +
            static_cast<double>(length_of(all_.games / 2))) /
           2;
  }
  std::vector<std::pair<std::string, std::uint64_t>> endings() const {
    std::vector<std::pair<std::string, std::uint64_t>> list(endings_.begin(), endings_.end());
    std::stable_sort(list.begin(), list.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    return list;
  }
  const Tallies& first_turns() const { return first_turns_; }
  const Tallies& players() const { return players_; }

 private:
  /// The length of the n-th shortest game, from 0.
  std::size_t length_of(std::uint64_t n) const {
    std::uint64_t before = 0;
    for (const auto& [length, games] : lengths_) {
      before += games;
      if (n < before) return length;
    }
    return longest();
  }

  Tally all_;
  std::uint64_t turns_ = 0;
  std::map<std::size_t, std::uint64_t> lengths_;
  std::map<std::string, std::uint64_t> endings_;
  Tallies first_turns_;
  Tally& player(std::string_view name) { return players_[std::string(spellings_[name])]; }

  Tallies players_;
  FirstSpellings spellings_;
};

/// At most `most` tallies, the most frequent first; all for 0.
std::vector<std::pair<std::string, Tally>> most_frequent(const Tallies& tallies, std::size_t most) {
  std::vector<std::pair<std::string, Tally>> list(tallies.begin(), tallies.end());
  std::stable_sort(list.begin(), list.end(),
                   [](const auto& a, const auto& b) { return a.second.games > b.second.games; });
  if (most && list.size() > most) list.resize(most);
  return list;
}

/// A number as text: one decimal, none if it is 0.
std::string short_number(double value) {
  std::string number = fixed_text(value, 1);
  if (number.ends_with(".0")) number.resize(number.size() - 2);
  return number;
}

using NamedTally = std::pair<std::string, Tally>;

/// Of a first turn, or of a player.
Columns<NamedTally> tally_columns(const std::string& key, const Message& name,
                                  const Message& wins) {
  using Row = const NamedTally&;
  return {{{key, name}, [](Row row) { return row.first; }},
          {{"games", message("games"), Holds::count}, [](Row row) { return row.second.games; }},
          {{"wins", wins, Holds::count}, [](Row row) { return row.second.wins; }},
          {{"draws", message("draws"), Holds::count}, [](Row row) { return row.second.draws; }},
          {{"losses", message("losses"), Holds::count}, [](Row row) { return row.second.losses; }}};
}
Columns<NamedTally> turn_columns() {
  return tally_columns("turn", message("first turn"), message("White's wins"));
}
Columns<NamedTally> player_columns() {
  return tally_columns("player", message("player"), message("own wins"));
}

Json tallies_json(const Columns<NamedTally>& columns, const Tallies& tallies, std::size_t most) {
  Json list = Json::array();
  for (const NamedTally& tally : most_frequent(tallies, most))
    list.push_back(columns.object(tally));
  return list;
}

struct SummaryRow {
  const std::pair<std::string, std::string>& kind;  ///< game and variant
  const GameSummary& summary;
  std::size_t top;
};

Json endings_json(const GameSummary& summary) {
  Json endings = Json::object();
  for (const auto& [ending, games] : summary.endings()) endings[ending] = games;
  return endings;
}

const Columns<SummaryRow>& summary_columns() {
  using Row = const SummaryRow&;
  static const Columns<SummaryRow> columns = {
      {{"game"}, [](Row row) { return row.kind.first; }},
      {{"variant"}, [](Row row) { return row.kind.second; }},
      {{"games", {}, Holds::count, "valid games"}, [](Row row) { return row.summary.all().games; }},
      {{"turns", {}, Holds::count, "of all games"}, [](Row row) { return row.summary.turns(); }},
      {{"shortest", {}, Holds::count, "turns of a game"},
       [](Row row) { return row.summary.shortest(); }},
      {{"median", {}, Holds::number, "turns of a game"},
       [](Row row) { return row.summary.median(); }},
      {{"mean", {}, Holds::number, "turns of a game"}, [](Row row) { return row.summary.mean(); }},
      {{"longest", {}, Holds::count, "turns of a game"},
       [](Row row) { return row.summary.longest(); }},
      {{"results", {}, Holds::map, "games with each result"},
       [](Row row) {
         const Tally& all = row.summary.all();
         return Json{{"1-0", all.wins},
                     {"0-1", all.losses},
                     {"1/2-1/2", all.draws},
                     {"*", row.summary.unfinished()}};
       }},
      {{"endings", {}, Holds::map, "games by how they ended, the most frequent first"},
       [](Row row) { return endings_json(row.summary); }},
      {{"first_turns", {}, Holds::list, "the most frequent first, at most `--top`"},
       [](Row row) { return tallies_json(turn_columns(), row.summary.first_turns(), row.top); }},
      {{"players", {}, Holds::list, "those with most games first, at most `--top`"},
       [](Row row) { return tallies_json(player_columns(), row.summary.players(), row.top); }}};
  return columns;
}

struct SummaryTotals {
  std::uint64_t valid = 0, invalid = 0, turns = 0;
};

const Columns<SummaryTotals>& summary_total_columns() {
  using Row = const SummaryTotals&;
  static const Columns<SummaryTotals> columns = {
      {{"games", {}, Holds::count, "records read"},
       [](Row row) { return row.valid + row.invalid; }},
      {{"valid", {}, Holds::count}, [](Row row) { return row.valid; }},
      {{"invalid", {}, Holds::count}, [](Row row) { return row.invalid; }},
      {{"turns", {}, Holds::count, "of valid records"}, [](Row row) { return row.turns; }}};
  return columns;
}

class Summarizer {
 public:
  explicit Summarizer(const SummaryOptions& options) : options_(options) {}

  ExitStatus run() {
    const ExitStatus reading =
        work_on_inputs(options_.input, facts_of, std::bind_front(&Summarizer::add, this));
    print();
    return worse(reading, broken_ ? ExitStatus::wrong : ExitStatus::done);
  }

 private:
  static Facts facts_of(CheckedRecord& checked) {
    const Record& record = checked.record;
    Facts facts{std::string(record.tag("White")), std::string(record.tag("Black")),
                db::ending_name(checked), ""};
    if (const auto turns = record.turns(); !turns.empty()) facts.first_turn = turns.front();
    checked.record = {};
    return facts;
  }

  bool add(const std::string& file, const CheckedRecord& record, const Facts& facts) {
    const GameCheck& check = record.check;
    if (check.valid()) {
      summaries_[{check.game, check.variant}].add(check, facts);
    } else {
      print_findings(console::err, file, check);
      ++broken_;
    }
    return true;
  }

  void print() const {
    if (options_.format == Format::json) {
      SummaryTotals totals{.invalid = broken_};
      for (const auto& [kind, summary] : summaries_) {
        write_line(console::out, summary_columns().object({kind, summary, options_.top}));
        totals.valid += summary.all().games;
        totals.turns += summary.turns();
      }
      return write_line(console::out, {{"summary", summary_total_columns().object(totals)}});
    }
    for (const auto& [kind, summary] : summaries_) print_text(kind, summary);
    if (broken_) {
      say(console::out, message("{0} invalid {0:game|games}", broken_));
    }
    if (summaries_.empty() && !broken_) say(console::out, message("no games"));
  }

  using Kind = std::pair<std::string, std::string>;  // game and variant

  void print_text(const Kind& kind, const GameSummary& summary) const {
    const Tally& all = summary.all();
    console::out << translated(message("{0} ({1}): {2} {2:game|games}, {3} {3:turn|turns}",
                                       kind.first, kind.second, all.games, summary.turns()))
                 << "\n  "
                 << translated(message("lengths: shortest {0}, median {1}, mean {2}, longest {3}",
                                       summary.shortest(), Decimal{short_number(summary.median())},
                                       Decimal{short_number(summary.mean())}, summary.longest()))
                 << "\n  "
                 << translated(message("results: 1-0 {0}, 0-1 {1}, 1/2-1/2 {2}, * {3}",
                                       share(all.wins, all), share(all.losses, all),
                                       share(all.draws, all), share(summary.unfinished(), all)));
    Message endings;
    for (const auto& [ending, games] : summary.endings()) {
      endings =
          listed(endings, message("{0} {1}", known_phrase(printable(ending)), share(games, all)));
    }
    console::out << "\n  " << translated(message("endings: {0}", endings)) << "\n\n";
    print_tallies(turn_columns(), summary.first_turns());
    print_tallies(player_columns(), summary.players());
  }

  static Message share(std::uint64_t part, const Tally& all) {
    if (part == 0) return "0";
    const double share = 100.0 * static_cast<double>(part) / static_cast<double>(all.games);
    return message("{0} ({1} %)", part, Decimal{short_number(share)});
  }

  void print_tallies(const Columns<NamedTally>& columns, const Tallies& tallies) const {
    if (tallies.empty()) return;
    const auto shown = most_frequent(tallies, options_.top);
    write_table(console::out, Table::of(columns, shown), for_process(Format::text));
    if (shown.size() < tallies.size()) {
      say(console::out, message("and {0} more (--top)", tallies.size() - shown.size()));
    }
    console::out << '\n';
  }

  const SummaryOptions& options_;
  std::map<Kind, GameSummary> summaries_;
  std::uint64_t broken_ = 0;
};

ExitStatus run_summary(SummaryOptions& options) {
  options.input.check();
  return Summarizer(options).run();
}

}  // namespace

void add_summary(Command& app) {
  const auto [command, options] =
      app.add<SummaryOptions>("summary", "Summarise results, lengths, endings and players",
                              "Example, one player's games, through a pipe:\n  schiri select *.pgn "
                              "--player Anna | schiri summary -",
                              "analysis", run_summary);
  options.input.read.keep = Keep::records;
  options.input.add_to(command);
  command
      .add_option("--top", options.top,
                  "List the N most frequent first turns and players; 0 for all")
      ->default_text("10");
  command.add_format(options.format);
  command.prints(summary_columns);
  command.prints(turn_columns, "each of `first_turns`, from White's side");
  command.prints(player_columns, "each of `players`, from the player's side");
  command.prints(summary_total_columns, "`summary`, at the end");
}

}  // namespace schiri::cli
