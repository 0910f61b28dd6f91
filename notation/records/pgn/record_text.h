#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "notation/records/check/check.h"

namespace schiri {

/// Builds the text of a record from another form, to be checked. No piece can be mistaken for
/// another piece.
class RecordText {
 public:
  /// Control characters in the value become spaces.
  void add_tag(std::string_view name, std::string_view value);
  void add_turn(std::string_view text);
  void add_comment(std::string_view text);
  /// `number` as after a `$`.
  void add_nag(std::string_view number);
  /// `text` includes the brackets.
  void add_variation(std::string_view text);
  /// Adds the whole movetext as one text instead of pieces, with any content.
  void add_movetext(std::string_view text);
  void set_result(std::string_view result) { written_.result = result; }
  /// Adds a comment after the result.
  void add_trailing_comment(std::string_view text);

  /// Checks the text and returns the whole record, whatever `options` keep; findings are at `line`
  /// of the other form, column 1. The record is broken if a part of a piece is read as another
  /// piece or skipped.
  CheckedRecord check(const ReadOptions& options, std::size_t index, std::size_t line) const;

 private:
  bool reads_as_written(const Record& record) const;

  std::string tags_;
  std::string movetext_;
  std::string trailer_;
  Record written_;        ///< the pieces added; of a variation only its opening
  bool is_free_ = false;  ///< add_movetext() was used: pieces and spellings may differ
};

/// A record without text, with this error.
CheckedRecord broken_record(Code code, Message message, std::size_t index, std::size_t line);

}  // namespace schiri
