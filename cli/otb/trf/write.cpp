#include <algorithm>
#include <cmath>

#include "cli/otb/event/fields.h"
#include "cli/otb/event/pairing.h"
#include "cli/otb/event/round_robin.h"
#include "cli/otb/event/standing.h"
#include "cli/otb/trf/trf.h"
#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri::otb {

namespace {

/// A text in a number of columns, which are characters.
std::string column(const std::string& text, std::size_t width) {
  const std::string_view front = first_characters(text, width);
  return std::string(front) + std::string(width - count_characters(front), ' ');
}
/// Right-aligned; a longer text is not cut.
std::string right(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}
std::string right(std::size_t number, std::size_t width) {
  return right(std::to_string(number), width);
}
/// Points in tenths, in four columns: ` 2.5`; from 100 on without decimals. Throws EventError.
std::string points_text(int tenths) {
  if (tenths >= 1000 && tenths % 10 == 0) return right(std::to_string(tenths / 10), 4);
  if (tenths >= 1000) {
    throw EventError(message("a TRF file has no room for {0} points: from 100 on they are whole",
                             std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10)));
  }
  return right(std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10), 4);
}

char sign_of(ByeKind kind) {
  constexpr char signs[] = {'U', 'H', 'Z', 'Z', 'F'};
  return signs[static_cast<std::size_t>(kind)];
}
char sign_of(BoardResult result, int side) {
  const int points = half_points(result, side);
  if (was_played(result)) return points == 2 ? '1' : points == 1 ? '=' : '0';
  return points == 2 ? '+' : '-';
}

/// The known parts of a date, with FIDE's separators.
std::string date_text(const std::string& date) {
  std::string text = date.substr(0, std::min(date.find_first_of('?'), date.size()));
  if (text.ends_with('.')) text.pop_back();
  std::replace(text.begin(), text.end(), '.', '/');
  return text;
}

class Writer {
 public:
  Writer(std::ostream& out, const EventHead& head, const Event& event)
      : out_(out), head_(head), event_(event), list_(event.start_list()), numbers_(list_.size()) {
    for (std::size_t i = 0; i < list_.size(); ++i) numbers_[list_[i]] = i + 1;
  }

  void write() {
    write_head();
    write_rules();
    write_plans();
    write_open_round();
    write_players();
  }

 private:
  void line(const char* code, const std::string& text) { out_ << code << ' ' << text << '\n'; }

  void write_head() {
    const std::size_t listed = is_cut() ? event_.participants() : list_.size();
    const auto rated =
        std::count_if(list_.begin(), list_.begin() + static_cast<std::ptrdiff_t>(listed),
                      [&](std::size_t p) { return event_.entrants()[p].rating.has_value(); });
    const bool is_table = event_.system() == System::round_robin;
    const std::pair<const char*, std::string> ours[] = {
        {"012", printable(head_.name, 4096)},
        {"022", printable(head_.place, 4096)},
        {"032", head_.federation},
        {"042", date_text(head_.date)},
        {"052", date_text(head_.end_date)},
        {"062", std::to_string(listed)},
        {"072", std::to_string(rated)},
        {"092", std::string("Individual: ") + (is_table ? "Round-Robin" : "Swiss-System") + " (" +
                    head_.game + ' ' + head_.variant + ")"},
        {"102", printable(head_.arbiter, 4096)}};
    for (const auto& [code, text] : ours) {
      const bool is_kept =
          std::any_of(head_.report.begin(), head_.report.end(),
                      [&its = code](const auto& kept) { return kept.first == its; });
      const std::string_view always[] = {"012", "022", "042"};
      const bool is_always =
          std::find(std::begin(always), std::end(always), code) != std::end(always);
      if (!is_kept && (is_always || !text.empty())) line(code, text);
    }
    for (const std::string_view deputy : split(head_.deputies, ';')) {
      const std::string name(trimmed(deputy));
      if (!name.empty()) line("112", printable(name, 4096));
    }
    if (!head_.time_control.empty()) line("122", printable(head_.time_control, 4096));
    if (const auto dates = trf_round_dates(head_.schedule); !dates.empty()) line("132", dates);
    for (const auto& [code, text] : head_.report) {
      line(printable(code).c_str(), printable(text, 4096));
    }
  }

