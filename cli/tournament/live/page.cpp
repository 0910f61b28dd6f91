#include "cli/tournament/live/page.h"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "cli/line/progress.h"
#include "cli/print/encodings.h"
#include "cli/print/list_page.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "cli/web/web_files.h"
#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "core/base/order.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/match/turn_comment.h"
#include "notation/game_svg.h"
#include "notation/rating/match_block.h"
#include "notation/rating/rows.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

constexpr unsigned refresh_seconds = 2;
constexpr std::size_t most_boards = 12;
// The page is drawn less often the longer that takes: at most a twentieth of the time.
constexpr int share_of_time = 20;

/// Writes the markup of a page.
class LiveMarkup {
 public:
  LiveMarkup(const LiveDocument& document, const Translation& language)
      : document_(document), language_(language) {}

  std::string text() const {
    const std::string every =
        document_.seconds ? " data-every=\"" + std::to_string(document_.seconds) + '"' : "";
    return head() + "<header class=\"top\"><h1>" + html_text(document_.event) +
           "</h1><p id=\"stale\" role=\"status\" hidden>" +
           word(message("This page cannot read its file at present.")) + "</p></header>\n<main" +
           every + ">\n" + part("state", state()) + part("boards", boards()) +
           part("standing", standings()) + part("results", results()) +
           "</main>\n</body>\n</html>\n";
  }

 private:
  std::string word(const Message& text) const { return html_text(text.in(language_)); }

  /// Boards have styles of their own, so styles need no hash.
  std::string head() const {
    const std::string script(live_js);
    return "<!doctype html>\n<html lang=\"" + language_.language() +
           "\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" "
           "content=\"default-src 'none'; style-src 'unsafe-inline'; frame-src 'self' file:; "
           "script-src 'sha256-" +
           base64(sha256(script)) +
           "'; base-uri 'none'; form-action 'none'\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
           "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
           html_text(document_.event) + "</title>\n<style>" +
           std::string(palette_css).append(style_css).append(live_css) + "</style>\n<script>" +
           script + "</script>\n</head>\n<body>\n";
  }

  static std::string part(const std::string& id, const std::string& content) {
    return "<section id=\"" + id + "\">" + content + "</section>\n";
  }

  std::string state() const {
    const LiveView& view = document_.view;
    std::string text = "<p>" + html_text(view.headline) + "</p><progress max=\"1\" value=\"" +
                       fixed_text(view.share, 3) + "\" aria-label=\"" +
                       word(message("games played")) + "\"></progress>";
    for (const std::string* line : {&view.verdict, &view.forecast}) {
      if (!line->empty()) text += "<p class=\"verdict\">" + html_text(*line) + "</p>";
    }
    if (view.match) {
      text += "<pre tabindex=\"0\">";
      const std::string block = match_block(*view.match, language_);
      for (const std::string_view line : split(block, '\n')) text += html_text(line) + '\n';
      text += "</pre>";
    }
    if (!document_.report.empty()) {
      text += "<p><a href=\"" + html_text(document_.report) + "\">" +
              word(message("Report with all games on the board")) + "</a></p>";
    }
    return text;
  }

  std::string seat(const LiveBoard& board, Side side) const {
    const bool is_white = side == Side::white;
    const LiveSeat& seat = is_white ? board.white : board.black;
    return "<div class=\"seat" + std::string(is_white ? "" : " black") +
           (side == board.side_to_move ? " running" : "") +
           "\"><span class=\"player\"><span class=\"unseen\">" + word(side_message(side)) +
           ": </span>" + html_text(seat.player) + "</span><span class=\"evaluation\">" +
           html_text(seat.evaluation) + "</span><span class=\"clock\">" + html_text(seat.clock) +
           "</span></div>";
  }

  std::string boards() const {
    if (document_.boards.empty()) return {};
    std::string text = "<h2>" + word(message("Being played")) + "</h2><div class=\"boards\">";
    for (const LiveBoard& board : document_.boards) {
      text += "<figure><p class=\"number\">" + word(message("Game {0}", board.number)) + "</p>" +
              seat(board, Side::black) + board.svg + seat(board, Side::white) + "<figcaption>" +
              html_text(board.caption) + "</figcaption></figure>";
    }
    return text + "</div>";
  }

  std::string section(const std::string& title, const Table& table) const {
    TableOptions options{.format = Format::html};
    options.language = &language_;
    return "<h2>" + html_text(title) + "</h2>" + html_table(title, shown_table(table, options));
  }

  /// A table for each pool, each pool with a heading.
  std::string standings() const {
    std::string text;
    for (const Standing& standing : standings_of(document_.view)) {
      rating::RatingList list;
      list.players = standing.players;
      const Message title = standing.pools == 1
                                ? message("Standing")
                                : message("Pool {0} of {1}: players who met each other",
                                          standing.pool, standing.pools);
      text += section(title.in(language_),
                      Table::of(rating::rating_columns(), rating::rating_rows(list)));
    }
    return text;
  }

