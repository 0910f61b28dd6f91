#include "cli/web/report/builder.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "cli/input/failed_game.h"
#include "cli/print/encodings.h"
#include "cli/web/report/report_ratings.h"
#include "core/base/date.h"
#include "core/base/names.h"
#include "core/base/random.h"
#include "core/match/play.h"
#include "core/match/termination.h"
#include "core/rating/games/game_log.h"
#include "core/rating/models/bt.h"
#include "db/query/game_filter.h"
#include "notation/records/conversion/movers.h"
#include "notation/records/conversion/played_record.h"
#include "notation/records/game_hash.h"
#include "notation/records/pgn/movetext.h"
#include "notation/records/pgn/turn_data.h"

namespace schiri::cli {

namespace {

std::string start_name(const StartSpec& start) {
  return start.roll.empty() ? start.position : "roll " + start.roll;
}

/// Is a day, month or year known?
bool is_known(std::string_view date) {
  return date.size() >= 4 && std::all_of(date.begin(), date.begin() + 4, is_digit);
}

std::string ending_sentence(const std::optional<Ending>& ending, const Record& record,
                            const Translation& language) {
  if (ending) return with_capital(describe(*ending).in(language));
  const std::string_view termination = record.tag("Termination");
  Message text =
      record.result == "*" ? message("Unfinished") : message("Result {0}", record.result);
  if (!termination.empty()) {
    text = message("{0} ({1})", text, known_phrase(std::string(termination)));
  }
  return text.in(language);
}

}  // namespace

std::size_t place_of_result(std::string_view result) {
  if (result == result_text(Outcome::white_wins)) return 0;
  if (result == result_text(Outcome::draw)) return 1;
  return result == result_text(Outcome::black_wins) ? 2 : 3;
}

std::size_t ReportBuilder::kind_of(const std::string& game, const std::string& variant) {
  for (std::size_t i = 0; i < report_.kinds.size(); ++i) {
    if (report_.kinds[i].game == game && report_.kinds[i].variant == variant) return i;
  }
  const GameType* type = find_game(game);
  if (!type) throw StartError(StartError::Kind::unknown_variant, "unknown game " + game);
  ReportKind kind;
  kind.game = game;
  kind.variant = variant;
  kind.title = std::string(type->title());
  if (type->variant_table.standard() != variant) {
    kind.title = message("{0}, variant {1}", kind.title, variant).in(language_);
  }
  if (!type->facts.has_words) kind.board = type->diagram_board(variant);
  kind.evaluation_scale = type->evaluation_scale();
  report_.kinds.push_back(std::move(kind));
  gatherings_.emplace_back(*type);
  return report_.kinds.size() - 1;
}

void ReportBuilder::add_result(rating::FinishedGame game) {
  for (std::string_view* name : {&game.white, &game.black, &game.event}) {
    *name = spellings_[*name];
  }
  collector_.add(game);
}

void ReportBuilder::add_game(const CheckedRecord& checked, const StartSpec& start,
                             const std::optional<StoredPlace>& stored) {
  const Record& record = checked.record;
  const auto turns = record.turns();
  try {
    const std::size_t kind = kind_of(checked.check.game, checked.check.variant);
    Gathering& gathering = gatherings_[kind];
    const bool is_shown = shows_next();
    const bool is_played = checked.check.turns == turns.size() && !turns.empty();
    std::optional<PlayedGame> played;
    if (is_shown || !is_played) {
      played = play_record(*gathering.type, start, record, is_shown ? &gathering.figures : nullptr);
    }
    const auto number = is_shown ? std::optional(report_.games.size()) : std::nullopt;
    const std::vector<Side> movers =
        played ? played->movers
        : may_move_twice(*gathering.type)
            ? movers_of(*gathering.type, start, turns)
            : alternating(checked.check.black_began ? Side::black : Side::white, turns.size());
    ReportGame game = count(kind, start,
                            {.white = record.tag("White"),
                             .black = record.tag("Black"),
                             .event = record.tag("Event"),
                             .date = record.tag("Date"),
                             .termination = record.tag("Termination"),
                             .result = record.result,
                             .ending = played ? played->ending : checked.check.ending,
                             .hash = game_hash(checked.check.game, checked.check.variant, record),
                             .turns = turns},
                            movers, number);
    game.round = record.tag("Round");
    if (stored) game.id = stored->id;
    const std::vector<std::string> comments = comments_of(record);
    count_times(game, movers, std::vector<std::string_view>(comments.begin(), comments.end()));
    weigh_turns(game, movers, record);
    if (is_failure_in_play(record.tag("Termination"))) {
      note_failure(game, number, record, start, stored);
    }
    if (!is_shown) return;
    played->line["ending"] = ending_sentence(played->ending, record, language_);
    played->line["record"] = write_record(record);
    open_block_ += (open_block_.empty() ? '[' : ',') + played->line.dump();
    report_.games.push_back(std::move(game));
    if (report_.games.size() % Report::games_per_block == 0) close_block();
  } catch (const std::runtime_error&) {
    ++unplayable_;
  }
}

void ReportBuilder::close_block() {
  report_.blocks.push_back(base64(deflate_raw(open_block_ + ']')));
  board_bytes_ += report_.blocks.back().size();
  open_block_.clear();
}

void ReportBuilder::count_game(const std::string& game, const StartSpec& start,
                               const CountedGame& counted) {
  try {
    const std::size_t kind = kind_of(game, start.variant);
    Gathering& gathering = gatherings_[kind];
    require_start(gathering, start);
    const std::vector<Side> movers =
        may_move_twice(*gathering.type)
            ? movers_of(*gathering.type, start, counted.turns)
            : alternating(gathering.black_begins ? Side::black : Side::white, counted.turns.size());
    count_times(count(kind, start, counted, movers, {}), movers, counted.comments);
  } catch (const std::runtime_error&) {
    ++unplayable_;
  }
}

/// Throws StartError unless games can begin so.
void ReportBuilder::require_start(Gathering& gathering, const StartSpec& start) {
  // Most games begin as the one before.
  std::string name = start_name(start);
  if (gathering.known_start == name) return;
  gathering.black_begins = gathering.type->start(start)->side_to_move() == Side::black;
  gathering.known_start = std::move(name);
}

/// Counts all but what comments and failures tell.
ReportGame ReportBuilder::count(std::size_t kind, const StartSpec& start,
                                const CountedGame& counted, std::span<const Side> movers,
                                std::optional<std::size_t> number) {
  const std::string_view ending =
      db::ending_name(counted.ending, counted.termination, counted.result);
  ReportGame game = describe(kind, counted, ending);
  const std::string_view event = spellings_[counted.event];
  if (report_.total == 0) event_ = event;
  has_several_events_ = has_several_events_ || event != event_;
  ++report_.total;
  count_ending(game, ending);
  count_date(counted.date);
  note_oddities(game, number, counted.hash, ending);
  gatherings_[kind].openings.add(start_name(start), counted.turns, game.result, number, movers);
  return game;
}

ReportGame ReportBuilder::describe(std::size_t kind, const CountedGame& counted,
                                   std::string_view ending) {
  return {kind,
          players_.number(spellings_[counted.white]),
          players_.number(spellings_[counted.black]),
          place_of_result(counted.result),
          words_.number(shown_ending(ending)),
          counted.turns.size(),
          words_.number(spellings_[counted.event]),
          number_of_date(counted.date),
          {}};
}

std::uint32_t ReportBuilder::number_of_date(std::string_view date) {
  if (const auto known = dates_.find(date); known != dates_.end()) return known->second;
  std::string text = rating::canonical_date(date);
  if (text == Date().text()) text.clear();
  return dates_.emplace(std::string(date), words_.number(text)).first->second;
}

const std::string& ReportBuilder::shown_ending(std::string_view ending) {
  const auto known = shown_endings_.find(ending);
  if (known != shown_endings_.end()) return known->second;
  std::string name(ending);
  std::string shown = known_phrase(name).in(language_);
  return shown_endings_.emplace(std::move(name), std::move(shown)).first->second;
}

void ReportBuilder::count_date(std::string_view date) {
  if (!is_known(date)) return;
  // What is unknown is late in the first date, as `?` sorts after digits, and early in the last.
  const auto earliest = [](std::string text) {
    std::replace(text.begin(), text.end(), '?', '0');
    return text;
  };
  if (report_.first_date.empty() || date < report_.first_date) report_.first_date = date;
  if (report_.last_date.empty() || earliest(std::string(date)) > earliest(report_.last_date)) {
    report_.last_date = date;
  }
}

void ReportBuilder::count_ending(const ReportGame& game, std::string_view ending) {
  ReportKind& kind = report_.kinds[game.kind];
  ++kind.results[game.result];
  ++kind.endings[shown_ending(ending)][game.result];
  ++kind.lengths[game.turns];
}

void ReportBuilder::count_times(const ReportGame& game, std::span<const Side> movers,
                                std::span<const std::string_view> comments) {
  auto& times = gatherings_[game.kind].times;
  std::array<TimeUse*, 2> uses{};  // of White and Black, once they have any
  for (std::size_t i = 0; i < comments.size(); ++i) {
    const auto seconds = comments[i].empty() ? std::nullopt : time_taken(comments[i]);
    if (!seconds) continue;
    const bool is_white = movers[i] == Side::white;
    TimeUse*& use = uses[is_white ? 0 : 1];
    if (!use) use = &times[is_white ? game.white : game.black];
    use->player = is_white ? game.white : game.black;
    ++use->turns;
    use->total += *seconds;
    use->longest = std::max(use->longest, *seconds);
  }
}

void ReportBuilder::weigh_turns(const ReportGame& game, std::span<const Side> movers,
                                const Record& record) {
  if (!has_analysis(record)) return;
  const auto turns = judged_turns(record, movers);
  gatherings_[game.kind].accuracy.add(player_name(game.white), player_name(game.black), turns);
}

std::string_view ReportBuilder::player_name(std::size_t player) const {
  const std::string& name = players_.texts()[player];
  return name.empty() ? "?" : std::string_view(name);
}

void ReportBuilder::note_oddities(const ReportGame& game, std::optional<std::size_t> number,
                                  std::optional<std::uint64_t> hash, std::string_view ending) {
  Gathering& gathering = gatherings_[game.kind];
  if (hash) {
    const std::uint64_t players = std::uint64_t{game.white} << 32 | game.black;
    std::uint64_t key = mix64(*hash ^ mix64(4 * players + game.result));
    // As ratings count repeats.
    if (game.turns < rating::long_game)
      key = mix64(key ^ (std::uint64_t{game.event} << 32 | game.date));
    key = std::max(key, std::uint64_t{1});
    const auto [place, is_new] = gathering.keys.insert(key, [&](auto one) { return one == key; });
    if (is_new) *place = key;
    if (!is_new) gathering.duplicates.add(number);
  }
  // Failures in play have a list of their own.
  if (ended_by_failure(ending) && !is_failure_in_play(ending)) count_failure(game, number, ending);
  if (ending == "unexplained") gathering.unexplained.add(number);
}

void ReportBuilder::count_failure(const ReportGame& game, std::optional<std::size_t> number,
                                  std::string_view ending) {
  const std::string loser = game.result == 0   ? std::string(player_name(game.black))
                            : game.result == 2 ? std::string(player_name(game.white))
                                               : message("somebody").in(language_);
  gatherings_[game.kind].failures[{loser, std::string(ending)}].add(number);
}

/// Only the first games are shown with their failure.
void ReportBuilder::note_failure(const ReportGame& game, std::optional<std::size_t> number,
                                 const Record& record, const StartSpec& start,
                                 const std::optional<StoredPlace>& stored) {
  constexpr std::size_t most = 100;
  ReportKind& kind = report_.kinds[game.kind];
  const GameType& type = *gatherings_[game.kind].type;
  if (kind.failures.size() >= most) {
    ++kind.all_failures;
    return;
  }
  auto failed = stored ? failed_game(record, type, start, stored->store, stored->id)
                       : failed_game(record, type, start);
  if (!failed) return count_failure(game, number, record.tag("Termination"));
  ++kind.all_failures;
  const bool is_white = failed->side == Side::white;
  kind.failures.push_back({number, is_white ? game.white : game.black,
                           is_white ? game.black : game.white, game.ending, game.turns, game.round,
                           std::move(failed->remark), std::move(failed->position),
                           std::move(failed->conversation), std::move(failed->error)});
}

void ReportBuilder::warn(std::size_t kind) {
  Gathering& gathering = gatherings_[kind];
  auto& warnings = report_.kinds[kind].warnings;
  const auto tell = [&](const Message& text, Oddity& oddity) {
    warnings.push_back({text.in(language_), std::move(oddity.games)});
  };
  for (auto& [loss, games] : gathering.failures) {
    tell(message("{0} lost by {1} in {2} {2:game|games}", loss.first, known_phrase(loss.second),
                 games.count),
         games);
  }
  if (Oddity& games = gathering.duplicates; games.count > 0) {
    tell(message(
             "{0} {0:game is a duplicate of an earlier one|games are duplicates of earlier ones}: "
             "the same players, colours, turns and result. Ratings count them once",
             games.count),
         games);
  }
  if (Oddity& games = gathering.unexplained; games.count > 0) {
    tell(message(
             "{0} {0:game has|games have} a result that neither the rules nor the record explain",
             games.count),
         games);
  }
}

void ReportBuilder::rate() {
  std::vector<std::pair<ReportKind*, rating::GameCounts>> rated;
  for (const rating::GameLog& log : collector_.logs()) {
    for (ReportKind& kind : report_.kinds) {
      if (kind.game != log.game() || kind.variant != log.variant()) continue;
      const rating::GameCounts& counts = rated.emplace_back(&kind, log).second;
      for (auto& list : rating::rate_bt(counts, {.ranking = rating::PlayerOrder{}})) {
        list.description = list.description.in(language_);
        for (Message& note : list.notes) note = note.in(language_);
        kind.ratings.push_back(std::move(list));
      }
      kind.matches = report_matches(log, kind.ratings);
      kind.history = rating_history(log);
    }
  }
  // The tables take as much room as the games, which are not needed any longer.
  collector_ = {};
  for (const auto& [kind, counts] : rated) {
    kind->tables = rating::rated_cross_tables(counts);
    for (rating::CrossTable& table : kind->tables) {
      for (Message& note : table.notes) note = note.in(language_);
    }
  }
}

Report ReportBuilder::finish() {
  // Before the players are rated, so that not all of it is in memory at once.
  for (std::size_t i = 0; i < report_.kinds.size(); ++i) {
    auto trees = gatherings_[i].openings.finish();
    report_.kinds[i].openings = std::move(trees.roots);
    report_.kinds[i].openings_from = trees.least_games;
    gatherings_[i].keys = ProbingTable<KeyKind, 3>();
  }
  rate();
  for (std::size_t i = 0; i < report_.kinds.size(); ++i) {
    ReportKind& kind = report_.kinds[i];
    warn(i);
    kind.figures = gatherings_[i].figures.figures();
    for (const auto& [player, use] : gatherings_[i].times) kind.times.push_back(use);
    for (const auto& [player, sums] : gatherings_[i].accuracy.players()) {
      kind.accuracy.push_back({player, sums});
    }
  }
  if (unplayable_) {
    add_warning(
        message("{0} {0:game|games} could not be played through by the rules and {0:is|are} "
                "left out of the list",
                unplayable_));
  }
  if (report_.games.size() < report_.total) {
    add_warning(
        message("Only the first {0} of {1} games can be looked at on this page; everything "
                "else counts all of them. 'schiri report --limit N' holds more",
                report_.games.size(), report_.total));
  }
  report_.players = players_.texts();
  report_.words = words_.texts();
  if (!open_block_.empty()) close_block();
  return std::move(report_);
}

}  // namespace schiri::cli
