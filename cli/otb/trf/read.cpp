#include <algorithm>
#include <map>

#include "cli/otb/trf/trf.h"
#include "core/base/characters.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "notation/records/source/byte_source.h"
#include "notation/text/printable.h"

namespace schiri::otb {

namespace {

constexpr std::size_t most_players = 10000;

/// A line of fixed columns, which are characters, or bytes if it is not UTF-8. Columns count from 0
/// here, and from 1 in messages.
class TrfLine {
 public:
  TrfLine(std::size_t number, std::string_view text) : number_(number), text_(text) {
    const char* const end = text.data() + text.size();
    const bool is_utf8 = find_invalid_utf8(text.data(), end) == end;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (!is_utf8 || begins_character(text[i])) starts_.push_back(i);
    }
    starts_.push_back(text.size());
  }

  std::size_t number() const { return number_; }
  std::size_t columns() const { return starts_.size() - 1; }
  std::string code() const { return std::string(text_.substr(0, 3)); }
  std::string rest() const { return std::string(trimmed(text_.substr(3))); }

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

  /// Throws TrfError if one of these columns, which separate others, is not blank.
  void require_blank(std::initializer_list<std::size_t> blank) const {
    for (const std::size_t column : blank) {
      if (at(column, 1).empty()) continue;
      fail(
          message("column {0} must be blank, but has '{1}'; a name has 33 characters, however many "
                  "bytes they are",
                  column + 1, printable(at(column, 1))));
    }
  }