  std::string results() const {
    using Row = const LiveResult&;
    static const Columns<LiveResult> columns = {
        {{"game", "#", Holds::count}, [](Row game) { return game.number; }},
        {{"white", message("White")}, [](Row game) { return game.white; }},
        {{"black", message("Black")}, [](Row game) { return game.black; }},
        {{"result", message("Result"), Holds::result}, [](Row game) { return game.result; }},
        {{"ending", message("Ending")},
         [](Row game) { return Cell(game.ending, known_phrase(game.ending)); }},
        {{"turns", message("Turns"), Holds::count}, [](Row game) { return game.turns; }}};
    if (document_.results.empty()) return {};
    return section(message("Last results").in(language_), Table::of(columns, document_.results));
  }

  const LiveDocument& document_;
  const Translation& language_;
};

}  // namespace

std::string live_page(const LiveDocument& document, const Translation& language) {
  return LiveMarkup(document, language).text();
}

std::string address_from(const std::string& page, const std::string& file) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::absolute(page).lexically_normal().parent_path();
  const std::string path =
      fs::absolute(file).lexically_normal().lexically_relative(folder).string();
  constexpr std::string_view plain = "-._~/";
  std::string address;
  for (const char c : path) {
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                          (c >= 'a' && c <= 'z') || plain.find(c) != plain.npos;
    if (is_plain) {
      address += c;
      continue;
    }
    constexpr char digits[] = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    address += {'%', digits[byte >> 4], digits[byte & 15]};
  }
  return address;
}

LivePage::LivePage(const Contest& contest, std::string path, const std::string& report)
    : LiveState(contest.config()),
      contest_(contest),
      language_(output_language()),
      is_wanted_(!path.empty()),
      path_(std::move(path)),
      report_(report.empty() || path_.empty() ? "" : address_from(path_, report)) {}

void LivePage::tick(const db::TournamentProgress& progress) {
  const auto now = Clock::now();
  if (path_.empty() || now < next_) return;
  write(progress, refresh_seconds, "");
  next_ = Clock::now() + std::max<Clock::duration>(std::chrono::seconds(refresh_seconds),
                                                   share_of_time * (Clock::now() - now));
}

void LivePage::end(const db::TournamentProgress& progress, bool /*complete*/) {
  if (!path_.empty()) write(progress, 0, report_);
}

std::vector<LiveBoard> LivePage::boards() {
  std::vector<Playing> games = playing();
  std::sort(games.begin(), games.end(),
            by([](const Playing& game) { return game.scheduled.number; }));
  if (games.size() > most_boards) games.resize(most_boards);
  std::vector<LiveBoard> boards;
  for (const Playing& game : games) boards.push_back(board(game));
  return boards;
}

LiveSeat LivePage::seat(const Playing& game, Side side, bool is_thinking) const {
  const ScheduledGame& scheduled = game.scheduled;
  LiveSeat seat{player(side == Side::white ? scheduled.white : scheduled.black), {}, {}};
  const auto& last = game.last[static_cast<std::size_t>(side)];
  if (!last) return seat;
  const auto seconds = [](std::chrono::duration<double> time) {
    return std::max(0.0, time.count());
  };
  if (last->left) {
    const auto used = is_thinking ? Clock::now() - game.thinks_since : Clock::duration{};
    seat.clock = clock_text(seconds(*last->left - used));
  } else {
    seat.clock = language_.number(fixed_text(seconds(last->time), 2)) + " s";
  }
  if (last->score) seat.evaluation = score_text(*last->score) + '/' + std::to_string(last->depth);
  return seat;
}

LiveBoard LivePage::board(const Playing& playing) const {
  const Opening opening = contest_.opening(playing.scheduled.opening);
  const auto game = contest_.type().start(opening.start);
  for (const auto* turns : {&opening.turns, &playing.turns}) {
    for (const std::string& turn : *turns) game->play(turn);
  }
  const Side side = game->side_to_move();
  Message caption = state_sentence(*game);
  if (!playing.turns.empty()) {
    caption = message("{0}, last turn {1}", caption, playing.turns.back());
  }
  return {playing.scheduled.number,
          seat(playing, Side::white, side == Side::white),
          seat(playing, Side::black, side == Side::black),
          side,
          caption.in(language_),
          !contest_.type().facts.has_rules
              ? ""
              : draw_svg(contest_.type(), contest_.config().variant, *game,
                         {.theme = Theme::system, .coordinates = true, .width = 600})};
}

void LivePage::write(const db::TournamentProgress& progress, unsigned seconds,
                     const std::string& report) {
  try {
    OutputFile file(path_);
    const auto& results = last_results();
    file.stream() << live_page({contest_.config().name,
                                view(progress),
                                boards(),
                                {results.begin(), results.end()},
                                seconds,
                                report},
                               language_);
    file.commit();
  } catch (const std::exception& error) {
    print_message(message("note: {0}; the tournament goes on without its page",
                          printable(message_of(error), 4096)));
    path_.clear();
  }
}

}  // namespace schiri::cli
