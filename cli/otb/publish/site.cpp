#include "cli/otb/publish/site.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_map>

#include "cli/otb/commands/event_access.h"
#include "cli/otb/event/round_robin.h"
#include "cli/otb/event/standing.h"
#include "cli/otb/lists/list_words.h"
#include "cli/otb/lists/lists.h"
#include "cli/otb/publish/otb_files.h"
#include "cli/web/web_files.h"
#include "core/base/decimals.h"
#include "core/base/name_order.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "notation/board/diagram.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

constexpr std::string_view bracket_name = "bracket.html", seats_name = "seats.html",
                           slips_name = "slips.html", table_cards_name = "table-cards.html";

/// A list that is printed on A4 with letters as large as it allows: `items` of it in `columns` side
/// by side, each `lines` high and `width` heights of letters wide. A long list continues on further
/// sheets.
struct PrintedList {
  std::size_t items, columns, lines;
  double width;

  // A sheet without margins of 12 mm and the headings, in points.
  static constexpr double sheet_width = 527, sheet_height = 690, height_of_line = 1.75;

  double height() const {  ///< of all items on one sheet, in heights of letters
    const double rows = std::ceil(static_cast<double>(items) / static_cast<double>(columns));
    return std::max(rows, 1.0) * static_cast<double>(lines) * height_of_line;
  }
  /// The height of its letters in points.
  double letters() const {
    constexpr double smallest = 9, largest = 36;
    const double by_width = sheet_width / (std::max(width, 1.0) * static_cast<double>(columns));
    const auto on = [&](double sheets) {
      return std::min(by_width, sheets * sheet_height / height());
    };
    double sheets = 1;
    while (on(sheets) < std::min(smallest, by_width)) ++sheets;
    return std::clamp(on(sheets), 5.0, largest);
  }
  /// The style of the element with the class `sheet`. A short list takes the height of its sheet.
  std::string style() const {
    constexpr double usual = 0.18, most = 1.2;
    const double left = sheet_height / letters() - height();
    const double padding = std::clamp(
        usual + left * height_of_line / height() / 2 * static_cast<double>(lines), usual, most);
    return "@page { size: A4 portrait; margin: 12mm; }\n@media print { .sheet { font-size: " +
           fixed_text(letters(), 1) + "pt; columns: " + std::to_string(columns) +
           "; column-gap: 2em; } .sheet > li { padding-block: " + fixed_text(padding, 2) +
           "em; } }\n";
  }
};

/// A width in heights of letters, as html_width() counts.
double width_of(std::size_t letters) { return 0.6 * static_cast<double>(letters); }

/// `1`, `½`, `0`, `+`, `–` of White (0) or Black (1).
std::string score_text(const std::optional<otb::BoardResult>& result, int side) {
  if (!result) return "";
  const int half = half_points(*result, side);
  if (!was_played(*result)) return half > 0 ? "+" : "–";
  return half == 1 ? "½" : half > 1 ? "1" : "0";
}

/// A seat of a game: a player, with the points before the round.
struct SiteSeat {
  std::string name;
  std::string link;  ///< of its page
  std::string points;
  std::string number = {};  ///< in the start list; empty if it is not shown
  std::string title = {};   ///< empty if there is none, as the club
  std::string club = {};

  std::string titled_name() const { return (title.empty() ? "" : title + " ") + name; }
};

/// A game of a round.
struct SeatedGame {
  std::string table;
  SiteSeat seats[2];
  std::optional<otb::BoardResult> result;
  bool is_played = true;  ///< or to be played, not won by a withdrawal
};

/// Makes the pages of an event.
class Site {
 public:
  Site(const otb::Journal& journal, const TableOptions& options)
      : journal_(journal),
        event_(journal.event()),
        options_(options),
        language_(options.translation()),
        numbers_(start_numbers(event_)) {
    for (std::size_t i = 0; i < event_.entrants().size(); ++i) {
      entrant_called_.emplace(event_.entrants()[i].name, i);
    }
  }