  /// Rules that FIDE's format does not have.
  void write_rules() {
    const Terms& terms = event_.terms();
    line("XXR", std::to_string(event_.planned_rounds()));
    if (terms.cycles > 1) line("###", "cycles " + std::to_string(terms.cycles));
    if (!terms.tie_breaks.empty() && terms.tie_breaks != default_tie_breaks(terms)) {
      line("###", "tie-breaks " + join(terms.tie_breaks, ",", [](auto id) { return id.code; }));
    }
    const PointSystem points = event_.points();
    const std::pair<const char*, int> values[] = {
        {"BBW", points.win},     {"BBD", points.draw},
        {"BBL", points.loss},    {"BBZ", points.absence},
        {"BBF", points.forfeit}, {"BBU", points.of(RoundResult::paired_bye)}};
    for (const auto& [code, value] : values) {
      if (points != PointSystem()) line(code, points_text(value));
    }
    if (terms.system != System::dutch) return;
    line("XXC", terms.first_colour == Side::white ? "white1" : "black1");
  }

  /// Withdrawals, forbidden pairs, and absences in rounds that are not finished.
  void write_plans() {
    for (const std::size_t p : list_) {
      const auto& last = event_.entrants()[p].last_round;
      if (!last || (is_cut() && event_.entrants()[p].never_came())) continue;
      line("###", "withdrawn " + std::to_string(numbers_[p]) + ' ' + std::to_string(*last));
    }
    if (!event_.is_swiss()) return;
    for (const ForbiddenPairs& group : event_.forbidden()) {
      const bool is_always = group.first_round == 1;
      out_ << (is_always ? "XXP"
                         : "260 " + right(group.first_round, 3) + ' ' +
                               right(event_.planned_rounds(), 3));
      for (const std::size_t player : group.players) {
        out_ << ' ' << right(numbers_[player], is_always ? 0 : 4);
      }
      out_ << '\n';
    }
    for (std::uint64_t round = event_.finished_rounds() + 1; round <= event_.planned_rounds();
         ++round) {
      write_byes(round);
    }
  }

  /// The absences in a round that is not finished: 240, and for JaVaFo XXZ, which is about the next
  /// round to be paired.
  void write_byes(std::uint64_t round) {
    std::string absent;
    for (const char kind : {'F', 'H', 'Z'}) {
      std::string ids;
      for (std::size_t i = 0; i < list_.size(); ++i) {
        if (planned_bye(list_[i], round) != kind) continue;
        ids += ' ' + right(i + 1, 4);
        absent += ' ' + std::to_string(i + 1);
      }
      if (!ids.empty()) out_ << "240 " << kind << ' ' << right(round, 3) << ids << '\n';
    }
    if (round == event_.finished_rounds() + 1 && !absent.empty()) out_ << "XXZ" << absent << '\n';
  }

  std::optional<char> planned_bye(std::size_t p, std::uint64_t round) const {
    const Entrant& entrant = event_.entrants()[p];
    const auto has = [&](const std::vector<std::uint64_t>& rounds) {
      return std::find(rounds.begin(), rounds.end(), round) != rounds.end();
    };
    if (round > event_.rounds().size()) {
      if (entrant.last_round || has(entrant.zero_point_byes)) return 'Z';
      return has(entrant.half_point_byes) ? std::optional('H') : std::nullopt;
    }
    const Round& made = event_.rounds()[round - 1];
    for (const Bye& bye : made.byes) {
      if (bye.entrant != p) continue;
      return sign_of(bye.kind) == 'U' ? std::nullopt : std::optional(sign_of(bye.kind));
    }
    const bool is_paired = std::any_of(made.boards.begin(), made.boards.end(),
                                       [&](const Board& board) { return board.has(p); });
    return is_paired ? std::nullopt : std::optional('Z');
  }

