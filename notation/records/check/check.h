#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/date.h"
#include "core/base/message.h"
#include "core/game.h"
#include "notation/records/record.h"
#include "notation/records/source/byte_source.h"

/// Findings of the record checker: their codes, places and explanations, and the checked record.
/// Readers of all forms of records report findings by it; commands and the database print and store
/// them.
namespace schiri {

/// The codes of findings, in the order of the table in the manual.
enum class Code : unsigned char {
  bad_tag,
  unterminated,
  unknown_game,
  unknown_variant,
  bad_position,
  missing_roll,
  syntax,
  illegal,
  after_end,
  result_mismatch,
  result_tag,
  missing_result,
  too_large,
  bad_utf8,
  unexplained_result,
  turn_number,
  missing_tag,
  variation,
  ply_count,
  spelling,
};

/// The code as it is printed: `bad-tag`.
std::string_view code_name(Code code);
/// All codes, in the order of the enum.
std::span<const Code> all_codes();
/// The code of this name, if there is one.
std::optional<Code> find_code(std::string_view name);
/// Warnings leave a record valid.
bool is_warning(Code code);

/// A finding in a record, with its place.
struct Finding {
  Code code;
  std::size_t line = 0;    ///< of the file, from 1
  std::size_t column = 1;  ///< in characters, from 1
  std::size_t turn = 0;    ///< counting each player's turns, from 1; 0 if it concerns no turn
  Message message;
  std::string excerpt;     ///< the line of the file around the token; empty without a token
  std::size_t caret = 0;   ///< where the token begins in the excerpt, in characters
  std::size_t length = 0;  ///< of the token, in characters
};

/// The result of checking one record.
struct GameCheck {
  std::size_t index = 0;  ///< in the file, from 1
  std::size_t line = 0;   ///< where the game begins, from 1
  std::string game;       ///< as in the record, also if unknown; empty if missing
  std::string
      variant;  ///< as in the record, otherwise the game's standard; empty without a known game
  std::size_t turns = 0;         ///< turns legally read
  bool black_began = false;      ///< whether the first of them was Black's
  std::string result;            ///< the result token, empty if there is none
  bool is_resigned = false;      ///< the result is written as `White resigns`
  std::optional<Ending> ending;  ///< how the rules ended the game
  /// With the setting repetition=claim: may the game end in a draw by repetition here?
  std::optional<bool> allows_claim;
  std::vector<Finding> errors;
  std::vector<Finding> warnings;

  bool valid() const { return errors.empty(); }
};

/// The options of the record checker.
struct CheckOptions {
  std::string game;             ///< for records without the tag
  std::string variant;          ///< for records without the tag
  std::string roll;             ///< for records without the tag
  bool strict = false;          ///< warnings are errors
  bool overrides_game = false;  ///< `game` replaces the game that records name
  /// `game` and `variant` choose games: a record that names its game has a variant of its own, the
  /// standard one without the tag.
  bool chooses_games = false;
  DateOrder date_order = DateOrder::unknown;
};

/// The data that a CheckedRecord keeps in addition to findings.
enum class Keep : unsigned char {
  nothing,
  headers,  ///< its tags and result, and of its turns their hash
  records,  ///< the whole record
};

struct CheckedRecord;

/// The options for reading and checking records, in every form.
struct ReadOptions {
  CheckOptions check;
  std::size_t max_game_bytes = std::size_t{16} << 20;
  unsigned threads = 1;
  std::string encoding = {};  ///< for DecodedSource; empty: recognised
  Keep keep = Keep::nothing;
  /// Read the tags of records in PGN, and skip their movetext unchecked.
  bool only_tags = false;
  /// Keep each record's own bytes in CheckedRecord::text.
  bool keep_text = false;
  /// Called with each record on the thread that checked it, so on several threads at a time, before
  /// it is passed to the sink; its results go into CheckedRecord::made. Lines and index of the
  /// record are not those of the file yet.
  std::function<void(CheckedRecord&)> work = {};
};

/// One record of a file. With Keep::records and no errors the record is complete and its turns are
/// canonical; after an error it contains the part before the error.
struct CheckedRecord {
  GameCheck check;
  Record record;
  /// With `keep_text`: the record as in the file, without spaces around it. Empty for a record that
  /// is too large.
  std::string text;
  /// With Keep::headers: the game_hash of a record without errors, nullopt if it has no turns.
  std::optional<std::uint64_t> hash;
  /// Of the first record of a file.
  OtherEncoding encoding = {};
  std::shared_ptr<void> made;  ///< by ReadOptions::work
};

/// Processes a record, from which it may move; returns whether to read on.
using RecordSink = std::function<bool(CheckedRecord&)>;

}  // namespace schiri
