#pragma once

#include <string>

#include "db/games/store.h"

namespace schiri::db {

/// Writes all committed data to a new file, even if others write meanwhile; the file appears when
/// it is complete.
void back_up(const Store& store, const std::string& path);

/// Reclaims unused space of the file.
void vacuum(Store& store);

}  // namespace schiri::db
