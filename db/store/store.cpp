#include "db/store/store.h"

#include "db/store/connection.h"

namespace schiri::db {

Store::Store(const std::string& path, Mode mode)
    : connection_(std::make_unique<Connection>(path, mode)) {}

Store::Store(Store&&) noexcept = default;

Store::~Store() = default;

const std::string& Store::path() const { return connection_->path(); }

}  // namespace schiri::db
