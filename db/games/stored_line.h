#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "db/sqlite/statement.h"
#include "notation/game_types.h"
#include "notation/records/record.h"

namespace schiri::db {

/// The start and the turns of a stored game, read from a row with the columns of `columns`.
class StoredLine {
 public:
  /// For `SELECT ... FROM game JOIN movetext ON movetext.game_id = game.id`.
  static constexpr const char* columns =
      "game.id, game.game, game.variant, game.position, game.roll, movetext.text";
  static constexpr int column_count = 6, position_column = 3, roll_column = 4;

  /// `first`: the place of the first column in the row.
  void read(Statement& row, int first = 0);
  void assign(std::int64_t id, std::string game, StartSpec start, std::string text);

  std::int64_t id() const { return id_; }
  /// The canonical turns, which are valid until the next read().
  const std::vector<std::string_view>& turns() const { return turns_; }
  /// Is the movetext no more than the turns?
  bool is_plain() const { return is_plain_; }
  /// Has each turn at most one comment, and the movetext no others and no variations?
  bool has_single_comments() const { return has_single_comments_; }
  /// Then the comment after each turn, empty without one; valid as the turns.
  const std::vector<std::string_view>& comments() const { return comments_; }
  /// Are all words in the movetext as they are, so that it can be read as movetext of a record?
  bool is_unescaped() const { return elements_.empty(); }
  /// The compact movetext.
  const std::string& text() const { return text_; }
  const std::string& game() const { return game_; }
  const StartSpec& start() const { return start_; }
  /// Does the position index know its positions? Not those that only a game's program knows.
  bool is_indexable() const;
  /// Visits the key of each position, the start's first, until the visitor returns false.
  void visit_keys(const std::function<bool(std::uint64_t)>& visitor) const;

 private:
  void read_turns();
  /// False if a word is escaped, so that it is not in the text as it stands.
  bool read_turns_in_place();
  void add_comment(std::string_view comment);

  std::int64_t id_ = 0;
  std::string game_;
  StartSpec start_;
  std::string text_;
  bool is_plain_ = true;
  bool has_single_comments_ = true;
  std::vector<Element> elements_;
  std::vector<std::string_view> turns_, comments_;
};

/// A position's key: its hash with game and variant mixed in.
std::uint64_t position_key(std::uint64_t hash, std::string_view game, std::string_view variant);

}  // namespace schiri::db
