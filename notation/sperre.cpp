#include "notation/sperre.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "notation/sperre_rules.h"

namespace schiri::sperre {

namespace {

constexpr std::string_view die_names[] = {"III", "IV", "V"};

constexpr std::string_view name_of(Die die) { return die_names[index(die)]; }

std::string square_name(Place at) { return std::to_string(at); }

bool is_number(char c) { return c >= '1' && c <= '9'; }

/// Reads the parts of a turn one after the other.
class TurnScanner {
 public:
  TurnScanner(const char* text, Turn& turn) : begin_(text), at_(text), turn_(turn) {}

  std::size_t scan() {
    turn_ = {};
    do {
      if (!scan_part()) return 0;
    } while (skip('/'));
    return static_cast<std::size_t>(at_ - begin_);
  }

 private:
  enum class Stage { begin, motion, displacements, tilt_behind };

  bool skip(char c) {
    if (*at_ != c) return false;
    ++at_;
    return true;
  }

  bool scan_part() {
    if (*at_ == 'I' || *at_ == 'V') return scan_roman_tilt();
    if (*at_ == 'p') return scan_pass();
    const char* const part = at_;
    Place square = 0;
    if (!scan_square(square)) return false;
    if (*at_ == '-') return scan_move(square);
    if (*at_ == '>') return scan_displacements(square);
    return *part != '[' && take_tilt(part[0], part[1]);
  }

  bool scan_square(Place& square) {
    const bool bracketed = skip('[');
    if (!is_number(*at_)) return false;
    const int row = *at_++ - '0';
    if (bracketed && !skip(',')) return false;
    if (!is_number(*at_)) return false;
    square = place(row, *at_++ - '0');
    return !bracketed || skip(']');
  }

  bool scan_roman_tilt() {
    int ones = 0;
    while (ones < 3 && skip('I')) ++ones;
    const bool five = skip('V');
    const char name = five ? (ones == 0 ? '5' : ones == 1 ? '4' : 0) : (ones == 3 ? '3' : 0);
    return name && is_number(*at_) && take_tilt(name, *at_++);
  }

  bool take_tilt(char name, char face) {
    if (name < '3' || name > '5') return false;
    if (turn_.has_tilt()) {
      turn_.has_surplus = true;
    } else {
      turn_.die = dice[static_cast<std::size_t>(name - '3')];
      turn_.face = static_cast<std::uint8_t>(face - '0');
      turn_.tilts_last = stage_ != Stage::begin;
    }
    if (stage_ != Stage::begin) stage_ = Stage::tilt_behind;
    return true;
  }

  bool scan_pass() {
    return skip('p') && skip('a') && skip('s') && skip('s') && take(Motion::pass);
  }

  bool scan_move(Place from) {
    Place to = 0;
    if (!skip('-') || !scan_square(to) || !take(Motion::move)) return false;
    if (turn_.has_surplus) return true;
    turn_.from = from;
    turn_.to = to;
    return true;
  }

  bool take(Motion motion) {
    if (stage_ > Stage::motion) return false;
    stage_ = Stage::motion;
    if (turn_.motion == Motion::missing) {
      turn_.motion = motion;
    } else {
      turn_.has_surplus = true;
    }
    return true;
  }

  bool scan_displacements(Place from) {
    if (stage_ == Stage::tilt_behind) return false;
    if (stage_ == Stage::displacements || turn_.motion == Motion::pass) turn_.has_surplus = true;
    stage_ = Stage::displacements;
    while (true) {
      Place to = 0;
      if (!skip('>') || !scan_square(to)) return false;
      add_displacement({from, to});
      if (!skip(',')) return true;
      if (!scan_square(from)) return false;
    }
  }

  void add_displacement(Displacement displacement) {
    if (turn_.displaced < most_displacements) {
      turn_.displacements[turn_.displaced] = displacement;
    }
    if (turn_.displaced <= most_displacements) ++turn_.displaced;
  }

  const char* begin_;
  const char* at_;
  Turn& turn_;
  Stage stage_ = Stage::begin;
};

/// Builds the text of a turn; the longest has 34 characters.
class TurnWriter {
 public:
  std::string write(const Turn& turn) {
    if (turn.has_tilt() && !turn.tilts_last) put_tilt(turn);
    put_motion(turn);
    for (std::size_t i = 0; i < turn.displaced; ++i) {
      put(i == 0 ? '/' : ',');
      put_squares(turn.displacements[i].from, '>', turn.displacements[i].to);
    }
    if (turn.has_tilt() && turn.tilts_last) put_tilt(turn);
    return {text_.data(), length_};
  }

