#include "cli/tournament/results/sprt_verdict.h"

#include <memory>
#include <span>

#include "core/base/decimals.h"
#include "core/base/text.h"
#include "core/tournament/systems.h"
#include "db/tournament/played_games.h"
#include "db/tournament/stored_plan.h"

namespace schiri::cli {

namespace {

std::string text_of(const std::optional<double>& number, const std::string& otherwise) {
  return number ? rounded_text(*number, 1) : otherwise;
}

std::string interval_text(const std::optional<double>& elo, const std::optional<double>& low,
                          const std::optional<double>& high) {
  return text_of(elo, "unknown") + " (" + text_of(low, "open") + " to " + text_of(high, "open") +
         ")";
}

}  // namespace

SprtVerdict::SprtVerdict(const SprtRule& rule)
    : options_(rule.options()),
      counts_(rule.counts()),
      state_(rule.state()),
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

Json SprtVerdict::json() const {
  const std::uint64_t units = counts_.units();
  return {{"llr", state_.llr},
          {"lower", state_.lower},
          {"upper", state_.upper},
          {"decision", decision()},
          {"elo", value_or_null(estimate_.elo)},
          {"error", value_or_null(estimate_.error())},
          {"low", value_or_null(estimate_.low)},
          {"high", value_or_null(estimate_.high)},
          {"games", counts_.pairs() ? 2 * units : units},
          {"units", units},
          {"naive_elo", value_or_null(naive_.elo)},
          {"naive_error", value_or_null(naive_.error)},
          {"settings", write_sprt_options(options_)}};
}

db::Verdict SprtVerdict::kept() const {
  const Json decided = decision();
  const std::uint64_t units = counts_.units();
  return {write_sprt_options(options_),
          decided.is_null() ? "" : decided.text(),
          state_.llr,
          state_.lower,
          state_.upper,
          units,
          counts_.pairs() ? 2 * units : units,
          estimate_.elo,
          estimate_.low,
          estimate_.high};
}

std::string SprtVerdict::decision_text() const {
  const Json decided = decision();
  return decided.is_null() ? "no decision" : decided.text() + " is accepted";
}

std::string SprtVerdict::ratio_text() const {
  return rounded_text(state_.llr, 2) + " (" + rounded_text(state_.lower, 2) + ", " +
         rounded_text(state_.upper, 2) + ") after " +
         counted(counts_.units(), counts_.pairs() ? "pair" : "game");
}

std::string SprtVerdict::estimate_text() const {
  return interval_text(estimate_.elo, estimate_.low, estimate_.high) + ", median-unbiased";
}

std::string SprtVerdict::naive_text() const {
  return interval_text(naive_.elo, naive_.low, naive_.high);
}

std::string SprtVerdict::state_text() const {
  return "test " + write_sprt_options(options_) + ": LLR " + ratio_text() + ", " + decision_text();
}

std::string SprtVerdict::text() const {
  return "Elo " + estimate_text() + "; naively " + naive_text();
}

std::vector<std::pair<std::string, std::string>> SprtVerdict::figures() const {
  return {{"test", write_sprt_options(options_)}, {"LLR", ratio_text()}, {"Elo", estimate_text()}};
}

std::optional<SprtVerdict> sprt_verdict(const StopRule* rule) {
  const auto* sprt = dynamic_cast<const SprtRule*>(rule);
  return sprt ? std::optional<SprtVerdict>(*sprt) : std::nullopt;
}

std::optional<SprtVerdict> sprt_verdict(const db::Store& store, const db::StoredEvent& event,
                                        const Contest& contest) {
  if (!contest.config().sprt) return std::nullopt;
  Judge judge(make_stop_rule(contest.config()));
  const auto schedule = contest.schedule();
  const auto stored = db::stored_results(store, event);
  const std::size_t paired = add_results(*schedule, db::results_of(stored));
  for (const db::StoredResult& game : std::span(stored).first(paired)) {
    judge.add({schedule->game(game.number), db::evidence_of(game), game.hash});
  }
  return sprt_verdict(judge.rule());
}

void keep_verdict(db::Store& store, const db::StoredEvent& event, const Contest& contest) {
  if (event.shards > 1) return;
  const auto verdict = sprt_verdict(store, event, contest);
  if (verdict && verdict->kept() != db::kept_verdict(store, event)) {
    db::keep_verdict(store, event, verdict->kept());
  }
}

}  // namespace schiri::cli
