#include "db/import/quarantine.h"

#include <algorithm>

#include "db/sqlite/connection.h"
#include "db/sqlite/transaction.h"

namespace schiri::db {

namespace {

QuarantinedRecord record_of(Statement& row) {
  const auto text = [&](int column) { return row.getColumn(column).getString(); };
  const auto number = [&](int column) { return row.getColumn(column).getCount(); };
  QuarantinedRecord record{row.getColumn(0).getId(),
                           text(1),
                           number(2),
                           number(3),
                           text(4),
                           text(5),
                           text(6),
                           text(7),
                           std::nullopt};
  if (!row.getColumn(8).isNull()) record.text = text(8);
  return record;
}

std::string list_of(const std::vector<std::int64_t>& ids) {
  std::string list;
  for (const std::int64_t id : ids) list += (list.empty() ? "" : ",") + std::to_string(id);
  return "(" + list + ")";
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
                         (ids.empty() ? std::string() : " WHERE id IN " + list_of(ids)) +
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
    store.connection().database().exec("DELETE FROM quarantine WHERE id IN " + list_of(ids));
    transaction.commit();
  });
}

}  // namespace schiri::db
