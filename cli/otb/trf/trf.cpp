#include "cli/otb/trf/trf.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "cli/otb/event/round.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

constexpr std::size_t most_report_rounds = 1000;
constexpr std::size_t most_players = 10000;

/// A line of fixed columns, which are characters, or bytes if it is not UTF-8.
class TrfLine {
 public:
  TrfLine(std::size_t number, std::string_view text) : number_(number), text_(text) {
    const bool is_utf8 =
        find_invalid_utf8(text.data(), text.data() + text.size()) == text.data() + text.size();
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (!is_utf8 || begins_character(text[i])) starts_.push_back(i);
    }
    starts_.push_back(text.size());
  }

  std::size_t number() const { return number_; }
  std::size_t columns() const { return starts_.size() - 1; }
  std::string code() const { return std::string(text_.substr(0, 3)); }
  std::string rest() const {
    return std::string(trimmed(text_.substr(std::min<std::size_t>(3, text_.size()))));
  }

  /// With the leading spaces but one: columns may depend on them.
  std::string untrimmed() const {
    const std::size_t begin = text_.size() > 3 && text_[3] == ' ' ? 4 : 3;
    const std::string_view rest = text_.substr(std::min(begin, text_.size()));
    return std::string(rest.substr(0, rest.find_last_not_of(" \t") + 1));
  }

  /// Without spaces around it; empty beyond the line's end.
  std::string at(std::size_t column, std::size_t width) const {
    const std::size_t begin = std::min(column, columns());
    const std::size_t end = std::min(column + width, columns());
    return std::string(trimmed(text_.substr(starts_[begin], starts_[end] - starts_[begin])));
  }
  char sign(std::size_t column) const {
    const std::string text = at(column, 1);
    return text.empty() ? ' ' : text[0];
  }

  [[noreturn]] void fail(const Message& what) const { throw TrfError(number_, what); }

  std::uint64_t number_of(const std::string& text, const Message& what, std::uint64_t most) const {
    const auto value = parse_number<std::uint64_t>(text);
    if (value && *value <= most) return *value;
    fail(message("expected {0}, not '{1}'", what, printable(text)));
  }
  std::uint64_t round_of(const std::string& text) const {
    const std::uint64_t round = number_of(text, message("a round"), most_report_rounds);
    if (round == 0) fail(message("rounds count from 1"));
    return round;
  }
  std::size_t player_of(const std::string& text) const {
    const std::uint64_t id = number_of(text, message("a player's number"), 9999);
    if (id == 0) fail(message("players' numbers count from 1"));
    return id;
  }

  /// Points like `4.5` in tenths.
  int points_of(const std::string& text) const {
    const std::size_t point = text.find_first_of(".,");
    const auto whole = number_of(text.substr(0, point), message("points"), 9999);
    if (point == text.npos) return static_cast<int>(whole) * 10;
    const auto tenths = number_of(text.substr(point + 1), message("points with one decimal"), 9);
    return static_cast<int>(whole * 10 + tenths);
  }

  std::vector<std::string> words(std::size_t column = 3) const {
    std::vector<std::string> list;
    std::string word;
    for (const char c : text_.substr(starts_[std::min(column, columns())])) {
      if (c != ' ' && c != '\t') {
        word += c;
      } else if (!word.empty()) {
        list.push_back(std::move(word));
        word.clear();
      }
    }
    if (!word.empty()) list.push_back(std::move(word));
    return list;
  }

 private:
  std::size_t number_;
  std::string_view text_;
  std::vector<std::size_t> starts_;
};

/// A round of a player from the player's line.
struct Cell {
  bool is_empty = true;
  bool is_open = false;  ///< a game without a result
  std::size_t opponent = 0;
  std::optional<Side> colour = {};
  RoundResult result = RoundResult::absent;
};

