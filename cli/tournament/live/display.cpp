#include "cli/tournament/live/display.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sstream>

#include "cli/line/progress.h"
#include "cli/print/rows.h"
#include "cli/print/terminal_filter.h"
#include "core/base/decimals.h"
#include "notation/text/printable.h"
#include "notation/text/text_style.h"

namespace schiri::cli {

namespace {

// Escape sequences of ECMA-48 and of DEC's terminals. Without wrapping, a line stays one line even
// if its characters are wide.
constexpr TerminalControl erase_picture("\r\x1b[J");
constexpr TerminalControl no_wrapping("\x1b[?7l"), wrapping("\x1b[?7h");

constexpr auto drawing_interval = std::chrono::milliseconds(200);
constexpr auto line_interval = std::chrono::seconds(30);

bool may_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  return !no_colour || !*no_colour;
}

TerminalSize terminal_size() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) {
    return {};
  }
  return {size.ws_col, size.ws_row};
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

/// A table of at most this many lines, heading included; nothing without players.
std::vector<std::string> standing_lines(const LiveView& view, std::size_t most) {
  const auto players = rated_players(view);
  if (players.empty() || most < 2) return {};
  const std::size_t shown = players.size() < most ? players.size() : most - 2;
  std::ostringstream out;
  AlignedText table(out, {"player", "rating", "+-", "score %", "games", "wins", "draws", "losses"});
  for (std::size_t i = 0; i < shown; ++i) {
    const rating::RatedPlayer& player = players[i];
    const std::uint64_t games = player.results.games();
    const auto number = [](std::optional<double> value) {
      return value ? Json::parse(fixed_text(*value, 1)) : Json();
    };
    const double share = games ? 100 * player.score() / static_cast<double>(games) : 0;
    table.add({cut(player.name, 30), number(player.rating), number(player.error), number(share),
               games, player.results.wins, player.results.draws, player.results.losses});
  }
  table.finish();
  std::vector<std::string> lines;
  std::istringstream in(out.str());
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  if (shown < players.size()) {
    lines.push_back("and " + std::to_string(players.size() - shown) + " more");
  }
  return lines;
}

}  // namespace

std::vector<std::string> live_lines(const LiveView& view, TerminalSize size, bool colour) {
  // The last row stays empty: a line end there would scroll.
  const std::size_t rows = std::max<std::size_t>(size.rows, 2) - 1;
  std::vector<std::string> lines{cut(view.headline, size.columns)};
  lines[0] += bar(view.share, size.columns - display_width(lines[0]));
  if (!view.verdict.empty() && lines.size() < rows) {
    lines.push_back(cut(view.verdict, size.columns));
  }
  const std::size_t games = std::min<std::size_t>(view.playing.size(), rows > 8 ? 4 : 0);
  if (rows > lines.size() + games) {
    const auto table = standing_lines(view, rows - lines.size() - games);
    for (std::size_t i = 0; i < table.size(); ++i) {
      const std::string line = cut(table[i], size.columns);
      lines.push_back(i == 0 && colour ? text_style::styled(line, text_style::bold) : line);
    }
  }
  for (std::size_t i = 0; i < games; ++i) {
    const bool more = i + 1 == games && games < view.playing.size();
    const std::string line =
        more ? "and " + std::to_string(view.playing.size() - i) + " more games" : view.playing[i];
    lines.push_back(cut(line, size.columns));
  }
  return lines;
}

LiveDisplay::LiveDisplay(std::vector<std::string> players, rating::Scale scale)
    : LiveState(std::move(players), scale), on_terminal_(is_drawable()), colour_(may_colour()) {
  if (!on_terminal_) next_ += line_interval;
}

LiveDisplay::~LiveDisplay() { close(); }

/// Removes the display.
void LiveDisplay::close() {
  if (drawn_) std::cerr << erase_picture << std::flush;
  drawn_ = false;
  next_ = Clock::time_point::max();
}

void LiveDisplay::tick(const db::TournamentProgress& progress) {
  if (Clock::now() < next_) return;
  next_ = Clock::now() + (on_terminal_ ? drawing_interval : line_interval);
  if (on_terminal_) {
    draw(view(progress));
  } else {
    print_line(headline(progress));
  }
}

/// The cursor stays at the beginning of the display, so `^C` overwrites nothing.
void LiveDisplay::draw(const LiveView& view) {
  const auto lines = live_lines(view, terminal_size(), colour_);
  std::cerr << std::nounitbuf << erase_picture << no_wrapping;
  for (const std::string& line : lines) std::cerr << StyledText{line} << '\n';
  std::cerr << wrapping << CursorUp{lines.size()} << std::flush << std::unitbuf;
  drawn_ = true;
}

void LiveDisplay::print_line(const std::string& headline) {
  std::cerr << headline + '\n' << std::flush;
}

}  // namespace schiri::cli
