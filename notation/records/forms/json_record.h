#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "notation/records/check/check.h"
#include "notation/records/pgn/reader.h"
#include "notation/records/source/byte_source.h"
#include "notation/text/json.h"

namespace schiri {

/// One object of a stream, as text.
struct JsonObject {
  std::string text;
  std::size_t line = 0;       ///< where it begins, from 1
  bool too_large = false;     ///< then `text` is only its beginning
  bool is_cut_short = false;  ///< not an object: the source ends within its array, or after a comma
  std::size_t next_line = 0;  ///< of the record that begins within this object, if one does
};

/// Cuts a stream of JSON objects into its objects: lines, an array, or objects one after the other,
/// on one line or many. Needs memory for one object. The parser checks the objects; text between
/// them is returned like an object, up to the end of its line, so that it is rejected. The end of a
/// truncated source is reported as well. An object ends where another one with a record's first key
/// begins within it, so that a missing bracket does not affect the records after it.
class JsonObjects {
 public:
  /// `first_keys`: of records; objects within a record do not begin with one of them.
  JsonObjects(ByteSource& source, std::size_t max_bytes,
              std::span<const std::string_view> first_keys)
      : source_(source), most_(max_bytes), first_keys_(first_keys) {}

  /// False at the end.
  bool next(JsonObject& object);

 private:
  class FirstKey;

  void take(char c, JsonObject& object);
  bool skip_to_object();
  bool report_cut(JsonObject& object);
  void read_object(JsonObject& object);
  void end_at(const FirstKey& key, JsonObject& object);
  void read_line(JsonObject& object);

  ByteSource& source_;
  std::size_t most_;
  std::span<const std::string_view> first_keys_;
  std::string begun_;           ///< the beginning of the next object, if it was read
  std::size_t begun_line_ = 0;  ///< where that begins
  std::size_t line_ = 1;
  std::size_t arrays_ = 0;     ///< open arrays around the objects
  bool expects_more_ = false;  ///< a comma came last
};

/// Makes a record of an object, with the record's number and the object's line, both from 1. Throws
/// std::exception if the object does not hold one.
using ObjectReading =
    std::function<CheckedRecord(const Json& object, std::size_t index, std::size_t line)>;

/// The sentence of an exception of ObjectReading, without control characters.
Message reason_of(const std::exception& error);

/// Reads one record from each object of a source. `what` is such a record in messages: `a record of
/// Abstract Play`; `first_keys` as in JsonObjects. Findings are at the first line of the object.
void read_json_objects(ByteSource& source, const Message& what,
                       std::span<const std::string_view> first_keys, const ReadOptions& options,
                       const ObjectReading& make, const RecordSink& sink);

/// A record as one line of JSON, without the line feed:
/// `{"tags":[["Event","x"],...],"movetext":["A2-A3",{"comment":"x"},{"nag":"1"},
/// {"variation":"(1. B1-B2 C7-C6)"},...],"result":"1-0"}`, and `"trailing":["a comment"]` where
/// comments follow the result. Nothing is lost.
std::string write_json_record(const Record& record);

/// Reads records of that form, one after the other or in an array, with line ends anywhere, and
/// checks each like a written one. Findings are at the first line of the record; anything else is a
/// finding `syntax`.
void read_json_records(ByteSource& source, const ReadOptions& options, const RecordSink& sink);

/// Reads the games of a tournament's log (`tournament run --log FILE`): JSON objects, a line each,
/// of the types `start`, `turn` and `end`; lines of games played at the same time alternate. A game
/// without `end`, which a crash has cut off, is a record with the result `*`, after the others. The
/// last line may be cut off, too. Any other line that is no such object is a finding `syntax`.
void read_log_records(ByteSource& source, const ReadOptions& options, const RecordSink& sink);

}  // namespace schiri
