#pragma once

#include <string>
#include <vector>

#include "core/base/errors.h"

namespace schiri::db {

/// A database that cannot be used: it is missing, not a database, of another program, of a newer
/// schema, locked for too long, or the disk is full. The message names the file and the reason.
struct StoreError : UnusableError {
  using UnusableError::UnusableError;
};

/// A file without content: new, or a program was killed while it made the database.
struct StoreEmpty : StoreError {
  using StoreError::StoreError;
};

/// A database whose file is damaged.
struct StoreDamaged : StoreError {
  using StoreError::StoreError;
};

/// A database with content that schiri does not write: foreign tables or triggers, a journal that
/// would delete another file. Nothing of it is used; `schiri db salvage` reads its games.
struct StoreUntrusted : StoreError {
  /// `found`: one clause for each reason, at least one.
  StoreUntrusted(const std::string& path, std::vector<Message> found);

  std::vector<Message> reasons;  ///< the first is in the message
};

}  // namespace schiri::db
