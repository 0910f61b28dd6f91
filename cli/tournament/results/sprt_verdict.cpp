#include "cli/tournament/results/sprt_verdict.h"

#include <memory>

#include "core/base/decimals.h"
#include "core/base/message.h"
#include "core/base/text.h"
#include "core/tournament/systems.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"

namespace schiri::cli {

namespace {

Message text_of(const std::optional<double>& number, const Message& otherwise) {
  return number ? message("{0}", Decimal{rounded_text(*number, 1)}) : otherwise;
}

Message interval_text(const std::optional<double>& elo, const std::optional<double>& low,
                      const std::optional<double>& high) {
  return message("{0} ({1} to {2})", text_of(elo, message("unknown")),
                 text_of(low, message("open")), text_of(high, message("open")));
}

}  // namespace

SprtVerdict::SprtVerdict(const SprtRule& rule)
    : SprtVerdict(0, rule.options(), rule.counts(), rule.state()) {}

SprtVerdict::SprtVerdict(const TakeRace& race)
    : SprtVerdict(race.leader(), race.options(), race.takes()[race.leader()].counts,
                  race.takes()[race.leader()].test.state()) {}

SprtVerdict::SprtVerdict(std::size_t player, const rating::SprtOptions& options,
                         const rating::MatchCounts& counts, const rating::SprtState& state)
    : player_(player),
      options_(options),
      counts_(counts),
      state_(state),
      estimate_(rating::sprt_estimate(counts_, options_)),
      naive_(rating::match_elo(counts_)) {}

ExitStatus SprtVerdict::status() const {
  if (!state_.decision) return ExitStatus::undecided;
  return *state_.decision == rating::SprtDecision::h1 ? ExitStatus::done : ExitStatus::wrong;
}

Json SprtVerdict::decision() const {
  if (!state_.decision) return {};
  return *state_.decision == rating::SprtDecision::h1 ? "H1" : "H0";
}

const Columns<SprtVerdict>& verdict_columns() {
  using Row = const SprtVerdict&;
  static const Columns<SprtVerdict> columns = {
      {{"llr", {}, Holds::number, "natural logarithm of the likelihood ratio"},
       [](Row row) { return row.state_.llr; }},
      {{"lower", {}, Holds::number, "bound that decides for H0"},
       [](Row row) { return row.state_.lower; }},
      {{"upper", {}, Holds::number, "bound that decides for H1"},
       [](Row row) { return row.state_.upper; }},
      {{"decision", {}, Holds::text, "`H0` or `H1`; null before a decision"},
       [](Row row) { return row.decision(); }},
      {{"elo",
        {},
        Holds::rating,
        "median-unbiased estimate, logistic Elo of the first player; null if one player made all "
        "points"},
       [](Row row) { return row.estimate_.elo; }},
      {{"error", {}, Holds::rating, "half of the 95 % interval; null if the interval is open"},
       [](Row row) { return row.estimate_.error(); }},
      {{"low", {}, Holds::rating, "lower end of the 95 % interval; null if open"},
       [](Row row) { return row.estimate_.low; }},
      {{"high", {}, Holds::rating, "upper end; null if open"},
       [](Row row) { return row.estimate_.high; }},
      {{"games", {}, Holds::count, "games that count"}, [](Row row) { return row.games(); }},
      {{"units", {}, Holds::count, "pairs of games, or games with `--single`"},
       [](Row row) { return row.counts_.units(); }},
      {{"naive_elo", {}, Holds::rating, "as `stats elo` estimates it"},
       [](Row row) { return row.naive_.elo; }},
      {{"naive_error", {}, Holds::rating, "as `stats elo` estimates it"},
       [](Row row) { return row.naive_.error; }},
      {{"settings", {}, Holds::text, "the value of `--sprt`, complete"},
       [](Row row) { return write_sprt_options(row.options_); }}};
  return columns;
}

Json SprtVerdict::json() const { return verdict_columns().object(*this); }

db::Verdict SprtVerdict::kept() const {
  const Json decided = decision();
  const std::uint64_t units = counts_.units();
  return {write_sprt_options(options_),
          decided.is_null() ? "" : decided.text(),
          state_.llr,
          state_.lower,
          state_.upper,
          units,
          games(),
          estimate_.elo,
          estimate_.low,
          estimate_.high};
}

Message SprtVerdict::decision_text() const {
  if (!state_.decision) return message("no decision");
  return *state_.decision == rating::SprtDecision::h1 ? message("H1 is accepted")
                                                      : message("H0 is accepted");
}

Message SprtVerdict::ratio_text() const {
  const Decimal llr{rounded_text(state_.llr, 2)}, lower{rounded_text(state_.lower, 2)},
      upper{rounded_text(state_.upper, 2)};
  const std::uint64_t units = counts_.units();
  if (counts_.pairs()) {
    return message("{0} ({1}, {2}) after {3} {3:pair|pairs}", llr, lower, upper, units);
  }
  return message("{0} ({1}, {2}) after {3} {3:game|games}", llr, lower, upper, units);
}

Message SprtVerdict::estimate_text() const {
  return message("{0}, median-unbiased",
                 interval_text(estimate_.elo, estimate_.low, estimate_.high));
}

Message SprtVerdict::naive_text() const {
  return interval_text(naive_.elo, naive_.low, naive_.high);
}

Message SprtVerdict::state_text() const {
  return message("test {0}: LLR {1}, {2}", write_sprt_options(options_), ratio_text(),
                 decision_text());
}

Message SprtVerdict::text() const {
  return message("Elo {0}; naively {1}", estimate_text(), naive_text());
}

std::vector<std::pair<std::string, std::string>> SprtVerdict::figures() const {
  return {{"test", write_sprt_options(options_)},
          {"LLR", ratio_text().english()},
          {"Elo", estimate_text().english()}};
}

std::optional<SprtVerdict> sprt_verdict(const StopRule* rule) {
  if (const auto* screening = dynamic_cast<const ScreeningRule*>(rule)) {
    return SprtVerdict(screening->race());
  }
  const auto* sprt = dynamic_cast<const SprtRule*>(rule);
  return sprt ? std::optional<SprtVerdict>(*sprt) : std::nullopt;
}

std::optional<SprtVerdict> sprt_verdict(const db::Store& store, const db::StoredTournament& event,
                                        const Contest& contest) {
  if (!contest.config().sprt) return std::nullopt;
  Judge judge(make_stop_rule(contest.config()));
  const auto schedule = contest.schedule();
  db::add_stored(store, event, *schedule, [&](const JudgedGame& game) { judge.add(game); });
  return sprt_verdict(judge.rule());
}

void keep_verdict(db::Store& store, const db::StoredTournament& event, const Contest& contest) {
  if (event.shards > 1) return;
  const auto verdict = sprt_verdict(store, event, contest);
  if (verdict && verdict->kept() != db::kept_verdict(store, event)) {
    db::keep_verdict(store, event, verdict->kept());
  }
}

}  // namespace schiri::cli
