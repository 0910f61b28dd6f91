#include "db/import/quarantine.h"

#include <algorithm>

#include "db/sqlite/connection.h"
#include "db/sqlite/transaction.h"

namespace schiri::db {

namespace {

QuarantinedRecord record_of(Statement& row) {
  QuarantinedRecord record{row.id(0),   row.text(1), row.count(2), row.count(3), row.text(4),
                           row.text(5), row.text(6), row.text(7),  std::nullopt};
  if (!row.is_null(8)) record.text = row.text(8);
  return record;
}

}  // namespace

std::vector<std::int64_t> visit_quarantine(
    const Store& store, const std::vector<std::int64_t>& ids,
    const std::function<bool(const QuarantinedRecord&)>& visitor) {
  std::vector<std::int64_t> missing = ids;
  store.connection().run([&] {
    Statement select(store.connection().database(),
                     "SELECT id, file, line, number, game, valid ->> '$[0].code',"
                     " valid ->> '$[0].message', findings, text FROM (SELECT *,"
                     " iif(json_valid(findings), findings, '[]') AS valid FROM quarantine)" +
                         (ids.empty() ? std::string() : " WHERE id IN " + id_list(ids)) +
                         " ORDER BY id");
    while (select.executeStep()) {
      const QuarantinedRecord record = record_of(select);
      std::erase(missing, record.id);
      if (!visitor(record)) break;
    }
  });
  return missing;
}

void drop_quarantine(Store& store, const std::vector<std::int64_t>& ids) {
  store.connection().run([&] {
    WriteTransaction transaction(store.connection());
    store.connection().database().exec("DELETE FROM quarantine WHERE id IN " + id_list(ids));
    transaction.commit();
  });
}

}  // namespace schiri::db
