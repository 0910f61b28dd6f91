#include "notation/analysis/accuracy.h"

#include <algorithm>
#include <set>

#include "notation/records/pgn/turn_data.h"

namespace schiri {

namespace {

constexpr Pattern all_turns = message_pattern("all"), by_colour = message_pattern("colour"),
                  by_phase = message_pattern("phase"), by_time = message_pattern("time"),
                  by_clock = message_pattern("clock");
constexpr AccuracyPart parts[] = {
    {all_turns, all_turns},
    {by_colour, message_pattern("white")},
    {by_colour, message_pattern("black")},
    {by_phase, message_pattern("opening")},
    {by_phase, message_pattern("middle")},
    {by_phase, message_pattern("end")},
    {by_time, message_pattern("under 0.1 s")},
    {by_time, message_pattern("0.1 to 1 s")},
    {by_time, message_pattern("1 to 10 s")},
    {by_time, message_pattern("10 to 60 s")},
    {by_time, message_pattern("over 60 s")},
    {by_clock, message_pattern("under 10 s")},
    {by_clock, message_pattern("10 to 60 s")},
    {by_clock, message_pattern("1 to 10 min")},
    {by_clock, message_pattern("over 10 min")},
};
constexpr std::size_t all = 0, colours = 1, phases = 3, times = 6, clocks = 11;
constexpr double time_limits[] = {0.1, 1, 10, 60};
constexpr double clock_limits[] = {10, 60, 600};

/// The number of limits that a number has reached.
std::size_t step_of(double number, std::span<const double> limits) {
  return static_cast<std::size_t>(std::upper_bound(limits.begin(), limits.end(), number) -
                                  limits.begin());
}

/// The indices of `parts` in which a turn of a game of this length counts.
std::vector<std::size_t> parts_of(const JudgedTurn& turn, std::size_t at, std::size_t length) {
  std::vector<std::size_t> found = {all, colours + (turn.side == Side::black),
                                    phases + 3 * at / length};
  if (turn.seconds) found.push_back(times + step_of(*turn.seconds, time_limits));
  if (turn.seconds_left) found.push_back(clocks + step_of(*turn.seconds_left, clock_limits));
  return found;
}

double capped(const Score& score, double most) {
  if (score.kind == Score::Kind::win) return most;
  if (score.kind == Score::Kind::loss) return -most;
  return std::clamp<double>(score.amount, -most, most);
}

std::optional<double> ratio(double sum, std::uint64_t count) {
  return count ? std::optional(sum / static_cast<double>(count)) : std::nullopt;
}

/// The data of a turn in the comments after it; an evaluation only from an analysis.
class TurnComments {
 public:
  explicit TurnComments(Side side) { turn_.side = side; }

  void add(std::string_view comment) {
    if (const auto read = read_analysis(comment, turn_.side)) {
      turn_.evaluation = *read;
      is_judged_ = true;
      return;
    }
    if (const auto taken = time_taken(comment)) turn_.seconds = taken;
    if (const auto left = time_left(comment)) turn_.seconds_left = left;
  }

  /// Call once, at the end.
  std::optional<JudgedTurn> finish(const std::optional<JudgedTurn>& before) {
    if (!is_judged_) return std::nullopt;
    auto& best = turn_.evaluation.best;
    if (!best && before) {
      // The score before from this side's point of view; White's view of Black's score negates it.
      const bool is_other = before->side != turn_.side;
      best = is_other ? seen_from(PointOfView::white, before->evaluation.score, Side::black)
                      : before->evaluation.score;
    }
    return turn_;
  }

 private:
  JudgedTurn turn_;
  bool is_judged_ = false;
};

}  // namespace

std::vector<std::optional<JudgedTurn>> judged_turns(const Record& record,
                                                    std::span<const Side> movers) {
  std::vector<std::optional<JudgedTurn>> turns;
  std::optional<TurnComments> comments;
  std::optional<JudgedTurn> before;
  const auto finish = [&] {
    if (!comments) return;
    before = comments->finish(before);
    turns.push_back(before);
  };
  std::size_t at = 0;
  int depth = 0;
  for (const Element& element : record.movetext) {
    depth += element.kind == Element::Kind::variation_open;
    depth -= element.kind == Element::Kind::variation_close;
    if (element.kind == Element::Kind::turn) {
      finish();
      comments.emplace(movers[at++]);
    } else if (element.kind == Element::Kind::comment && comments && depth == 0) {
      comments->add(element.text);
    }
  }
  finish();
  return turns;
}

std::optional<double> AccuracySum::best_share() const {
  return ratio(static_cast<double>(best), compared);
}
std::optional<double> AccuracySum::mean_loss() const { return ratio(loss, weighed); }
std::optional<double> AccuracySum::mean_chance_loss() const { return ratio(chance, weighed); }

void AccuracySum::add(const JudgedTurn& turn, double scale) {
  const TurnEvaluation& seen = turn.evaluation;
  ++turns;
  ++marks[static_cast<std::size_t>(seen.mark)];
  if (seen.is_best) {
    ++compared;
    best += *seen.is_best;
  }
  if (!seen.best) return;
  ++weighed;
  loss += std::max(capped(*seen.best, 4 * scale) - capped(seen.score, 4 * scale), 0.0);
  chance += std::max(win_chance(*seen.best, scale) - win_chance(seen.score, scale), 0.0);
}

std::span<const AccuracyPart> accuracy_parts() { return parts; }

AccuracyTable::Sums& AccuracyTable::sums_of(std::string_view player) {
  const auto found = players_.find(player);
  if (found != players_.end()) return found->second;
  return players_.emplace(player, Sums(std::size(parts))).first->second;
}

void AccuracyTable::add(std::string_view white, std::string_view black,
                        std::span<const std::optional<JudgedTurn>> turns) {
  std::set<AccuracySum*> touched;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    if (!turns[i]) continue;
    Sums& sums = sums_of(turns[i]->side == Side::white ? white : black);
    for (const std::size_t part : parts_of(*turns[i], i, turns.size())) {
      sums[part].add(*turns[i], scale_);
      touched.insert(&sums[part]);
    }
  }
  for (AccuracySum* sum : touched) ++sum->games;
}

}  // namespace schiri