Cell read_cell(const TrfLine& line, std::size_t column) {
  Cell cell;
  const std::string opponent = line.at(column, 4);
  if (!opponent.empty()) {
    cell.opponent = line.number_of(opponent, message("an opponent's number"), 9999);
  }
  const char colour = line.sign(column + 5);
  const char sign = to_upper(line.sign(column + 7));
  if (colour == 'w') cell.colour = Side::white;
  if (colour == 'b') cell.colour = Side::black;
  if (colour != 'w' && colour != 'b' && colour != '-' && colour != ' ') {
    line.fail(message("a colour is w, b or -, not '{0}'", printable(std::string(1, colour))));
  }
  cell.is_empty = opponent.empty() && colour == ' ' && sign == ' ';
  if (cell.is_empty) return cell;
  const bool has_game = cell.opponent != 0 && cell.colour;
  constexpr std::string_view wins = "1W", draws = "=D", losses = "0L";
  if (wins.find(sign) != wins.npos && has_game) {
    cell.result = RoundResult::win;
  } else if (draws.find(sign) != draws.npos && (has_game || cell.opponent == 0)) {
    cell.result = has_game ? RoundResult::draw : RoundResult::half_bye;
  } else if (losses.find(sign) != losses.npos && has_game) {
    cell.result = RoundResult::loss;
  } else if (sign == '+') {
    cell.result = cell.opponent != 0 ? RoundResult::forfeit_win : RoundResult::paired_bye;
  } else if (sign == '-') {
    cell.result = cell.opponent != 0 ? RoundResult::forfeit_loss : RoundResult::absent;
  } else if (sign == 'U' && cell.opponent == 0) {
    cell.result = RoundResult::paired_bye;
  } else if (sign == 'H' && cell.opponent == 0) {
    cell.result = RoundResult::half_bye;
  } else if (sign == 'F' && cell.opponent == 0) {
    cell.result = RoundResult::full_bye;
  } else if (sign == ' ' && cell.opponent != 0) {
    cell.is_open = true;
  } else if ((sign != 'Z' && sign != ' ') || cell.opponent != 0) {
    line.fail(message("the result '{0}' does not go with the opponent '{1}' and the colour '{2}'",
                      printable(std::string(1, sign)), printable(opponent), colour));
  }
  return cell;
}

/// A player's line.
struct PlayerLine {
  std::size_t line = 0;
  TrfPlayer about;
  std::vector<Cell> cells;
};

PlayerLine read_player(const TrfLine& line) {
  PlayerLine player{line.number(), {}, {}};
  TrfPlayer& about = player.about;
  about.id = line.player_of(line.at(4, 4));
  about.sex = line.at(9, 1);
  about.title = line.at(10, 3);
  about.name = line.at(14, 33);
  const std::string rating = line.at(48, 4), points = line.at(80, 4), rank = line.at(85, 4);
  if (!rating.empty()) {
    about.rating = static_cast<int>(line.number_of(rating, message("a rating"), 9999));
  }
  about.federation = line.at(53, 3);
  about.fide_id = line.at(57, 11);
  about.birth = line.at(69, 10);
  if (!points.empty()) about.points = line.points_of(points);
  if (!rank.empty()) about.rank = line.number_of(rank, message("a rank"), 9999);
  for (std::size_t column = 91; column < line.columns(); column += 10) {
    if (player.cells.size() == most_report_rounds)
      line.fail(message("there are more than 1000 rounds"));
    player.cells.push_back(read_cell(line, column));
  }
  while (!player.cells.empty() && player.cells.back().is_empty) player.cells.pop_back();
  return player;
}

class Reader {
 public:
  TrfTournament read(std::string_view text) {
    const std::size_t last = add(text, Stage::players);
    if (lines_.empty()) {
      add(text, Stage::others);  // what is wrong with another line says more
      throw TrfError(std::max<std::size_t>(last, 1), message("there are no players (001)"));
    }
    number_players();
    fill_rounds();
    add(text, Stage::others);
    if (!made_.says_planned_rounds) made_.history.rounds_planned = made_.rounds;
    fill_open_round();
    find_contradictions();
    add_absent_players();
    set_system();
    return std::move(made_);
  }

 private:
  /// Players are read first, so that other lines can name them.
  enum class Stage : std::uint8_t { players, others };