 private:
  void put(char c) { text_[length_++] = c; }

  void put(std::string_view text) {
    for (const char c : text) put(c);
  }

  void put_squares(Place from, char sign, Place to) {
    put(static_cast<char>('0' + row_of(from)));
    put(static_cast<char>('0' + column_of(from)));
    put(sign);
    put(static_cast<char>('0' + row_of(to)));
    put(static_cast<char>('0' + column_of(to)));
  }

  void put_motion(const Turn& turn) {
    if (turn.has_tilt() && !turn.tilts_last) put('/');
    if (turn.motion == Motion::pass) {
      put("pass");
    } else {
      put_squares(turn.from, '-', turn.to);
    }
  }

  void put_tilt(const Turn& turn) {
    if (turn.tilts_last) put('/');
    put(name_of(turn.die));
    put(static_cast<char>('0' + turn.face));
  }

  std::array<char, 40> text_;
  std::size_t length_ = 0;
};

/// `1, 3 or 8`.
std::string list(const std::vector<std::string>& words, std::string_view last_joint) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? std::string(last_joint) : ", ";
    text += words[i];
  }
  return text;
}

std::string list_digits(Digits digits, std::string_view last_joint) {
  std::vector<std::string> words;
  for (unsigned n = 1; n <= size; ++n) {
    if (contains(digits, n)) words.push_back(std::to_string(n));
  }
  return list(words, last_joint);
}

std::string list_squares(Bits squares) {
  std::vector<std::string> words;
  for (; squares; squares &= squares - 1) words.push_back(square_name(lowest(squares)));
  return list(words, " or ");
}

/// Puts into words why a turn is illegal.
class Explanation {
 public:
  Explanation(const Position& position, const Turn& turn) : position_(position), turn_(turn) {}

  std::string of(Violation violation) const {
    switch (violation) {
      case Violation::surplus_part:
      case Violation::missing_move:
      case Violation::misplaced_tilt:
      case Violation::missing_tilt:
        return of_form(violation);
      case Violation::opponents_die:
      case Violation::no_such_face:
      case Violation::face_on_top:
      case Violation::face_opposite:
        return of_tilt(violation);
      case Violation::stone_can_move:
        return of_pass();
      case Violation::move_to_same_square:
      case Violation::target_occupied:
      case Violation::too_far:
      case Violation::way_blocked:
        return of_move(violation) + "; " + targets();
      case Violation::no_stone_there:
      case Violation::opponents_stone:
      case Violation::stone_locked:
      case Violation::displacement_after_win:
      case Violation::tilt_after_win:
        return of_move(violation);
      case Violation::displaced_too_many:
        return "a square has four neighbours, so at most four stones are displaced in a turn";
      default:
        return of_displacement(violation);
    }
  }

 private:
  bool tilt_comes_first() const { return position_.variant().order == Order::tilt_first; }

  std::string mover() const { return std::string(side_name(position_.side_to_move())); }
  std::string other() const { return std::string(side_name(opponent(position_.side_to_move()))); }

  std::string of_form(Violation violation) const {
    const std::string form = tilt_comes_first() ? "IV8/62-83/84>55" : "62-83/84>55/IV8";
    switch (violation) {
      case Violation::surplus_part:
        return "a turn has one tilt, one move and what this displaces, and no part twice: " + form;
      case Violation::missing_move:
        return "the move is missing: a turn is written " + form;
      case Violation::misplaced_tilt:
        return std::string("in this variant the tilt comes ") +
               (tilt_comes_first() ? "before" : "after") + " the move: " + form;
      default:
        return "the tilt is missing: a turn is written " + form;
    }
  }

  std::string of_tilt(Violation violation) const {
    const std::string die(name_of(turn_.die));
    const std::string face = std::to_string(turn_.face);
    if (violation == Violation::opponents_die) {
      std::vector<std::string> others;
      for (const Die one : dice) {
        if (one != turn_.die) others.emplace_back(name_of(one));
      }
      return "the die " + die + " was tilted by the opponent last turn and stays as it is; " +
             list(others, " or ") + " can be tilted";
    }
    const std::uint8_t top = position_.tops()[index(turn_.die)];
    const std::string choice =
        "; it can be tilted to " + list_digits(next_faces[index(turn_.die)][top], " or ");
    if (violation == Violation::no_such_face) return "the die " + die + " has no " + face + choice;
    if (violation == Violation::face_on_top) {
      return "the die " + die + " shows " + face + " already" + choice;
    }
    return "the die " + die + " shows " + std::to_string(top) + ", and " + face +
           " is on the opposite face, two tilts away" + choice;
  }

