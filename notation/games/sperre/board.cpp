#include <algorithm>

#include "notation/board/position_text.h"
#include "notation/games/sperre/notation.h"
#include "notation/text/text_style.h"

namespace schiri::sperre {

namespace {

/// Draws the board, the locks at its edges and the dice.
class Canvas {
 public:
  Canvas(const Position& position, const BoardStyle& style) : position_(position), style_(style) {}

  std::string draw() {
    draw_columns();
    for (int row = size; row >= 1; --row) draw_row(row);
    draw_columns();
    out_ += '\n';
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
      paint_lock("#" + text + "#");
    } else {
      out_ += " " + text + " ";
    }
  }

  void draw_columns() {
    out_ += "    ";
    for (int column = 1; column <= size; ++column) {
      out_ += ' ';
      draw_number(column, locks_columns());
    }
    end_line();
  }

  void draw_row(int row) {
    draw_number(row, locks_rows());
    out_ += ' ';
    for (int column = 1; column <= size; ++column) {
      out_ += ' ';
      draw_square(place(column, row));
    }
    out_ += "  ";
    draw_number(row, locks_rows());
    end_line();
  }

  void end_line() {
    while (out_.back() == ' ') out_.pop_back();
    out_ += '\n';
  }

  void draw_square(Place at) {
    for (const Side side : {Side::white, Side::black}) {
      if (at != goal_of(side)) continue;
      paint(side, "(");
      if (!draw_stone(at)) paint(side, side == Side::white ? "w" : "b");
      paint(side, ")");
      return;
    }
    out_ += ' ';
    if (!draw_stone(at)) out_ += '.';
    out_ += ' ';
  }

  /// Draws nothing and returns false if the square is empty.
  bool draw_stone(Place at) {
    for (const Side side : {Side::white, Side::black}) {
      if (!(position_.stones(side) & bit(at))) continue;
      paint(side, side == Side::white ? "W" : "B");
      return true;
    }
    return false;
  }

  void draw_dice() {
    out_ += "     ";
    for (const Die die : dice) {
      out_ += std::string(name_of(die)) + ": ";
      paint_lock(std::to_string(position_.tops()[index(die)]));
      out_ += "   ";
    }
    const Die last = position_.last_tilted();
    out_ += style_.text(last == Die::none ? message("none tilted yet")
                                          : message("{0} tilted last", name_of(last)));
    out_ += "   " + style_.text(message("(#n# locked, ( ) goal)")) + '\n';
  }

  void paint(Side side, const std::string& text) { out_ += schiri::paint(side, text, style_); }

  void paint_lock(const std::string& text) {
    out_ += style_.colour ? text_style::styled(text, text_style::locked) : text;
  }

  const Position& position_;
  BoardStyle style_;
  std::string out_;
};

}  // namespace

std::string Notation::draw(const Position& position, const BoardStyle& style) {
  return Canvas(position, style).draw();
}

}  // namespace schiri::sperre