  /// Reads the lines of a stage. Returns the number of all lines.
  std::size_t add(std::string_view text, Stage stage) {
    std::size_t number = 0;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
      ++number;
      if (end - at >= 3) add(number, text.substr(at, end - at), stage);
      at = end + (text.substr(end).starts_with("\r\n") ? 2 : 1);
    }
    return number;
  }
  void add(std::size_t number, std::string_view text, Stage stage) {
    using Handler = void (Reader::*)(const TrfLine&);
    static constexpr std::pair<std::string_view, Handler> of_players[] = {
        {"001", &Reader::add_player}, {"XXC", &Reader::find_order}};
    static constexpr std::pair<std::string_view, Handler> of_others[] = {
        {"001", nullptr},
        {"012", &Reader::set_name},
        {"013", &Reader::refuse_teams},
        {"300", &Reader::refuse_teams},
        {"310", &Reader::refuse_teams},
        {"320", &Reader::refuse_teams},
        {"330", &Reader::refuse_teams},
        {"352", &Reader::refuse_teams},
        {"362", &Reader::refuse_teams},
        {"142", &Reader::set_rounds},
        {"XXR", &Reader::set_rounds},
        {"152", &Reader::set_colour},
        {"XXC", &Reader::configure},
        {"162", &Reader::set_points},
        {"192", &Reader::set_system_code},
        {"202", &Reader::set_tie_breaks},
        {"212", &Reader::set_tie_breaks},
        {"###", &Reader::add_comment},
        {"XXZ", &Reader::add_absent},
        {"240", &Reader::add_byes},
        {"250", &Reader::refuse_acceleration},
        {"XXA", &Reader::refuse_acceleration},
        {"260", &Reader::forbid_in_rounds},
        {"XXP", &Reader::forbid},
        {"BBW", &Reader::set_point},
        {"BBD", &Reader::set_point},
        {"BBL", &Reader::set_point},
        {"BBZ", &Reader::set_point},
        {"BBF", &Reader::set_point},
        {"BBU", &Reader::set_point}};
    using Handlers = std::span<const std::pair<std::string_view, Handler>>;
    const Handlers handlers = stage == Stage::players ? Handlers(of_players) : Handlers(of_others);
    const auto found =
        std::ranges::find(handlers, text.substr(0, 3), [](const auto& one) { return one.first; });
    if (found == handlers.end() && stage == Stage::players) return;
    const TrfLine line(number, text);
    if (found == handlers.end()) {
      made_.about.emplace_back(line.code(), line.untrimmed());
    } else if (found->second) {
      (this->*found->second)(line);
    }
  }

  void add_player(const TrfLine& line) {
    if (lines_.size() == most_players) line.fail(message("there are more than 10000 players"));
    PlayerLine player = read_player(line);
    if (!line_of_id_.try_emplace(player.about.id, lines_.size()).second) {
      line.fail(message("player {0} has two lines", player.about.id));
    }
    lines_.push_back(std::move(player));
  }
  void set_name(const TrfLine& line) {
    if (!line.rest().empty()) made_.name += (made_.name.empty() ? "" : "; ") + line.rest();
  }

  void refuse_teams(const TrfLine& line) {
    line.fail(
        message("'{0}' is about teams, and schiri has events of single players only", line.code()));
  }

  void set_rounds(const TrfLine& line) {
    made_.history.rounds_planned = line.round_of(line.rest());
    made_.says_planned_rounds = true;
  }
  void set_colour(const TrfLine& line) {
    const std::string colour = line.rest();
    if (colour != "W" && colour != "B") line.fail(message("the first colour is W or B"));
    made_.history.initial_colour = colour == "W" ? Side::white : Side::black;
  }
  void find_order(const TrfLine& line) {
    for (const std::string& word : line.words()) by_rank_ = by_rank_ || word == "rank";
  }
  void configure(const TrfLine& line) {
    std::string unknown;
    for (const std::string& word : line.words()) {
      if (word == "rank") continue;
      if (word == "white1" || word == "black1") {
        made_.history.initial_colour = word == "white1" ? Side::white : Side::black;
      } else {
        unknown += (unknown.empty() ? "" : " ") + word;
      }
    }
    if (!unknown.empty()) made_.about.emplace_back(line.code(), unknown);
  }

  void set_points(const TrfLine& line) {
    for (std::size_t column = 5; column < line.columns(); column += 9) {
      const char sign = line.sign(column);
      if (sign == ' ') continue;
      set_point(line, sign, line.points_of(line.at(column + 1, 4)));
    }
  }
  void set_point(const TrfLine& line) {
    set_point(line, line.code()[2] == 'U' ? 'P' : line.code()[2], line.points_of(line.rest()));
  }
  /// `A` of a line 162, which some programs call `Z`, is also the value of a forfeit; `X` is for
  /// unknown results.
  void set_point(const TrfLine& line, char sign, int value) {
    if (sign == 'X') return;
    if (sign == 'A') sign = 'Z';
    constexpr std::pair<char, int PointSystem::*> figures[] = {{'W', &PointSystem::win},
                                                               {'D', &PointSystem::draw},
                                                               {'L', &PointSystem::loss},
                                                               {'Z', &PointSystem::absence},
                                                               {'F', &PointSystem::forfeit}};
    PointSystem& points = made_.history.points;
    if (sign == 'P') {
      points.paired_bye = value;
      return;
    }
    const auto figure = std::find_if(std::begin(figures), std::end(figures),
                                     [&](const auto& one) { return one.first == sign; });
    if (figure == std::end(figures)) {
      line.fail(message("points are specified for W, D, L, A and P, not for '{0}'",
                        printable(std::string(1, sign))));
    }
    points.*figure->second = value;
    if (sign == 'Z' && line.code()[1] == '6') points.forfeit = value;
  }
  void set_system_code(const TrfLine& line) { system_code_ = line.rest(); }
  /// The line 212 orders all players, 202 those with equal points.
  void set_tie_breaks(const TrfLine& line) {
    if (made_.tie_breaks.empty() || line.code() == "212") made_.tie_breaks = line.rest();
  }

  void add_byes(const TrfLine& line) {
    const std::uint64_t round = line.round_of(line.at(6, 3));
    const char kind = line.sign(4);
    if (kind != 'F' && kind != 'H' && kind != 'Z') {
      line.fail(message("a bye is F, H or Z, not '{0}'", printable(std::string(1, kind))));
    }
    for (const std::string& id : line.words(9)) {
      made_.byes.push_back({kind, round, paired(line, id)});
    }
  }

  /// Players absent from the next round, as JaVaFo has them.
  void add_absent(const TrfLine& line) {
    for (const std::string& id : line.words()) {
      absent_.push_back(paired(line, id));
    }
  }

  /// A line on a round in progress (trf_open_round), or another comment.
  void add_comment(const TrfLine& line) {
    if (!add_open_board(line)) made_.about.emplace_back(line.code(), line.untrimmed());
  }
  bool add_open_board(const TrfLine& line) {
    const auto words = line.words();
    if (words.size() < 4 || words.size() > 5 || words[0] != "open") return false;
    const auto number = [&](const std::string& text) { return parse_number<std::size_t>(text); };
    OpenBoard board{line.number(),
                    number(words[1]).value_or(0),
                    number(words[2]).value_or(0),
                    number(words[3]).value_or(0),
                    {},
                    {}};
    constexpr std::pair<std::string_view, RoundResult> byes[] = {{"U", RoundResult::paired_bye},
                                                                 {"H", RoundResult::half_bye},
                                                                 {"F", RoundResult::full_bye},
                                                                 {"Z", RoundResult::absent}};
    if (words.size() == 5) {
      board.result = otb::find_board_result(words[4]);
      for (const auto& [sign, bye] : byes) {
        if (words[4] == sign && words[3] == "-") board.bye = bye;
      }
    }
    const bool is_pair = board.second && (words.size() == 4 || board.result);
    const bool is_valid = board.round && board.first && (board.bye || is_pair);
    if (is_valid) open_boards_.push_back(board);
    return is_valid;
  }

  void refuse_acceleration(const TrfLine& line) {
    line.fail(message("'{0}' gives virtual points, and schiri accelerates no rounds", line.code()));
  }

  void forbid_in_rounds(const TrfLine& line) {
    const std::uint64_t first = line.round_of(line.at(4, 3)), last = line.round_of(line.at(8, 3));
    forbid(line, line.words(11), first, last);
  }
  void forbid(const TrfLine& line) { forbid(line, line.words(), 1, UINT64_MAX); }
  void forbid(const TrfLine& line, const std::vector<std::string>& ids, std::uint64_t first,
              std::uint64_t last) {
    ForbiddenPairs pairs{{}, first, last};
    for (const std::string& id : ids) pairs.players.push_back(paired(line, id));
    made_.history.forbidden.push_back(std::move(pairs));
  }

  /// Players in the order of their numbers, or of their lines.
  void number_players() {
    if (!by_rank_) {
      std::sort(lines_.begin(), lines_.end(),
                [](const PlayerLine& a, const PlayerLine& b) { return a.about.id < b.about.id; });
    }
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      line_of_id_[lines_[i].about.id] = i;
      made_.players.push_back(lines_[i].about);
    }
  }

  std::size_t index(std::size_t line, std::size_t id) const {
    const auto found = line_of_id_.find(id);
    if (found != line_of_id_.end()) return found->second;
    throw TrfError(line, message("there is no player {0}", id));
  }
  std::size_t paired(const TrfLine& line, const std::string& text) const {
    return index(line.number(), line.player_of(text));
  }

  /// The number of rounds that have begun and are not just a column of byes for the next one. A bye
  /// of the pairing (`U`) may be among these; without a board nothing is paired.
  std::size_t paired_rounds() const {
    std::size_t rounds = 0, columns = 0;
    for (const PlayerLine& player : lines_) columns = std::max(columns, player.cells.size());
    for (const PlayerLine& player : lines_) {
      for (std::size_t r = rounds; r < player.cells.size(); ++r) {
        const Cell& cell = player.cells[r];
        if (cell.opponent != 0 || cell.is_open) rounds = r + 1;
      }
    }
    const bool all_listed =
        std::all_of(lines_.begin(), lines_.end(),
                    [&](const PlayerLine& player) { return player.cells.size() == columns; });
    return all_listed ? columns : std::max(rounds, columns == 0 ? 0 : columns - 1);
  }

  void fill_open_round() {
    const std::size_t round = made_.rounds;
    const bool is_open = std::any_of(lines_.begin(), lines_.end(), [&](const PlayerLine& player) {
      return round < player.cells.size() && player.cells[round].is_open;
    });
    if (!is_open) return fill_open_boards();
    for (const PlayerLine& player : lines_) {
      TrfOpenCell& listed = made_.open_round.emplace_back();
      const Cell cell = round < player.cells.size() ? player.cells[round] : Cell();
      listed.colour = cell.colour;
      if (cell.opponent != 0) listed.opponent = index(player.line, cell.opponent);
      if (!cell.is_open) listed.result = cell.result;
    }
  }

  /// The round in progress from its comments.
  void fill_open_boards() {
    std::erase_if(open_boards_,
                  [&](const OpenBoard& board) { return board.round != made_.rounds + 1; });
    if (open_boards_.empty()) return;
    made_.open_round.assign(lines_.size(), {{}, {}, RoundResult::absent});
    made_.open_tables.assign(lines_.size(), 0);
    std::size_t table = 0;
    const auto set = [&](std::size_t player, std::size_t other, Side side,
                         const std::optional<otb::BoardResult>& result) {
      TrfOpenCell& cell = made_.open_round[player];
      cell = {other, side, {}};
      made_.open_tables[player] = table;
      if (result) cell.result = otb::round_result(*result, side == Side::black);
    };
    for (const OpenBoard& board : open_boards_) {
      ++table;
      const std::size_t first = index(board.line, board.first);
      if (board.bye) {
        made_.open_round[first] = {{}, {}, board.bye};
        continue;
      }
      const std::size_t second = index(board.line, board.second);
      set(first, second, Side::white, board.result);
      set(second, first, Side::black, board.result);
    }
  }

  void fill_rounds() {
    made_.rounds = paired_rounds();
    for (const PlayerLine& player : lines_) {
      for (std::size_t r = 0; r < player.cells.size(); ++r) {
        if (player.cells[r].is_open) made_.rounds = std::min<std::uint64_t>(made_.rounds, r);
      }
    }
    for (std::size_t p = 0; p < lines_.size(); ++p) {
      auto& rounds = made_.history.players.emplace_back();
      for (std::size_t r = 0; r < lines_[p].cells.size(); ++r) {
        const Cell& cell = lines_[p].cells[r];
        if (r < made_.rounds) {
          PlayedRound played{cell.result, std::nullopt, cell.colour};
          if (cell.opponent != 0) played.opponent = index(lines_[p].line, cell.opponent);
          if (played.opponent == p)
            throw TrfError(lines_[p].line, message("a player is paired with itself"));
          rounds.push_back(played);
        } else if (!cell.is_empty && !cell.is_open && cell.opponent == 0) {
          const char kind = cell.result == RoundResult::half_bye     ? 'H'
                            : cell.result == RoundResult::full_bye   ? 'F'
                            : cell.result == RoundResult::paired_bye ? 'U'
                                                                     : 'Z';
          made_.byes.push_back({kind, r + 1, p});
        }
      }
    }
  }

  /// Both lines must agree on each game; a contradiction is reported once.
  void find_contradictions() {
    const SwissHistory& history = made_.history;
    for (std::size_t p = 0; p < history.players.size(); ++p) {
      for (std::uint64_t r = 1; r <= history.players[p].size(); ++r) {
        const PlayedRound own = history.entry(p, r);
        if (!own.opponent || agree(p, own, history.entry(*own.opponent, r))) continue;
        const PlayedRound other = history.entry(*own.opponent, r);
        if (other.opponent == p && *own.opponent < p) continue;
        made_.contradictions.push_back({r, p, *own.opponent});
      }
    }
  }

  static bool agree(std::size_t player, const PlayedRound& own, const PlayedRound& other) {
    if (other.opponent != player || was_played(own.result) != was_played(other.result))
      return false;
    if (own.colour || other.colour) {
      if (own.colour == other.colour) return false;
    }
    const auto mirrored = [](RoundResult result) {
      return result == RoundResult::win    ? RoundResult::loss
             : result == RoundResult::loss ? RoundResult::win
                                           : result;
    };
    // Both may lose a game that was played.
    const bool both_lose = own.result == RoundResult::loss && other.result == RoundResult::loss;
    if (was_played(own.result)) return both_lose || other.result == mirrored(own.result);
    return own.result != RoundResult::forfeit_win || other.result != RoundResult::forfeit_win;
  }

  /// Those of XXZ that no other line names.
  void add_absent_players() {
    const std::uint64_t round = made_.rounds + 1;
    for (const std::size_t player : absent_) {
      const bool is_known = std::any_of(
          made_.byes.begin(), made_.byes.end(),
          [&](const TrfBye& bye) { return bye.round == round && bye.player == player; });
      if (!is_known) made_.byes.push_back({'Z', round, player});
    }
  }

  void set_system() {
    const auto words = std::find_if(made_.about.begin(), made_.about.end(),
                                    [](const auto& line) { return line.first == "092"; });
    made_.system = read_trf_system(system_code_, words == made_.about.end() ? "" : words->second);
  }

  /// A board or a bye of a round in progress, by the numbers of players.
  struct OpenBoard {
    std::size_t line;
    std::uint64_t round;
    std::size_t first;
    std::size_t second;
    std::optional<otb::BoardResult> result;
    std::optional<RoundResult> bye;
  };

  TrfTournament made_;
  std::vector<PlayerLine> lines_;
  std::map<std::size_t, std::size_t> line_of_id_;
  std::vector<std::size_t> absent_;  ///< of XXZ
  std::vector<OpenBoard> open_boards_;
  bool by_rank_ = false;
  std::string system_code_;  ///< of the line 192
};

}  // namespace

RoundResult round_result(const TrfBye& bye) {
  return bye.kind == 'F'   ? RoundResult::full_bye
         : bye.kind == 'H' ? RoundResult::half_bye
         : bye.kind == 'U' ? RoundResult::paired_bye
                           : RoundResult::absent;
}

TrfTournament read_trf(std::string_view text) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return Reader().read(text);
}

}  // namespace schiri