  std::uint64_t number_of(const std::string& text, const Message& what, std::uint64_t most) const {
    const auto value = parse_number<std::uint64_t>(text);
    if (value && *value <= most) return *value;
    fail(message("expected {0}, not '{1}'", what, printable(text)));
  }
  std::uint64_t round_of(const std::string& text) const {
    const std::uint64_t round = number_of(text, message("a round"), most_rounds);
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
    std::string_view rest = text_.substr(starts_[std::min(column, columns())]);
    for (std::size_t end = 0; !(rest = trimmed(rest)).empty(); rest = rest.substr(end)) {
      end = std::min(rest.find_first_of(" \t"), rest.size());
      list.emplace_back(rest.substr(0, end));
    }
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

/// The result that a sign means; nullopt if it goes with neither the opponent nor its absence.
std::optional<RoundResult> result_of(char sign, bool has_opponent, bool has_colour) {
  const auto is = [&](std::string_view signs) { return signs.find(sign) != signs.npos; };
  if (has_opponent) {
    if (has_colour && is("1W")) return RoundResult::win;
    if (has_colour && is("=D")) return RoundResult::draw;
    if (has_colour && is("0L")) return RoundResult::loss;
    if (sign == '+') return RoundResult::forfeit_win;
    return sign == '-' ? std::optional(RoundResult::forfeit_loss) : std::nullopt;
  }
  if (is("+U")) return RoundResult::paired_bye;
  if (is("=DH")) return RoundResult::half_bye;
  if (sign == 'F') return RoundResult::full_bye;
  return is("-Z ") ? std::optional(RoundResult::absent) : std::nullopt;
}

Cell read_cell(const TrfLine& line, std::size_t column) {
  line.require_blank({column - 2, column - 1, column + 4, column + 6});
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
  cell.is_open = cell.opponent != 0 && sign == ' ';
  if (cell.is_open) return cell;
  const auto result = result_of(sign, cell.opponent != 0, cell.colour.has_value());
  if (!result) {
    line.fail(message("the result '{0}' does not go with the opponent '{1}' and the colour '{2}'",
                      printable(std::string(1, sign)), printable(opponent), colour));
  }
  cell.result = *result;
  return cell;
}

/// A player's line.
struct PlayerLine {
  std::size_t line = 0;
  TrfPlayer about;
  std::vector<Cell> cells;
};

PlayerLine read_player(const TrfLine& line) {
  line.require_blank({3, 8, 13, 47, 52, 56, 68, 79, 84, 89, 90});
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
    if (player.cells.size() == most_rounds) line.fail(message("there are more than 1000 rounds"));
    player.cells.push_back(read_cell(line, column));
  }
  while (!player.cells.empty() && player.cells.back().is_empty) player.cells.pop_back();
  return player;
}

/// The results of two players, from White's and Black's lines, that one game can have.
bool agree(RoundResult own, RoundResult other) {
  switch (own) {
    case RoundResult::win:
      return other == RoundResult::loss;
    case RoundResult::draw:
      return other == RoundResult::draw;
    case RoundResult::loss:  // both may lose a game that was played
      return other == RoundResult::win || other == RoundResult::loss;
    case RoundResult::forfeit_win:
      return other == RoundResult::forfeit_loss;
    default:
      return other == RoundResult::forfeit_win || other == RoundResult::forfeit_loss;
  }
}

class Reader {
 public:
  TrfReport read(std::string_view text) {
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

  struct Handler {
    std::string_view code;
    void (Reader::*read)(const TrfLine&);
    Stage stage = Stage::others;
  };

  void add(std::size_t number, std::string_view text, Stage stage) {
    static constexpr Handler handlers[] = {{"001", &Reader::add_player, Stage::players},
                                           {"XXC", &Reader::find_order, Stage::players},
                                           {"012", &Reader::set_name},
                                           {"092", &Reader::set_system},
                                           {"XXR", &Reader::set_rounds},
                                           {"XXC", &Reader::configure},
                                           {"###", &Reader::add_comment},
                                           {"XXZ", &Reader::add_absent},
                                           {"240", &Reader::add_byes},
                                           {"260", &Reader::forbid_in_rounds},
                                           {"XXP", &Reader::forbid},
                                           {"BBW", &Reader::set_point},
                                           {"BBD", &Reader::set_point},
                                           {"BBL", &Reader::set_point},
                                           {"BBZ", &Reader::set_point},
                                           {"BBF", &Reader::set_point},
                                           {"BBU", &Reader::set_point},
                                           {"XXA", &Reader::refuse_acceleration},
                                           {"013", &Reader::refuse_teams}};
    const TrfLine line(number, text);
    bool is_known = line.code() == "001";
    for (const Handler& handler : handlers) {
      if (handler.code != line.code()) continue;
      is_known = true;
      if (handler.stage == stage) (this->*handler.read)(line);
    }
    if (is_known || stage == Stage::players) return;
    refuse_new_code(line);
    made_.about.emplace_back(line.code(), line.untrimmed());
  }

  /// The codes of the format of 2026 that change what the others mean.
  static void refuse_new_code(const TrfLine& line) {
    constexpr std::string_view codes[] = {"142", "152", "162", "172", "192", "202", "212", "222",
                                          "250", "300", "310", "320", "330", "352", "362"};
    if (std::find(std::begin(codes), std::end(codes), line.code()) == std::end(codes)) return;
    line.fail(
        message("'{0}' is a code of TRF26; schiri reads TRF16, of single players", line.code()));
  }
  void refuse_teams(const TrfLine& line) {
    line.fail(message("'{0}' is about teams; schiri reads events of single players", line.code()));
  }
  void refuse_acceleration(const TrfLine& line) {
    line.fail(message("'{0}' gives virtual points; schiri accelerates no rounds", line.code()));
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

  /// Titles in the words of many programs: `Individual: Swiss-System`, `Round Robin`.
  void set_system(const TrfLine& line) {
    made_.system = line.rest();
    made_.about.emplace_back(line.code(), line.untrimmed());
    const std::string words = without_case(made_.system);
    const auto has = [&](std::string_view part) { return words.find(part) != words.npos; };
    if (has("team") || has("scheveningen") || has("knock")) {
      line.fail(
          message("its system is '{0}'; schiri reads Swiss events and round-robins of single "
                  "players",
                  printable(made_.system)));
    }
    const auto parts = split(words, ' ');
    const bool has_lim = std::find(parts.begin(), parts.end(), "lim") != parts.end();
    if (has("round") && has("robin")) {
      made_.kind = TrfReport::Kind::round_robin;
      if (has("double")) made_.cycles = 2;
    } else if (has("dubov") || has("burstein") || has("monrad") || has("double") || has_lim) {
      made_.kind = TrfReport::Kind::other_swiss;
    }
  }
  void set_rounds(const TrfLine& line) {
    made_.history.rounds_planned = line.round_of(line.rest());
    made_.says_planned_rounds = true;
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
  void set_point(const TrfLine& line) {
    PointSystem& points = made_.history.points;
    const int value = line.points_of(line.rest());
    switch (line.code()[2]) {
      case 'W':
        points.win = value;
        return;
      case 'D':
        points.draw = value;
        return;
      case 'L':
        points.loss = value;
        return;
      case 'Z':
        points.absence = value;
        return;
      case 'F':
        points.forfeit = value;
        return;
      default:
        points.paired_bye = value;
    }
  }

  void add_byes(const TrfLine& line) {
    line.require_blank({3, 5, 9});
    const std::uint64_t round = line.round_of(line.at(6, 3));
    const char kind = line.sign(4);
    const auto result = result_of(kind, false, false);
    if (kind != 'F' && kind != 'H' && kind != 'Z') {
      line.fail(message("a bye is F, H or Z, not '{0}'", printable(std::string(1, kind))));
    }
    for (const std::string& id : line.words(9))
      made_.byes.push_back({*result, round, index(line, id)});
  }
  /// Players absent from the next round, as JaVaFo has them.
  void add_absent(const TrfLine& line) {
    for (const std::string& id : line.words()) absent_.push_back(index(line, id));
  }

  /// One of schiri's, or another.
  void add_comment(const TrfLine& line) {
    const auto words = line.words();
    const auto number = [&](std::size_t word) {
      return word < words.size() ? parse_number<std::uint64_t>(words[word]).value_or(0) : 0;
    };
    if (words.size() == 3 && words[0] == "withdrawn" && number(1) > 0) {
      made_.withdrawn[index(line, words[1])] = number(2);
    } else if (words.size() == 2 && words[0] == "tie-breaks") {
      made_.tie_breaks = words[1];
    } else if (words.size() == 2 && words[0] == "cycles" && number(1) > 0) {
      made_.cycles = number(1);
    } else if (words.size() == 2 && words[0] == "system" && words[1] == "swiss") {
      made_.kind = TrfReport::Kind::other_swiss;  // of an earlier version
      made_.system = words[1];
    } else if (!add_open_board(line, words)) {
      made_.about.emplace_back(line.code(), line.untrimmed());
    }
  }
  bool add_open_board(const TrfLine& line, const std::vector<std::string>& words) {
    if (words.size() < 4 || words.size() > 5 || words[0] != "open") return false;
    const auto number = [&](const std::string& text) {
      return parse_number<std::size_t>(text).value_or(0);
    };
    OpenBoard board{line.number(), number(words[1]), number(words[2]), number(words[3]), {}, {}};
    if (words.size() == 5) {
      board.result = find_board_result(words[4]);
      if (words[3] == "-" && words[4].size() == 1) board.bye = result_of(words[4][0], false, false);
    }
    const bool is_pair = board.second && (words.size() == 4 || board.result);
    const bool is_valid = board.round && board.first && (board.bye || is_pair);
    if (is_valid) open_boards_.push_back(board);
    return is_valid;
  }

  void forbid_in_rounds(const TrfLine& line) {
    line.require_blank({3, 7, 11});
    forbid(line, line.words(11), line.round_of(line.at(4, 3)), line.round_of(line.at(8, 3)));
  }
  void forbid(const TrfLine& line) { forbid(line, line.words(), 1, UINT64_MAX); }
  void forbid(const TrfLine& line, const std::vector<std::string>& ids, std::uint64_t first,
              std::uint64_t last) {
    ForbiddenPairs pairs{{}, first, last};
    for (const std::string& id : ids) pairs.players.push_back(index(line, id));
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
    made_.withdrawn.resize(lines_.size());
  }

  std::size_t index(std::size_t line, std::size_t id) const {
    const auto found = line_of_id_.find(id);
    if (found != line_of_id_.end()) return found->second;
    throw TrfError(line, message("there is no player {0}", id));
  }
  std::size_t index(const TrfLine& line, const std::string& id) const {
    return index(line.number(), line.player_of(id));
  }

  /// The number of rounds that have begun and are not just a column of byes for the next one. A bye
  /// of the pairing (`U`) may be among these; without a board nothing is paired.
  std::size_t paired_rounds() const {
    std::size_t rounds = 0, columns = 0;
    for (const PlayerLine& player : lines_) columns = std::max(columns, player.cells.size());
    for (const PlayerLine& player : lines_) {
      for (std::size_t r = rounds; r < player.cells.size(); ++r) {
        if (player.cells[r].opponent != 0) rounds = r + 1;
      }
    }
    const bool all_listed =
        std::all_of(lines_.begin(), lines_.end(),
                    [&](const PlayerLine& player) { return player.cells.size() == columns; });
    return all_listed ? columns : std::max(rounds, columns == 0 ? 0 : columns - 1);
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
          if (played.opponent == p) {
            throw TrfError(lines_[p].line, message("a player is paired with itself"));
          }
          rounds.push_back(played);
        } else if (!cell.is_empty && cell.opponent == 0) {
          made_.byes.push_back({cell.result, r + 1, p});
        } else if (r > made_.rounds && cell.opponent != 0) {
          throw TrfError(
              lines_[p].line,
              message("round {0} has an opponent, but round {1} has games without a result", r + 1,
                      made_.rounds + 1));
        }
      }
    }
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
    std::erase_if(made_.byes, [&](const TrfBye& bye) { return bye.round == round + 1; });
  }

