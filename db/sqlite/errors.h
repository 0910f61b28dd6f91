#pragma once

#include <string>
#include <vector>

#include "core/base/errors.h"

namespace schiri::db {

/// A database that cannot be used: it is missing, no database, another program's, of a newer
/// schema, locked for too long, or the disk is full. The message names the file and says why.
struct StoreError : UnusableError {
  using UnusableError::UnusableError;
};

/// A database whose file is damaged.
struct StoreDamaged : StoreError {
  using StoreError::StoreError;
};

/// A database whose content is not what schiri writes: foreign tables or triggers, a journal that
/// would delete another file. Nothing of it is used; `schiri db salvage` reads its games.
struct StoreUntrusted : StoreError {
  /// `found`: one clause for each reason, at least one.
  StoreUntrusted(const std::string& path, std::vector<std::string> found);

  std::vector<std::string> reasons;  ///< the first is in the message
};

}  // namespace schiri::db
