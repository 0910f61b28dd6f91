#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "notation/records/check/check.h"
#include "notation/records/record.h"
#include "notation/records/source/decoded_source.h"

namespace schiri {

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
  Encoding encoding = Encoding::guessed;
  Keep keep = Keep::nothing;
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

}  // namespace schiri
