#include "cli/bots/training_data.h"

#include <optional>
#include <utility>

#include "cli/input/game_source.h"
#include "core/base/random.h"
#include "db/games/record_row.h"
#include "db/query/game_filter.h"
#include "notation/analysis/annotation.h"
#include "notation/records/conversion/played_record.h"
#include "notation/records/pgn/reader.h"

namespace schiri::cli {

namespace {

constexpr std::uint64_t held_back_of = 10;  // one game of ten

/// A forced win or loss is no evaluation of the position.
std::optional<double> target_of(const std::optional<Score>& score, double result, double share,
                                double scale) {
  if (!score || score->kind != Score::Kind::value) return std::nullopt;
  return share * result + (1 - share) * win_chance(*score, scale);
}

}  // namespace

TrainingData training_data(const db::Store& store, const std::vector<std::string>& events,
                           const GameType& type, const TrainingDataOptions& options) {
  TrainingData data;
  const double scale = type.evaluation_scale();
  db::GameFilter filter;
  for (const std::string& event : events) {
    filter.events = {event};
    visit_stored_games(store, filter, [&](db::StoredRecord& stored) {
      CheckedRecord checked;
      checked.check.game = type.name();
      checked.check.variant = stored.record.tag("Variant");
      checked.record = std::move(stored.record);
      const Record& record = checked.record;
      const auto outcome = outcome_of(record.result);
      if (!outcome) return true;
      const StartSpec start = start_of(checked, {});
      Side side = type.start(start)->side_to_move();
      std::vector<std::optional<double>> targets;
      for (const auto& score : scores_of(record, side)) {
        targets.push_back(
            target_of(score, half_points(*outcome, side) / 2.0, options.result_share, scale));
        side = opponent(side);
      }
      const auto turns = record.turns();
      targets.resize(turns.size());
      const std::uint64_t chance = derive_seed(options.seed, data.games++);
      type.add_examples(start, turns, targets, chance,
                        chance % held_back_of == 0 ? data.held_back : data.examples);
      return true;
    });
  }
  return data;
}

}  // namespace schiri::cli
