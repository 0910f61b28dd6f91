#include "cli/tournament/results/take_table.h"

#include "notation/text/row_text.h"

namespace schiri::cli {

std::string_view TakeRow::state_name() const {
  switch (state) {
    case TakeRace::State::playing:
      return "playing";
    case TakeRace::State::accepted:
      return "accepted";
    case TakeRace::State::rejected:
      return "rejected";
    case TakeRace::State::excluded:
      return "excluded";
    case TakeRace::State::behind:
      break;
  }
  return "behind";
}

Message TakeRow::state_text() const {
  switch (state) {
    case TakeRace::State::playing:
      return message("playing");
    case TakeRace::State::accepted:
      return message("accepted: stronger");
    case TakeRace::State::rejected:
      return message("out: not stronger");
    case TakeRace::State::excluded:
      return message("out: a program failed too often");
    case TakeRace::State::behind:
      break;
  }
  return message("out: behind {0}", beaten_by);
}

const Columns<TakeRow>& take_columns() {
  using Row = const TakeRow&;
  static const Columns<TakeRow> columns = {
      {{"take", message("take"), Holds::text, "player"}, [](Row row) { return row.name; }},
      {{"state", message("state"), Holds::text,
        "`playing`, `accepted`, `rejected`, `behind`, `excluded`"},
       [](Row row) { return Cell(Json(row.state_name()), row.state_text()); }},
      {{"beaten_by",
        {},
        Holds::text,
        "of a take that is `behind`: the take that leads; null otherwise",
        Shown::programs},
       [](Row row) { return text_or_null(row.beaten_by); }},
      {{"units", message("pairs"), Holds::count, "pairs of games that count"},
       [](Row row) { return row.pairs; }},
      {{"llr", message("LLR"), Holds::number, "natural logarithm of the likelihood ratio"},
       [](Row row) { return row.test.llr; }},
      {{"lower", message("lower"), Holds::number, "bound at which it is out"},
       [](Row row) { return row.test.lower; }},
      {{"upper", message("upper"), Holds::number, "bound at which it is accepted"},
       [](Row row) { return row.test.upper; }},
      {{"elo", message("Elo"), Holds::rating, "against the baseline; null if one made all points"},
       [](Row row) { return row.elo.elo; }},
      {{"error", "±", Holds::rating, "half of the 95 % interval; null if it is open"},
       [](Row row) { return row.elo.error; }}};
  return columns;
}

std::vector<TakeRow> take_rows(const StopRule* rule, const TournamentConfig& config) {
  std::vector<TakeRow> rows;
  const auto* screening = dynamic_cast<const ScreeningRule*>(rule);
  if (!screening) return rows;
  const auto& takes = screening->race().takes();
  for (std::size_t i = 0; i < takes.size(); ++i) {
    const TakeRace::Take& take = takes[i];
    const bool is_behind = take.state == TakeRace::State::behind;
    rows.push_back({config.bots[i].name, take.state, is_behind ? config.bots[take.behind].name : "",
                    take.test.state(), take.counts.units(), rating::match_elo(take.counts)});
  }
  return rows;
}

}  // namespace schiri::cli
