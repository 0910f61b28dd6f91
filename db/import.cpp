#include <nlohmann/json.hpp>

#include "db/connection.h"

namespace schiri::db {

namespace {

std::string findings_json(const GameCheck& check) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto* findings : {&check.errors, &check.warnings}) {
    for (const Finding& finding : *findings) {
      list.push_back({{"code", code_name(finding.code)},
                      {"line", finding.line},
                      {"column", finding.column},
                      {"turn", finding.turn},
                      {"message", finding.message},
                      {"excerpt", finding.excerpt}});
    }
  }
  return list.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string event_name(const Record& record) {
  const std::string_view name = record.tag("Event");
  return std::string(name.empty() ? unknown_value("Event") : name);
}

}  // namespace

Import::Import(Store& store) : connection_(*store.connection_), next_id_(0) {
  connection_.run([&] {
    connection_.write_directly_if_empty();
    connection_.begin();
    next_id_ = connection_.next_game_id();
  });
}

Import::~Import() {
  if (open_) connection_.roll_back();
}

void Import::add(const FinishedRecord& game) {
  connection_.run([&] {
    const std::int64_t event = connection_.event_id(event_name(game.record));
    connection_.insert_game(next_id_++, event, std::nullopt, game);
  });
}

void Import::quarantine(std::string_view file, const GameCheck& check, std::string_view text) {
  connection_.run([&] {
    SQLite::Statement insert(connection_.database(),
                             "INSERT INTO quarantine (file, line, number, game, findings, text)"
                             " VALUES (?,?,?,?,?,?)");
    const std::string findings = findings_json(check);
    insert.bind(1, std::string(file));
    insert.bind(2, to_stored(check.line));
    insert.bind(3, to_stored(check.index));
    bind_text_or_null(insert, 4, check.game.empty() ? nullptr : &check.game);
    bind_text(insert, 5, findings);
    if (!text.empty()) insert.bind(6, std::string(text));
    insert.exec();
  });
}

void Import::commit() {
  connection_.run([&] {
    connection_.commit();
    open_ = false;
    connection_.write_ahead();
  });
}

}  // namespace schiri::db
