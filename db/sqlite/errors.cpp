#include "db/sqlite/errors.h"

#include <utility>

#include "core/base/message.h"

namespace schiri::db {

namespace {

Message refusal(const std::string& path, const std::vector<Message>& reasons) {
  const std::size_t others = reasons.size() - 1;
  const Message& first = reasons.front();
  return message(
      "{0}: {1}; the database is not used. 'schiri db salvage' saves its games in a new one", path,
      others == 0 ? first
                  : message("{0} (and {1} more such {1:problem|problems}, see 'schiri db check')",
                            first, others));
}

}  // namespace

StoreUntrusted::StoreUntrusted(const std::string& path, std::vector<Message> found)
    : StoreError(refusal(path, found)), reasons(std::move(found)) {}

}  // namespace schiri::db
