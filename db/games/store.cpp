#include "db/games/store.h"

#include <utility>

#include "core/base/text.h"
#include "db/sqlite/connection.h"

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

Store::Store(const std::string& path, Mode mode)
    : connection_(std::make_unique<Connection>(path, mode)) {}

Store::Store(Store&&) noexcept = default;

Store::~Store() = default;

const std::string& Store::path() const { return connection_->path(); }

}  // namespace schiri::db