  std::string of_pass() const {
    std::string example;
    position_.visit_turns([&](const Turn& turn) {
      example = Notation::write_turn(turn);
      return false;
    });
    return "a player who can move must, and " + mover() + " can: " + example;
  }

  std::string of_move(Violation violation) const {
    const std::string from = square_name(turn_.from), to = square_name(turn_.to);
    switch (violation) {
      case Violation::no_stone_there:
        return "no stone stands on " + from;
      case Violation::opponents_stone:
        return "the stone on " + from + " is " + other() + "'s, and it is " + mover() + "'s turn";
      case Violation::stone_locked:
        return lock();
      case Violation::move_to_same_square:
        return "a move ends elsewhere than it began";
      case Violation::target_occupied:
        return to + " is occupied";
      case Violation::too_far:
        return to + " is more than two steps from " + from;
      case Violation::way_blocked:
        return "every square between " + from + " and " + to + " is occupied";
      case Violation::displacement_after_win:
        return "the move to " + to + " has won, so nothing is displaced any more";
      default:
        return "the move to " + to + " has won, so no die is tilted any more";
    }
  }

  std::string targets() const {
    const Bits reached = reach(turn_.from, position_.empty());
    return "this stone can " + (reached ? "go to " + list_squares(reached) : "go nowhere");
  }

  /// Which die locks the stone.
  std::string lock() const {
    Tops tops = position_.tops();
    if (tilt_comes_first()) tops[index(turn_.die)] = turn_.face;
    const Lock kind = position_.variant().lock;
    std::string text;
    for (const Die die : dice) {
      const int top = tops[index(die)];
      const bool column = kind != Lock::rows && top == column_of(turn_.from);
      const bool row = kind != Lock::columns && top == row_of(turn_.from);
      if (!column && !row) continue;
      if (!text.empty()) text += ", and ";
      text += "the die " + std::string(name_of(die)) + " on " + std::to_string(top) + " locks " +
              (column && row ? "row and column "
               : column      ? "column "
                             : "row ") +
              std::to_string(top);
    }
    return "the stone on " + square_name(turn_.from) + " cannot move: " + text;
  }

  std::string of_displacement(Violation violation) const {
    const Displacement wrong = turn_.displacements[position_.count_legal_displacements(turn_)];
    const std::string from = square_name(wrong.from), to = square_name(wrong.to);
    const std::string text = from + ">" + to + ": ";
    switch (violation) {
      case Violation::displaced_nothing:
        return text + "no stone stands on " + from;
      case Violation::displaced_own:
        return text + "the stone on " + from + " is " + mover() + "'s own; only " + other() +
               "'s are displaced";
      case Violation::displaced_far:
        return text + from + " is not next to " + square_name(turn_.to) +
               " along its row or column, where the move ended";
      case Violation::displaced_twice:
        return text + "a stone is displaced once in a turn, and this one has been";
      default:
        return text + to + " is occupied";
    }
  }

  const Position& position_;
  const Turn& turn_;
};

[[noreturn]] void reject(const std::string& message) {
  throw StartError(StartError::Kind::bad_position, message);
}

/// Reads the rows of a position string from row 9 down to row 1.
class RowReader {
 public:
  explicit RowReader(std::string_view text) : text_(text) {}

  /// White's stones and Black's.
  std::array<Bits, 2> read() {
    for (int row = size; row >= 1; --row) {
      read_row(row);
      if (row == 1) break;
      if (at_ == text_.size()) reject_here("fewer than nine rows");
      ++at_;
    }
    if (at_ != text_.size()) reject_here("more than nine rows");
    return found_;
  }

 private:
  void read_row(int row) {
    int length = 0;
    bool after_run = false;
    for (; at_ < text_.size() && text_[at_] != '/'; ++at_) {
      const char c = text_[at_];
      if (is_number(c)) {
        if (after_run) reject_here("two runs of empty squares side by side");
        length += c - '0';
      } else if (c == 'W' || c == 'B') {
        ++length;
        if (length <= size) found_[c == 'W' ? 0 : 1] |= bit(place(row, length));
      } else {
        reject_here(std::string("'") + c + "' is neither W nor B nor a number of empty squares");
      }
      if (length > size) reject_here("row " + std::to_string(row) + " is longer than nine squares");
      after_run = is_number(c);
    }
    if (length < size) {
      reject_here("row " + std::to_string(row) + " has " + std::to_string(length) +
                  " squares instead of nine");
    }
  }

