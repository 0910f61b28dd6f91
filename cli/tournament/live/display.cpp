#include "cli/tournament/live/display.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "cli/line/progress.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "cli/print/terminal_filter.h"
#include "core/base/message.h"
#include "core/base/order.h"
#include "core/base/text.h"
#include "core/rating/models/bt.h"
#include "core/rating/models/bt_pools.h"
#include "core/tournament/systems.h"
#include "notation/rating/match_block.h"
#include "notation/text/printable.h"
#include "notation/text/text_style.h"

namespace schiri::cli {

namespace {

// A fit of more players is too slow for a display.
constexpr std::size_t most_rated = 100;

/// The standings by points, without a fit.
std::vector<Standing> unrated_standings(const rating::GameCounts& counts) {
  const auto results = rating::results_by_player(counts);
  const auto division = rating::divide_by_games(counts, rating::LinkingGames::played);
  const int pools = static_cast<int>(division.pools.size());
  std::vector<Standing> all;
  for (const rating::PoolGames& pool : division.pools) {
    Standing& standing = all.emplace_back(Standing{static_cast<int>(all.size()) + 1, pools, {}});
    for (const rating::PlayerId id : pool.players) {
      standing.players.push_back({counts.players()[id], {}, {}, rating::Bound::none, results[id]});
    }
    std::stable_sort(standing.players.begin(), standing.players.end(),
                     by([](const auto& player) { return -player.score(); }));
  }
  return all;
}

}  // namespace

std::vector<Standing> standings_of(const LiveView& view) {
  if (view.standing.players().size() > most_rated) return unrated_standings(view.standing);
  return standings(view.standing, rating::PlayerOrder::By::rating);
}

LiveState::LiveState(const TournamentConfig& config)
    : forecaster_(config),
      match_(match_of(config)),
      pairs_by_results_(system_of(config.system).pairs_by_results) {
  for (const BotSpec& bot : config.bots) players_.push_back(bot.name);
}

void LiveState::game_loaded(const JudgedGame& judged, std::optional<Outcome> outcome) {
  add_result(judged, outcome);
  if (match_) match_->add(judged);
}

/// As a database gives it to ratings; all games are of one event.
void LiveState::add_result(const JudgedGame& judged, std::optional<Outcome> outcome) {
  const std::string round = round_tag(judged.scheduled);
  rating::FinishedGame game;
  game.round = round;
  game.white = player(judged.scheduled.white);
  game.black = player(judged.scheduled.black);
  game.result = outcome;
  game.unplayed = !judged.outcome;
  game.hash = judged.hash;
  game.turns = rating::long_game;
  game.pairs_by_results = pairs_by_results_;
  results_.add(game);
}

void LiveState::game_stored(const JudgedGame& judged, const ContestGame& game,
                            std::chrono::duration<double> /*time*/) {
  game_loaded(judged, outcome_of(game.record.result));
}

std::optional<rating::MatchSummary> LiveState::match() const {
  return match_ ? std::optional(match_->summary()) : std::nullopt;
}

void LiveState::begin_game(const ScheduledGame& scheduled) {
  const std::lock_guard lock(mutex_);
  playing_[scheduled.number] = {scheduled, Clock::now()};
}

void LiveState::end_game(const ScheduledGame& scheduled) {
  const std::lock_guard lock(mutex_);
  playing_.erase(scheduled.number);
}

std::string LiveState::headline(const db::TournamentProgress& progress) const {
  const auto extent = progress.test ? ProgressTotal::limit : ProgressTotal::exact;
  return progress_text(message("games"), pace_.begun_with(), progress.done, progress.total,
                       seconds(), extent);
}

LiveView LiveState::view(const db::TournamentProgress& progress) {
  const auto& [done, total, verdict, test] = progress;
  const double share = total ? static_cast<double>(done) / static_cast<double>(total) : 0;
  LiveView view{headline(progress), share,  translated(verdict), rating::GameCounts(results_),
                lines_of_games(),   match()};
  if (const auto rest = forecast(progress)) view.forecast = forecast_text(*rest);
  return view;
}

std::vector<LiveState::Playing> LiveState::playing() {
  const std::lock_guard lock(mutex_);
  std::vector<Playing> games;
  for (const auto& [number, game] : playing_) games.push_back(game);
  return games;
}

std::vector<std::string> LiveState::lines_of_games() {
  const auto now = Clock::now();
  std::vector<std::string> lines;
  for (const Playing& game : playing()) {
    // Quick games end before they can be read.
    const double seconds = std::chrono::duration<double>(now - game.since).count();
    if (seconds < 1) continue;
    lines.push_back(
        translated(message("playing {0}: {1} - {2}, {3}", game.scheduled.number,
                           printable(player(game.scheduled.white)),
                           printable(player(game.scheduled.black)), clock_text(seconds))));
  }
  return lines;
}

namespace {

// Escape sequences of ECMA-48 and of DEC's terminals. Without wrapping, a line stays one line even
// if its characters are wide.
constexpr TerminalControl erase_picture("\r\x1b[J");
constexpr TerminalControl no_wrapping("\x1b[?7l"), wrapping("\x1b[?7h");

constexpr auto drawing_interval = std::chrono::milliseconds(200);

bool may_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  return !no_colour || !*no_colour;
}

/// The beginning of a text that fits in the width, without control characters.
std::string cut(const std::string& text, std::size_t columns) {
  return std::string(first_columns(printable(text, text.size()), columns));
}

/// `  [####------]` in the available width; empty if that is small.
std::string bar(double share, std::size_t columns) {
  constexpr std::size_t least = 14, most = 44;
  if (columns < least) return {};
  const std::size_t cells = std::min(columns, most) - 4;
  const auto full = static_cast<std::size_t>(share * static_cast<double>(cells));
  return "  [" + std::string(full, '#') + std::string(cells - full, '-') + "]";
}

/// The block of a match, as far as there is room for it.
std::vector<std::string> block_lines(const rating::MatchSummary& match, std::size_t most) {
  const std::string block = match_block(match, output_language());
  std::vector<std::string> lines;
  for (const std::string_view line : split(trimmed(block, "\n"), '\n')) {
    if (lines.size() < most) lines.emplace_back(line);
  }
  return lines;
}

std::size_t lines_of(const Standing& standing) {
  return 1 + (standing.pools > 1) + standing.players.size();
}

/// Removes players from the end until the tables, and a line that counts the removed players, take
/// at most this many lines. Returns the number of removed players.
std::size_t shorten(std::vector<Standing>& standings, std::size_t most) {
  std::size_t lines = 0, removed = 0;
  for (const Standing& standing : standings) lines += lines_of(standing);
  while (!standings.empty() && lines + (removed > 0) > most) {
    Standing& last = standings.back();
    ++removed;
    lines -= last.players.size() > 1 ? 1 : lines_of(last);
    last.players.pop_back();
    if (last.players.empty()) standings.pop_back();
  }
  return removed;
}

/// Tables of at most this many lines, headings included; nothing without players.
std::vector<std::string> standing_lines(const LiveView& view, TerminalSize size) {
  constexpr std::size_t longest_name = 30;
  auto standings = standings_of(view);
  const std::size_t removed = shorten(standings, size.rows);
  if (standings.empty()) return {};
  std::ostringstream out;
  print_standings(out, standings, view.standing, size.columns, longest_name);
  std::vector<std::string> lines;
  std::istringstream in(out.str());
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  if (removed > 0) lines.push_back(translated(message("and {0} more", removed)));
  return lines;
}

}  // namespace