  /// The round in progress from its comments.
  void fill_open_boards() {
    std::erase_if(open_boards_,
                  [&](const OpenBoard& board) { return board.round != made_.rounds + 1; });
    if (open_boards_.empty()) return;
    made_.open_round.assign(lines_.size(), {{}, {}, RoundResult::absent});
    made_.open_tables.assign(lines_.size(), 0);
    std::size_t table = 0;
    for (const OpenBoard& board : open_boards_) {
      ++table;
      const std::size_t first = index(board.line, board.first);
      if (board.bye) {
        made_.open_round[first] = {{}, {}, board.bye};
        continue;
      }
      const std::size_t second = index(board.line, board.second);
      for (const int side : {0, 1}) {
        TrfOpenCell& cell = made_.open_round[side ? second : first];
        cell = {side ? first : second, side ? Side::black : Side::white, {}};
        if (board.result) cell.result = round_result(*board.result, side);
        made_.open_tables[side ? second : first] = table;
      }
    }
  }

  /// Both lines must agree on each game; a contradiction is reported once.
  void find_contradictions() {
    const auto cell = [&](std::size_t p, std::uint64_t round) -> TrfOpenCell {
      if (round > made_.rounds) return made_.open_round[p];
      const PlayedRound played = made_.history.entry(p, round);
      return {played.opponent, played.colour, played.result};
    };
    for (std::uint64_t r = 1; r <= made_.rounds + !made_.open_round.empty(); ++r) {
      for (std::size_t p = 0; p < lines_.size(); ++p) {
        const TrfOpenCell own = cell(p, r);
        if (!own.opponent) continue;
        const TrfOpenCell other = cell(*own.opponent, r);
        const bool has_colours = own.colour || other.colour;
        const bool is_right = other.opponent == p && *own.opponent != p &&
                              own.result.has_value() == other.result.has_value() &&
                              (!has_colours || own.colour != other.colour) &&
                              (!own.result || agree(*own.result, *other.result));
        if (is_right || (other.opponent == p && *own.opponent < p)) continue;
        made_.contradictions.push_back({r, p, *own.opponent});
      }
    }
  }