  [[noreturn]] void reject_here(const std::string& problem) const {
    reject("the rows '" + std::string(text_) + "' do not read at character " +
           std::to_string(at_ + 1) + ": " + problem);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::array<Bits, 2> found_{};
};

/// Splits at single blanks.
std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t blank = text.find(' ');
    parts.push_back(text.substr(0, blank));
    if (blank == std::string_view::npos) return parts;
    text.remove_prefix(blank + 1);
  }
}

/// Reads the numbers on top of the dice; `what` they are is for the message.
Tops read_tops(std::string_view text, std::string_view what) {
  const std::string said = "the " + std::string(what) + " '" + std::string(text) + "'";
  if (text.size() != dice.size() || !std::all_of(text.begin(), text.end(), is_number)) {
    reject(said + " must be three numbers from 1 to 9, the tops of III, IV and V, like 147");
  }
  Tops tops;
  for (const Die die : dice) {
    const auto top = static_cast<std::uint8_t>(text[index(die)] - '0');
    if (!has_face(die, top)) {
      Digits own = 0;
      for (const std::uint8_t face : faces[index(die)])
        own = static_cast<Digits>(own | digit(face));
      reject(said + " cannot be: the die " + std::string(name_of(die)) + " has no " +
             std::to_string(top) + ", but " + list_digits(own, " and "));
    }
    tops[index(die)] = top;
  }
  return tops;
}

Side read_side(std::string_view text) {
  if (text == "w") return Side::white;
  if (text == "b") return Side::black;
  reject("the side to move is 'w' or 'b', not '" + std::string(text) + "'");
}

Die read_last_tilted(std::string_view text) {
  if (text == "-") return Die::none;
  if (text == "3") return Die::three;
  if (text == "4") return Die::four;
  if (text == "5") return Die::five;
  reject("the die tilted last is '3', '4', '5' or, at the start, '-', not '" + std::string(text) +
         "'");
}

/// Throws StartError if no game can have this position.
void reject_impossible(const Position& position) {
  for (const Side side : {Side::white, Side::black}) {
    if (const int stones = count(position.stones(side)); stones != stones_per_side) {
      reject(std::string(side_name(side)) + " has " + std::to_string(stones) +
             " stones instead of nine");
    }
  }
  if (position.last_tilted() == Die::none &&
      position != Position(position.tops(), position.variant())) {
    reject(
        "no die has been tilted ('-'), which is so only at the start, before White's first turn");
  }
  if ((position.stones(Side::white) & bit(goal_of(Side::white))) &&
      (position.stones(Side::black) & bit(goal_of(Side::black)))) {
    reject("both players have a stone on their goal; the game was over before");
  }
}

/// Draws the board, the locks at its edges and the dice.
class Canvas {
 public:
  Canvas(const Position& position, const BoardStyle& style) : position_(position), style_(style) {}

  std::string draw() {
    draw_columns();
    for (int row = size; row >= 1; --row) draw_row(row);
    draw_columns();
    draw_dice();
    return out_;
  }

 private:
  bool locks_columns() const { return position_.variant().lock != Lock::rows; }
  bool locks_rows() const { return position_.variant().lock != Lock::columns; }

  bool is_on_top(int number) const {
    const Tops& tops = position_.tops();
    return std::find(tops.begin(), tops.end(), number) != tops.end();
  }

  /// A row's or column's number, marked if it is locked.
  void draw_number(int number, bool may_be_locked) {
    const std::string text = std::to_string(number);
    if (may_be_locked && is_on_top(number)) {
      paint("1;31", "#" + text + "#");
    } else {
      out_ += " " + text + " ";
    }
  }

  void draw_columns() {
    out_ += "     ";
    for (int column = 1; column <= size; ++column) {
      draw_number(column, locks_columns());
      out_ += ' ';
    }
    out_ += '\n';
  }

  void draw_row(int row) {
    draw_number(row, locks_rows());
    out_ += "  ";
    for (int column = 1; column <= size; ++column) {
      draw_square(place(row, column));
      out_ += ' ';
    }
    out_ += ' ';
    draw_number(row, locks_rows());
    out_ += '\n';
  }

  void draw_square(Place at) {
    const bool white = position_.stones(Side::white) & bit(at);
    const bool black = position_.stones(Side::black) & bit(at);
    for (const Side side : {Side::white, Side::black}) {
      if (at != goal_of(side)) continue;
      paint(side, "(");
      draw_stone(white, black, side == Side::white ? 'w' : 'b', colour_of(side));
      paint(side, ")");
      return;
    }
    out_ += ' ';
    draw_stone(white, black, '.', nullptr);
    out_ += ' ';
  }