std::vector<std::string> live_lines(const LiveView& view, TerminalSize size, bool colour) {
  // The last row stays empty: a line end there would scroll.
  const std::size_t rows = std::max<std::size_t>(size.rows, 2) - 1;
  std::vector<std::string> lines{cut(view.headline, size.columns)};
  lines[0] += bar(view.share, size.columns - display_width(lines[0]));
  for (const std::string* text : {&view.verdict, &view.forecast}) {
    if (!text->empty() && lines.size() < rows) lines.push_back(cut(*text, size.columns));
  }
  const std::size_t games = std::min<std::size_t>(view.playing.size(), rows > 8 ? 4 : 0);
  if (rows > lines.size() + games) {
    const std::size_t room = rows - lines.size() - games;
    const auto table =
        view.match ? block_lines(*view.match, room) : standing_lines(view, {size.columns, room});
    for (std::size_t i = 0; i < table.size(); ++i) {
      const std::string line = cut(table[i], size.columns);
      lines.push_back(i == 0 && colour ? text_style::styled(line, text_style::bold) : line);
    }
  }
  for (std::size_t i = 0; i < games; ++i) {
    const bool more = i + 1 == games && games < view.playing.size();
    const std::string line =
        more ? translated(message("and {0} more {0:game|games}", view.playing.size() - i))
             : view.playing[i];
    lines.push_back(cut(line, size.columns));
  }
  return lines;
}

LiveDisplay::LiveDisplay(const TournamentConfig& config, const ProgressInterval& every)
    : LiveState(config), timer_(every), on_terminal_(is_drawable()), colour_(may_colour()) {}

LiveDisplay::~LiveDisplay() { close(); }

/// Removes the display.
void LiveDisplay::close() {
  if (drawn_) console::err << erase_picture << std::flush;
  drawn_ = false;
  next_ = Clock::time_point::max();
}

void LiveDisplay::begin(const db::TournamentProgress& progress) {
  LiveState::begin(progress);
  timer_.begin(progress.done);
}

void LiveDisplay::tick(const db::TournamentProgress& progress) {
  if (!on_terminal_) {
    if (timer_.is_due(progress.done)) print_line(progress);
    return;
  }
  if (Clock::now() < next_) return;
  next_ = Clock::now() + drawing_interval;
  draw(view(progress));
}

void LiveDisplay::finishing(std::size_t games) {
  note(
      message("no further game begins, {0} {0:game is|games are} played to the end; Ctrl-C "
              "again stops at once, without {0:it|them}",
              games));
}

void LiveDisplay::note(const Message& text) {
  if (drawn_) console::err << erase_picture << std::flush;
  drawn_ = false;
  // print_note() prints a sentence only once.
  print_message(message("note: {0}", text));
}

/// The cursor stays at the beginning of the display, so `^C` overwrites nothing.
void LiveDisplay::draw(const LiveView& view) {
  const auto lines = live_lines(view, terminal_size(STDERR_FILENO), colour_);
  console::err << std::nounitbuf << erase_picture << no_wrapping;
  for (const std::string& line : lines) console::err << StyledText{line} << '\n';
  console::err << wrapping << CursorUp{lines.size()} << std::flush << std::unitbuf;
  drawn_ = true;
}

void LiveDisplay::print_line(const db::TournamentProgress& progress) {
  std::string line = headline(progress);
  if (const auto counted = match()) line += "; " + match_line(*counted, output_language());
  if (!progress.verdict.empty()) line += "; " + translated(progress.verdict);
  if (const auto rest = forecast(progress)) line += "; " + forecast_text(*rest);
  console::err << line + '\n' << std::flush;
}

}  // namespace schiri::cli