  /// TRF has no sign for a game without a result, and other programs refuse a player's line that
  /// has one, so these lines are comments.
  void write_open_round() {
    if (event_.finished_rounds() == event_.rounds().size()) return;
    const Round& round = event_.rounds().back();
    const std::string head = "open " + std::to_string(event_.rounds().size()) + ' ';
    for (const Board& board : round.boards) {
      std::string text = head + std::to_string(numbers_[board.first]) + ' ' +
                         std::to_string(numbers_[board.second]);
      if (board.result) text += ' ' + std::string(board_result_text(*board.result));
      line("###", text);
    }
    auto byes = round.byes;
    std::sort(byes.begin(), byes.end(), [&](const Bye& a, const Bye& b) {
      return numbers_[a.entrant] < numbers_[b.entrant];
    });
    for (const Bye& bye : byes) {
      if (sign_of(bye.kind) == 'Z') continue;  // as whoever has no line
      line("###", head + std::to_string(numbers_[bye.entrant]) + " - " + sign_of(bye.kind));
    }
  }

  /// In a round-robin the number of players gives the tables, so those who never came are left out.
  bool is_cut() const { return event_.system() == System::round_robin && !event_.rounds().empty(); }

  void write_players() {
    std::vector<std::string> lines(list_.size());
    for (const StandingRow& row : standing(event_, event_.finished_rounds())) {
      const Entrant& player = event_.entrants()[row.entrant];
      const std::size_t number = numbers_[row.entrant];
      const PlayerDetails& its = player.details;
      lines[number - 1] =
          "001 " + right(number, 4) + ' ' + column(its.sex, 1) + right(its.title, 3) + ' ' +
          column(printable(player.name, 4096), trf_name_width) + ' ' +
          right(player.rating ? std::to_string(*player.rating) : "", 4) + ' ' +
          right(its.federation, 3) + ' ' + right(its.fide_id, 11) + ' ' + right(its.birth, 10) +
          ' ' + points_text(static_cast<int>(std::lround(row.points * 10))) + ' ' +
          right(row.place, 4);
    }
    const auto annulled = annulled_entrants(event_, event_.rounds().size());
    for (std::size_t r = 0; r < event_.finished_rounds(); ++r) {
      std::vector<std::string> cells(list_.size(), "  0000 - Z");
      for (const Bye& bye : event_.rounds()[r].byes) {
        cells[numbers_[bye.entrant] - 1].back() = sign_of(bye.kind);
      }
      for (const Board& board : event_.rounds()[r].boards) {
        // It counts for nobody, and no game was played.
        if (is_void(board, annulled)) continue;
        for (int side = 0; side < 2; ++side) {
          const std::size_t own = side ? board.second : board.first;
          const std::size_t other = side ? board.first : board.second;
          cells[numbers_[own] - 1] = "  " + right(numbers_[other], 4) + ' ' + "wb"[side] + ' ' +
                                     sign_of(*board.result, side);
        }
      }
      for (std::size_t i = 0; i < lines.size(); ++i) lines[i] += cells[i];
    }
    if (is_cut()) lines.resize(event_.participants());
    for (const std::string& text : lines) out_ << text << '\n';
  }

  std::ostream& out_;
  const EventHead& head_;
  const Event& event_;
  const std::vector<std::size_t> list_;
  std::vector<std::size_t> numbers_;  ///< in the start list, by entrant
};

}  // namespace

void write_trf(std::ostream& out, const EventHead& head, const Event& event) {
  if (event.system() == System::knockout) {
    throw EventError(
        message("a TRF file has no bracket, so a knockout is not exported as one; --format pgn "
                "exports its games"));
  }
  Writer(out, head, event).write();
}

}  // namespace schiri::otb