  void draw_stone(bool white, bool black, char otherwise, const char* colour) {
    if (white || black) {
      paint(white ? Side::white : Side::black, white ? "W" : "B");
    } else if (colour) {
      paint(colour, std::string(1, otherwise));
    } else {
      out_ += otherwise;
    }
  }

  void draw_dice() {
    out_ += "\n     ";
    for (const Die die : dice) {
      out_ += std::string(name_of(die)) + ": ";
      paint("1;31", std::to_string(position_.tops()[index(die)]));
      out_ += "   ";
    }
    if (position_.last_tilted() == Die::none) {
      out_ += "all can be tilted\n";
    } else {
      out_ += std::string(name_of(position_.last_tilted())) + " was tilted last\n";
    }
  }

  static const char* colour_of(Side side) { return side == Side::white ? "1;33" : "1;36"; }

  void paint(Side side, const std::string& text) { paint(colour_of(side), text); }

  void paint(const char* colour, const std::string& text) {
    out_ += style_.colour ? "\033[" + std::string(colour) + "m" + text + "\033[0m" : text;
  }

  const Position& position_;
  BoardStyle style_;
  std::string out_;
};

void write_rows(std::string& out, const Position& position) {
  for (int row = size; row >= 1; --row) {
    int run = 0;
    const auto end_run = [&] {
      if (run) out += static_cast<char>('0' + run);
      run = 0;
    };
    for (int column = 1; column <= size; ++column) {
      const Bits b = bit(place(row, column));
      if (position.empty() & b) {
        ++run;
        continue;
      }
      end_run();
      out += position.stones(Side::white) & b ? 'W' : 'B';
    }
    end_run();
    if (row > 1) out += '/';
  }
}

std::string write_tops(const Tops& tops) {
  std::string text;
  for (const std::uint8_t top : tops) text += static_cast<char>('0' + top);
  return text;
}

}  // namespace

const std::string_view Notation::rules = rules_text;

std::size_t Notation::scan_turn(const char* text, Turn& turn) {
  return TurnScanner(text, turn).scan();
}

std::string Notation::write_turn(const Turn& turn) {
  return TurnWriter().write(turn.displaced ? canonical(turn) : turn);
}

std::string Notation::explain(const Position& position, const Turn& turn, Violation violation) {
  return Explanation(position, turn).of(violation);
}

Variant Notation::variant_named(std::string_view name) {
  Variant variant;
  if (name.starts_with("move-first")) variant.order = Order::move_first;
  if (name.ends_with("rows")) variant.lock = Lock::rows;
  if (name.ends_with("both")) variant.lock = Lock::both;
  return variant;
}

Position Notation::set_up(const StartSpec& spec) {
  require_variant(spec.variant, variants, title);
  const Variant variant = variant_named(spec.variant);
  if (!spec.position.empty()) {
    if (!spec.roll.empty()) {
      reject(
          "a position holds the numbers on top of its dice, so there cannot be a roll beside it");
    }
    return read_position(spec.position, variant);
  }
  if (spec.roll.empty()) {
    throw StartError(StartError::Kind::missing_roll,
                     "Sperre begins with a roll of its dice, which is not given: [Roll \"147\"] in "
                     "a record, --roll 147 on the command line (the tops of III, IV and V)");
  }
  return Position(read_tops(spec.roll, "roll"), variant);
}

StartSpec Notation::draw_start(std::string_view variant, Rng& rng) {
  Tops roll;
  for (const Die die : dice) roll[index(die)] = faces[index(die)][rng.below(6)];
  return {std::string(variant), "", write_tops(roll)};
}

Position Notation::read_position(std::string_view text, Variant variant) {
  const auto parts = split(text);
  if (parts.size() != 4) {
    reject(
        "a position is '<rows> <side> <tops of III, IV, V> <die tilted last>', four parts with "
        "single blanks between; this one has " +
        std::to_string(parts.size()));
  }
  const auto stones = RowReader(parts[0]).read();
  const Side side = read_side(parts[1]);
  const Tops tops = read_tops(parts[2], "tops");
  const Position position(stones, side, tops, read_last_tilted(parts[3]), variant);
  reject_impossible(position);
  return position;
}

std::string Notation::write_position(const Position& position) {
  std::string text;
  write_rows(text, position);
  text += position.side_to_move() == Side::white ? " w " : " b ";
  text += write_tops(position.tops());
  text += ' ';
  text += "345-"[index(position.last_tilted())];
  return text;
}

std::string Notation::draw(const Position& position, const BoardStyle& style) {
  return Canvas(position, style).draw();
}

}  // namespace schiri::sperre
