#include "cli/tournament/live/page.h"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "cli/line/progress.h"
#include "cli/print/encodings.h"
#include "cli/print/list_page.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "cli/web/report/report_document.h"
#include "cli/web/web_files.h"
#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "core/base/order.h"
#include "core/base/sha256.h"
#include "core/match/turn_comment.h"
#include "notation/game_svg.h"
#include "notation/rating/match_block.h"
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
  LiveMarkup(const LiveDocument& document, const Vocabulary& words)
      : document_(document), words_(words) {}

  std::string text() const {
    const std::string every =
        document_.seconds ? " data-every=\"" + std::to_string(document_.seconds) + '"' : "";
    return head() + "<header class=\"top\"><h1>" + html_text(document_.event) +
           "</h1><p id=\"stale\" role=\"status\" hidden>" + word("liveStale") +
           "</p></header>\n<main" + every + ">\n" + part("state", state()) +
           part("boards", boards()) + part("standing", standings()) + part("results", results()) +
           "</main>\n</body>\n</html>\n";
  }

 private:
  /// A column with its heading; texts are at the left.
  struct Column {
    std::string title;
    bool is_text = false;
  };
  using Row = std::vector<std::string>;

  std::string word(std::string_view key) const { return html_text(words_(key)); }

  /// Boards have styles of their own, so styles need no hash.
  std::string head() const {
    const std::string script(live_js);
    return "<!doctype html>\n<html lang=\"" + words_.language() +
           "\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" "
           "content=\"default-src 'none'; style-src 'unsafe-inline'; frame-src 'self' file:; "
           "script-src 'sha256-" +
           base64(sha256(script)) +
           "'; base-uri 'none'; form-action 'none'\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
           "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
           html_text(document_.event) + "</title>\n<style>" + std::string(style_css) +
           std::string(live_css) + "</style>\n<script>" + script + "</script>\n</head>\n<body>\n";
  }

  static std::string part(const std::string& id, const std::string& content) {
    return "<section id=\"" + id + "\">" + content + "</section>\n";
  }

  std::string state() const {
    const LiveView& view = document_.view;
    std::string text = "<p>" + html_text(view.headline) + "</p><progress max=\"1\" value=\"" +
                       fixed_text(view.share, 3) + "\" aria-label=\"" + word("gamesPlayed") +
                       "\"></progress>";
    for (const std::string* line : {&view.verdict, &view.forecast}) {
      if (!line->empty()) text += "<p class=\"verdict\">" + html_text(*line) + "</p>";
    }
    if (view.match) text += "<pre tabindex=\"0\">" + html_text(match_block(*view.match)) + "</pre>";
    if (!document_.report.empty()) {
      text +=
          "<p><a href=\"" + html_text(document_.report) + "\">" + word("liveReport") + "</a></p>";
    }
    return text;
  }

  std::string seat(const LiveBoard& board, Side side) const {
    const bool is_white = side == Side::white;
    const LiveSeat& seat = is_white ? board.white : board.black;
    return "<div class=\"seat" + std::string(is_white ? "" : " black") +
           (side == board.side_to_move ? " running" : "") +
           "\"><span class=\"player\"><span class=\"unseen\">" +
           word(is_white ? "white" : "black") + ": </span>" + html_text(seat.player) +
           "</span><span class=\"evaluation\">" + html_text(seat.evaluation) +
           "</span><span class=\"clock\">" + html_text(seat.clock) + "</span></div>";
  }

  std::string boards() const {
    if (document_.boards.empty()) return {};
    std::string text = "<h2>" + word("livePlaying") + "</h2><div class=\"boards\">";
    for (const LiveBoard& board : document_.boards) {
      text += "<figure><p class=\"number\">" +
              html_text(words_("gameNumber", {std::to_string(board.number)})) + "</p>" +
              seat(board, Side::black) + board.svg + seat(board, Side::white) + "<figcaption>" +
              html_text(board.caption) + "</figcaption></figure>";
    }
    return text + "</div>";
  }

  std::string table(const std::string& label, const std::vector<Column>& columns,
                    const std::vector<Row>& rows, std::size_t header) const {
    const auto style = [](const Column& column) {
      return column.is_text ? " class=\"text name\"" : "";
    };
    std::string text = "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"" +
                       html_text(label) + "\"><table><thead><tr>";
    for (const Column& column : columns) {
      text += std::string("<th scope=\"col\"") + style(column) + '>' + html_text(column.title) +
              "</th>";
    }
    text += "</tr></thead><tbody>";
    for (const Row& row : rows) {
      text += "<tr>";
      for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::string tag = i == header ? "th" : "td";
        text += '<' + tag + (i == header ? " scope=\"row\"" : "") + style(columns[i]) + '>' +
                html_text(row[i]) + "</" + tag + '>';
      }
      text += "</tr>";
    }
    return text + "</tbody></table></div>";
  }

  /// A number, or nothing.
  std::string number(std::optional<double> value, int decimals) const {
    return value ? words_.number(*value, decimals) : "";
  }
  std::string per_cent(std::optional<double> share) const {
    return share ? words_.number(100 * *share, 1) : "";
  }

  std::string standing_table(const Standing& standing, const std::string& label) const {
    const std::vector<Column> columns = {{"#"},
                                         {words_("player"), true},
                                         {words_("rating")},
                                         {"±"},
                                         {"LOS %"},
                                         {words_("points")},
                                         {words_("score") + " %"},
                                         {words_("games")},
                                         {"+"},
                                         {"="},
                                         {"−"}};
    std::vector<Row> rows;
    for (const rating::RatedPlayer& player : standing.players) {
      const rating::Wdl& results = player.results;
      rows.push_back({std::to_string(rows.size() + 1), player.name, number(player.rating, 0),
                      number(player.error, 0), per_cent(player.superiority),
                      number(player.score(), 1), per_cent(results.score_rate())});
      for (const auto count : {results.games(), results.wins, results.draws, results.losses}) {
        rows.back().push_back(std::to_string(count));
      }
    }
    return table(label, columns, rows, 1);
  }

  /// A table for each pool, each pool with a heading.
  std::string standings() const {
    const auto all = standings_of(document_.view);
    std::string text;
    for (const Standing& standing : all) {
      const std::string label =
          standing.pools == 1
              ? words_("standing")
              : words_("poolOf", {std::to_string(standing.pool), std::to_string(standing.pools)});
      text += "<h2>" + html_text(label) + "</h2>" + standing_table(standing, label);
    }
    return text;
  }

  std::string results() const {
    if (document_.results.empty()) return {};
    std::vector<Row> rows;
    for (const LiveResult& game : document_.results) {
      rows.push_back({std::to_string(game.number), game.white, game.black,
                      game.result == "1/2-1/2" ? "½-½" : game.result,
                      words_.of("endings", game.ending), std::to_string(game.turns)});
    }
    const std::string title = words_("liveResults");
    return "<h2>" + html_text(title) + "</h2>" +
           table(title,
                 {{"#"},
                  {words_("white"), true},
                  {words_("black"), true},
                  {words_("result")},
                  {words_("ending"), true},
                  {words_("turns")}},
                 rows, 0);
  }

  const LiveDocument& document_;
  const Vocabulary& words_;
};

}  // namespace

std::string live_page(const LiveDocument& document, const Vocabulary& words) {
  return LiveMarkup(document, words).text();
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
      words_(report_vocabulary(chosen_language(""))),
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
    seat.clock = words_.number(seconds(last->time), 2) + " s";
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
  std::string caption = game->ending()
                            ? state_sentence(*game).in(translation_to(words_.language()))
                            : words_("toMove", {words_(side == Side::white ? "white" : "black")});
  if (!playing.turns.empty()) caption += ", " + words_("lastTurn", {playing.turns.back()});
  return {playing.scheduled.number,
          seat(playing, Side::white, side == Side::white),
          seat(playing, Side::black, side == Side::black),
          side,
          std::move(caption),
          draw_svg(contest_.type(), contest_.config().variant, *game,
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
                               words_);
    file.commit();
  } catch (const std::exception& error) {
    print_message(message("note: {0}; the tournament goes on without its page",
                          printable(message_of(error), 4096)));
    path_.clear();
  }
}

}  // namespace schiri::cli
