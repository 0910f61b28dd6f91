#include "db/sqlite/errors.h"

#include <utility>

#include "core/base/text.h"

namespace schiri::db {

namespace {

std::string refusal(const std::string& path, const std::vector<std::string>& reasons) {
  const std::size_t others = reasons.size() - 1;
  return path + ": " + reasons.front() +
         (others > 0 ? " (and " + counted(others, "more such problem") + ", see 'schiri db check')"
                     : std::string()) +
         "; the database is not used. 'schiri db salvage' saves its games in a new one";
}

}  // namespace

StoreUntrusted::StoreUntrusted(const std::string& path, std::vector<std::string> found)
    : StoreError(refusal(path, found)), reasons(std::move(found)) {}

}  // namespace schiri::db