  /// Those of XXZ that no other line names.
  void add_absent_players() {
    const std::uint64_t round = made_.rounds + 1;
    for (const std::size_t player : absent_) {
      const bool is_known = std::any_of(
          made_.byes.begin(), made_.byes.end(),
          [&](const TrfBye& bye) { return bye.round == round && bye.player == player; });
      if (!is_known) made_.byes.push_back({RoundResult::absent, round, player});
    }
  }

  /// A board or a bye of a round in progress, by the numbers of players.
  struct OpenBoard {
    std::size_t line;
    std::uint64_t round;
    std::size_t first;
    std::size_t second;
    std::optional<BoardResult> result;
    std::optional<RoundResult> bye;
  };

  TrfReport made_;
  std::vector<PlayerLine> lines_;
  std::map<std::size_t, std::size_t> line_of_id_;
  std::vector<std::size_t> absent_;  ///< of XXZ
  std::vector<OpenBoard> open_boards_;
  bool by_rank_ = false;
};

}  // namespace

bool TrfReport::has_points(std::size_t player, int points) const {
  const auto& reported = players[player].points;
  if (!reported || *reported == points) return true;
  const bool is_added = std::any_of(byes.begin(), byes.end(), [&](const TrfBye& bye) {
    return bye.player == player && bye.round == rounds + 1 &&
           *reported == points + history.points.of(bye.kind);
  });
  if (is_added || open_round.empty() || !open_round[player].result) return is_added;
  return *reported == points + history.points.of(*open_round[player].result);
}

TrfReport read_trf(std::string_view text) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return Reader().read(text);
}

TrfReport read_trf_file(const std::string& file, const Warn& warn) {
  constexpr std::size_t most_bytes = std::size_t{16} << 20;
  FileSource bytes(file);
  DecodedSource source(bytes);
  warn_of_guess(source.other_encoding(), file, warn);
  const auto text = read_all(source, most_bytes);
  if (!text) {
    throw UnusableError(message("{0}: no report is larger than 16 MiB", printable(file, 4096)));
  }
  try {
    return read_trf(*text);
  } catch (const TrfError& error) {
    throw UnusableError(message("{0}: {1}", printable(file, 4096), error.message()));
  }
}

}  // namespace schiri::otb