  std::vector<SitePage> pages() const {
    std::vector<SitePage> pages;
    for (const auto& [name, make] : makers()) pages.push_back(make());
    for (SitePage& card : cards(event_.start_list())) pages.push_back(std::move(card));
    return pages;
  }

  std::optional<SitePage> page_called(const std::string& name) const {
    for (const auto& [known, make] : makers()) {
      if (known == name) return make();
    }
    const auto list = event_.start_list();
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (name == player_file(i + 1)) return cards({list[i]}).front();
    }
    return std::nullopt;
  }

 private:
  /// The names of all pages but the cards, and what makes them.
  std::vector<std::pair<std::string, std::function<SitePage()>>> makers() const {
    const std::uint64_t paired = event_.rounds().size();
    std::vector<std::pair<std::string, std::function<SitePage()>>> all;
    const auto list = [&](const char* file, auto made) {
      all.emplace_back(file, [this, file, made] { return list_page(file, made()); });
    };
    all.emplace_back("index.html", [=, this] {
      return paired ? round_page(paired, "index.html") : empty_page();
    });
    for (std::uint64_t round = 1; round <= paired; ++round) {
      all.emplace_back(round_file(round),
                       [=, this] { return round_page(round, round_file(round)); });
    }
    list("standing.html",
         [this] { return standing_list(journal_, shown_rounds(), event_.tie_breaks()); });
    list("players.html", [this] { return start_list(journal_); });
    list("table.html", [this] { return cross_table(journal_, shown_rounds()); });
    if (event_.system() == System::knockout) {
      all.emplace_back(bracket_name, [this] { return bracket_page(); });
    }
    if (!paired) return all;
    all.emplace_back(seats_name, [this] { return seats_page(); });
    all.emplace_back(slips_name, [this] { return slips_page(); });
    all.emplace_back(table_cards_name, [this] { return table_cards_page(); });
    return all;
  }

  std::string in(const Message& text) const { return text.in(language_); }
  std::string round_word(std::uint64_t round) const { return in(message("Round {0}", round)); }
  static std::string round_file(std::uint64_t round) {
    return "round-" + std::to_string(round) + ".html";
  }
  static std::string player_file(std::size_t number) {
    return "player-" + std::to_string(number) + ".html";
  }
  /// The finished rounds, or that in progress if it is the first.
  std::uint64_t shown_rounds() const {
    const std::uint64_t finished = event_.finished_rounds();
    return finished ? finished : event_.rounds().size();
  }
  static std::string link(const std::string& file, const std::string& text, bool is_here = false) {
    return "<a href=\"" + file + "\"" + (is_here ? " aria-current=\"page\"" : "") + ">" +
           html_text(text) + "</a>";
  }

  /// Links to all pages but those of players.
  std::string navigation(const std::string& here) const {
    std::vector<std::pair<std::string, Message>> links;
    for (std::uint64_t round = 1; round <= event_.rounds().size(); ++round) {
      links.emplace_back(round_file(round), round_word(round));
    }
    links.emplace_back("standing.html", in(message("Standing")));
    links.emplace_back("table.html", in(message("Cross table")));
    if (event_.system() == System::knockout) {
      links.emplace_back(bracket_name, in(message("Bracket")));
    }
    links.emplace_back("players.html", in(message("Players")));
    if (!event_.rounds().empty()) {
      links.emplace_back(seats_name, in(message("Seats")));
      links.emplace_back(slips_name, in(message("Result slips")));
      links.emplace_back(table_cards_name, in(message("Table cards")));
    }
    std::string text = "<nav aria-label=\"" + html_text(in(message("Pages"))) + "\"><ul>\n";
    for (const auto& [file, title] : links) {
      text += "<li>" + link(file, title, file == here) + "</li>\n";
    }
    return text + "</ul></nav>\n";
  }

  SitePage page(const std::string& file, const std::string& title, const std::string& style,
                const std::string& body, const std::string& here = "") const {
    const ListHead head = list_head(journal_.head());
    std::string html =
        html_head(in(head.name) + ", " + title, language_.language(),
                  std::string(palette_css).append(site_css).append(bracket_css) + style);
    html += "<h1>" + link("index.html", in(head.name)) + "</h1>\n";
    for (const std::string& line : head_lines(head, language_)) {
      html += "<p>" + html_text(line) + "</p>\n";
    }
    html += navigation(here.empty() ? file : here) + "<h2>" + html_text(with_capital(title)) +
            "</h2>\n" + body;
    return {file, html + std::string(html_end)};
  }

  SitePage empty_page() const {
    return page("index.html", in(message("Players")), "",
                "<p>" + html_text(in(message("No round is paired yet."))) + "</p>\n");
  }

  // --- rounds -----------------------------------------------------------------------------------

  SiteSeat seat_of(std::size_t entrant, const std::vector<double>& points) const {
    const otb::Entrant& player = event_.entrants()[entrant];
    return {player.name,
            player_file(numbers_[entrant]),
            language_.number(fixed_text(points[entrant], 1)),
            std::to_string(numbers_[entrant]),
            player.details.title,
            player.club};
  }

  std::vector<SeatedGame> games(std::uint64_t round) const {
    std::vector<SeatedGame> games;
    const auto points = points_before(event_, round);
    const auto annulled = otb::annulled_entrants(event_, event_.rounds().size());
    std::size_t table = 0;
    for (const otb::Board& board : event_.rounds()[round - 1].boards) {
      ++table;
      if (otb::is_void(board, annulled)) continue;
      games.push_back({std::to_string(table),
                       {seat_of(board.first, points), seat_of(board.second, points)},
                       board.result,
                       !board.is_walkover});
    }
    return games;
  }

  static std::string small(const char* kind, const std::string& text) {
    return text.empty()
               ? ""
               : "<span class=\"" + std::string(kind) + "\">" + html_text(text) + "</span>";
  }
  std::string colour_word(int side) const { return in(side ? message("Black") : message("White")); }

  static std::string name_of(const SiteSeat& seat) {
    return small("start", seat.number) + link(seat.link, seat.titled_name()) +
           (seat.club.empty() ? "" : " ") + small("club", seat.club);
  }

  std::string board_item(const SeatedGame& game) const {
    std::string text = "<li><span class=\"no\">" + game.table + "</span>";
    for (int side = 0; side < 2; ++side) {
      const std::string black = side ? " black" : "";
      const SiteSeat& seat = game.seats[side];
      text += "<span class=\"who" + black + "\">" + small("colour", colour_word(side)) +
              name_of(seat) + "</span><span class=\"points" + black + "\">" +
              html_text(seat.points) + "</span><span class=\"score\">" +
              score_text(game.result, side) + "</span>";
    }
    const std::string result =
        game.result ? score_text(game.result, 0) + "–" + score_text(game.result, 1) : "–";
    return text + "<span class=\"result\" aria-hidden=\"true\">" + result + "</span></li>\n";
  }

  SitePage round_page(std::uint64_t round, const std::string& file) const {
    const auto seated = games(round);
    const auto points = points_before(event_, round);
    const auto free = otb::byes_of(event_, round);
    std::string items;
    std::size_t longest = 10;
    const std::size_t word =
        std::max(display_width(colour_word(0)), display_width(colour_word(1))) + 1;
    for (const SeatedGame& game : seated) {
      for (const SiteSeat& seat : game.seats) {
        longest =
            std::max(longest, display_width(seat.titled_name()) + seat.number.size() + 1 + word);
      }
      items += board_item(game);
    }
    for (const otb::Bye& bye : free) {
      const SiteSeat seat = seat_of(bye.entrant, points);
      items += "<li><span class=\"no bye\"></span><span>" + name_of(seat) +
               "</span><span class=\"text\">" + html_text(in(bye_sentence(event_, bye.kind))) +
               "</span></li>\n";
    }
    // On paper, both players of a board stand on one line, unless two allow much larger letters.
    constexpr double much_larger = 1.2;
    const std::size_t boards = seated.size() + free.size();
    const PrintedList on_line{boards, 1, 1, width_of(2 * longest) + 12},
        on_two{boards, 1, 2, width_of(longest) + 8};
    const bool is_one = on_two.letters() < much_larger * on_line.letters();
    return page(file, in(round_title(event_, journal_.head(), round)),
                (is_one ? on_line : on_two).style(),
                "<ol class=\"boards sheet" + std::string(is_one ? " one-line" : "") + "\">\n" +
                    items + "</ol>\n",
                round_file(round));
  }

  // --- lists ------------------------------------------------------------------------------------

  /// The name of a row as a link to its page.
  std::string name_link(const std::string& text) const {
    const auto found = entrant_called_.find(text);
    return found == entrant_called_.end() ? html_text(text)
                                          : link(player_file(numbers_[found->second]), text);
  }

  std::string table(const Table& list, const ShownTable& shown) const {
    return html_table(in(list.title), shown,
                      [this](const std::string& name) { return name_link(name); });
  }

  SitePage list_page(const std::string& file, const Table& list) const {
    constexpr std::size_t heading_lines = 6;
    const ShownTable shown = shown_table(list, options_);
    std::string body = details_toggle(shown.columns, language_);
    if (!list.above.empty()) {
      body += "<p class=\"extra\">" + html_text(in(list.above)) + "</p>\n";
    }
    body += table(list, shown);
    return page(file, in(list.title), html_print_style(shown, heading_lines), body);
  }

  SitePage bracket_page() const {
    const auto name = [this](std::size_t entrant) {
      return link(player_file(numbers_[entrant]), event_.entrants()[entrant].name);
    };
    // A landscape sheet in points, without the headings; the rounds and the first matches in
    // letters.
    constexpr double width = 774, height = 420, round_width = 12, match_height = 4;
    double rounds = 1, matches = 1;
    for (; 2 * matches < static_cast<double>(event_.entrants().size()); matches *= 2) ++rounds;
    const double letters = std::clamp(
        std::min(width / (rounds * round_width), height / (matches * match_height)), 3.0, 14.0);
    return page(
        std::string(bracket_name), in(message("Bracket")),
        "@page { size: A4 landscape; margin: 12mm; }\n@media print { .bracket { font-size: " +
            fixed_text(letters, 1) + "pt; } }\n",
        bracket_html(event_, language_, name));
  }

  /// A page with the card of each of these entrants.
  std::vector<SitePage> cards(const std::vector<std::size_t>& entrants) const {
    std::vector<SitePage> pages;
    const auto cards = card_lists(journal_, entrants);
    for (std::size_t i = 0; i < cards.size(); ++i) {
      const ShownTable shown = shown_table(cards[i], options_);
      pages.push_back(page(player_file(numbers_[entrants[i]]), in(cards[i].title), "",
                           "<p>" + html_text(in(cards[i].above)) + "</p>\n" +
                               details_toggle(shown.columns, language_) + table(cards[i], shown),
                           "players.html"));
    }
    return pages;
  }

  // --- for paper --------------------------------------------------------------------------------

  /// Where each player of the last round sits, alphabetically.
  SitePage seats_page() const {
    struct Line {
      std::string name;
      std::string where;
    };
    std::vector<Line> lines;
    const std::uint64_t last = event_.rounds().size();
    for (const SeatedGame& game : games(last)) {
      for (int side = 0; side < 2; ++side) {
        lines.push_back({game.seats[side].name, game.table + " " + colour_word(side)});
      }
    }
    for (const otb::Bye& bye : otb::byes_of(event_, last)) {
      lines.push_back({event_.entrants()[bye.entrant].name, in(bye_sentence(event_, bye.kind))});
    }
    std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
      return std::pair(name_order_key(a.name), a.name) < std::pair(name_order_key(b.name), b.name);
    });
    std::size_t longest = 10, longest_place = 8;
    std::string body = "<ol class=\"boards sheet\">\n";
    for (const Line& line : lines) {
      longest = std::max(longest, display_width(line.name));
      longest_place = std::max(longest_place, display_width(line.where));
      body += "<li><span class=\"text-name\">" + html_text(line.name) +
              "</span><span class=\"place\">" + html_text(line.where) + "</span></li>\n";
    }
    body += "</ol>\n";
    const std::size_t columns = lines.size() > 40 ? 2 : 1;
    return page(
        std::string(seats_name), in(message("Seats")) + ", " + round_word(last),
        ".boards > li { grid-template-columns: minmax(0, 1fr) auto; }\n" +
            PrintedList{lines.size(), columns, 1, width_of(longest + longest_place) + 4}.style(),
        body);
  }

  /// A slip for each game of the last round, eight on a sheet.
  SitePage slips_page() const {
    const std::uint64_t last = event_.rounds().size();
    std::string body = "<div class=\"slips\">\n";
    for (const SeatedGame& game : games(last)) {
      if (!game.is_played) continue;
      body += "<section>\n<p>" + html_text(journal_.head().name) + ", " +
              html_text(round_word(last)) + ", " + html_text(in(message("Board"))) + " <strong>" +
              game.table + "</strong></p>\n<p>" + html_text(in(message("White"))) + ": <strong>" +
              html_text(game.seats[0].name) + "</strong></p>\n<p>" +
              html_text(in(message("Black"))) + ": <strong>" + html_text(game.seats[1].name) +
              "</strong></p>\n<p class=\"boxes\"><span>☐ 1–0</span><span>☐ ½–½</span><span>☐ "
              "0–1</span></p>\n<p>" +
              html_text(in(message("Signatures"))) +
              ":</p>\n<div class=\"line\"></div>\n<div class=\"line\"></div>\n</section>\n";
    }
    body += "</div>\n";
    return page(std::string(slips_name), in(message("Result slips")) + ", " + round_word(last),
                paper_style, body);
  }

  /// A card for each table of the last round, two on a sheet.
  SitePage table_cards_page() const {
    const std::uint64_t last = event_.rounds().size();
    std::string body = "<div class=\"table-cards\">\n";
    for (const SeatedGame& game : games(last)) {
      if (!game.is_played) continue;
      body += "<section>\n<p class=\"number\">" + game.table + "</p>\n<p>" +
              html_text(round_word(last)) + "</p>\n";
      for (int side = 0; side < 2; ++side) {
        body += std::string("<p class=\"who") + (side ? " black" : "") + "\">" +
                html_text(colour_word(side)) + ": <strong>" + html_text(game.seats[side].name) +
                "</strong></p>\n";
      }
      body += "</section>\n";
    }
    body += "</div>\n";
    return page(std::string(table_cards_name), in(message("Table cards")) + ", " + round_word(last),
                paper_style, body);
  }

  /// Sheets for cutting have no headings.
  static constexpr const char* paper_style =
      "@page { size: A4 portrait; margin: 12mm; }\n@media print { h1, h2, main > p { display: "
      "none; } }\n";

  const otb::Journal& journal_;
  const otb::Event& event_;
  const TableOptions& options_;
  const Translation& language_;
  std::vector<std::size_t> numbers_;  ///< in the start list, by entrant
  std::unordered_map<std::string, std::size_t> entrant_called_;
};

}  // namespace

std::optional<SitePage> site_page(const otb::Journal& journal, const std::string& name,
                                  const TableOptions& options) {
  return Site(journal, options).page_called(name);
}

std::vector<SitePage> site_pages(const otb::Journal& journal, const TableOptions& options) {
  return Site(journal, options).pages();
}

bool is_passing_page(const std::string& name) {
  for (const std::string_view page : {bracket_name, seats_name, slips_name, table_cards_name}) {
    if (name == page) return true;
  }
  for (const std::string_view kind : {"round-", "player-"}) {
    if (!name.starts_with(kind) || !name.ends_with(".html")) continue;
    const std::string_view number =
        std::string_view(name).substr(kind.size(), name.size() - kind.size() - 5);
    return parse_number<std::uint64_t>(number).has_value();
  }
  return false;
}

}  // namespace schiri::cli
