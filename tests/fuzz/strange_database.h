#pragma once

#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/database_image.h"
#include "tests/fuzz/hot_files.h"

// A database from an attacker, as lines that change a sound database:
//   sql STATEMENT           any change by SQL: rows, triggers, views, tables, PRAGMA user_version
//   set TABLE.COLUMN VALUE  sets a value of any type, as an SQL expression, in every row
//   schema OBJECT TEXT      sets the declaration of any object in the schema
//   patch OFFSET HEX        bytes of the file
//   page N OFFSET HEX       bytes of a page
//   cut N                   truncates the file to N bytes
//   journal N OFFSET HEX    a journal that restores the page with these bytes
//   super NAME              the journal names this super-journal
//   journal-patch OFFSET HEX, journal-cut N
//   wal N OFFSET HEX        a log that replaces the page with these bytes
//   wal-patch OFFSET HEX, wal-cut N
//   raw TEXT                the rest of the input is the file
// Numbers out of range wrap around, and an unknown name stands for an existing one.

namespace schiri {

/// The files of a database; empty if missing.
struct DatabaseFiles {
  std::string database;
  std::string journal;
  std::string log;
};

/// Creates the files described by lines.
class StrangeDatabase {
 public:
  /// `sound`: the bytes of a database. `place`: the folder of files that a journal may name.
  StrangeDatabase(const std::string& sound, std::string place)
      : sound_(sound), place_(std::move(place)) {
    DatabaseImage image(sound);
    SQLite::Database copy(":memory:");
    SQLite::Database& reader = copy;
    require(
        sqlite3_deserialize(
            reader.getHandle(), "main",
            const_cast<unsigned char*>(reinterpret_cast<const unsigned char*>(sound_.data())),
            static_cast<sqlite3_int64>(sound_.size()), static_cast<sqlite3_int64>(sound_.size()),
            SQLITE_DESERIALIZE_READONLY) == SQLITE_OK,
        "a sound database opens");
    SQLite::Statement objects(reader,
                              "SELECT name, type, sql FROM sqlite_schema"
                              " WHERE name NOT LIKE 'sqlite_%' ORDER BY name");
    while (objects.executeStep()) {
      const std::string name = objects.getColumn(0).getString();
      schema_[name] = objects.getColumn(2).getString();
      if (objects.getColumn(1).getString() == "table") note_columns(reader, name);
    }
  }

  DatabaseFiles make(std::string_view lines) const {
    if (lines.starts_with("SQLite format 3")) return {std::string(lines), "", ""};
    Plan plan;
    for (std::string_view rest = lines; !rest.empty();) {
      if (rest.starts_with("raw ")) {
        plan.raw = rest.substr(4);
        break;
      }
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      plan.lines.push_back(split(rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return make(plan);
  }

  /// Names for new lines.
  const std::vector<std::pair<std::string, std::string>>& columns() const { return columns_; }
  const std::map<std::string, std::string>& schema() const { return schema_; }
  std::size_t pages() const { return sound_.size() / page_size; }

 private:
  struct Line {
    std::string what;
    std::string rest;
  };
  struct Plan {
    std::vector<Line> lines;
    std::string raw = {};
  };

  static Line split(std::string_view text) {
    const std::size_t space = std::min(text.find(' '), text.size());
    return {std::string(text.substr(0, space)),
            std::string(text.substr(std::min(space + 1, text.size())))};
  }

  static std::size_t number_of(const std::string& text) {
    std::size_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
  }

  static std::string bytes_of(const std::string& hex) {
    std::string bytes;
    for (std::size_t at = 0; at + 2 <= hex.size(); at += 2) {
      unsigned byte = 0;
      std::from_chars(hex.data() + at, hex.data() + at + 2, byte, 16);
      bytes += static_cast<char>(byte);
    }
    return bytes;
  }

  static void put(std::string& text, std::size_t offset, const std::string& bytes) {
    if (text.empty()) return;
    for (const char byte : bytes) text[offset++ % text.size()] = byte;
  }
  /// `OFFSET HEX`.
  static void patch(std::string& text, const std::string& words) {
    const Line line = split(words);
    put(text, number_of(line.what), bytes_of(line.rest));
  }
  static void cut(std::string& text, const std::string& size) {
    text.resize(number_of(size) % (text.size() + 1));
  }

  /// `N OFFSET HEX`: a page of the file with changed bytes.
  static Page page(const std::string& file, const std::string& words) {
    const Line line = split(words);
    const std::size_t pages = std::max<std::size_t>(file.size() / page_size, 1);
    const std::size_t index = (number_of(line.what) + pages - 1) % pages;
    Page page{static_cast<std::uint32_t>(index + 1), file.substr(index * page_size, page_size)};
    page.bytes.resize(page_size);
    patch(page.bytes, line.rest);
    return page;
  }

  void note_columns(SQLite::Database& database, const std::string& table) {
    SQLite::Statement names(database, "SELECT name FROM pragma_table_info(?)");
    names.bind(1, table);
    while (names.executeStep()) columns_.emplace_back(table, names.getColumn(0).getString());
  }

  static std::size_t sum_of(const std::string& text) {
    std::size_t sum = 0;
    for (const char character : text) sum = sum * 31 + static_cast<unsigned char>(character);
    return sum;
  }

  const std::pair<std::string, std::string>& column(const std::string& name) const {
    for (const auto& one : columns_) {
      if (one.first + "." + one.second == name) return one;
    }
    return columns_[sum_of(name) % columns_.size()];
  }

  const std::string& object(const std::string& name) const {
    if (schema_.contains(name)) return schema_.find(name)->first;
    const auto index = static_cast<std::ptrdiff_t>(sum_of(name) % schema_.size());
    return std::next(schema_.begin(), index)->first;
  }

  /// Applies all SQL changes: values first, then declarations.
  std::string with_sql(const Plan& plan) const {
    const auto is_sql = [](const Line& line) {
      return line.what == "sql" || line.what == "set" || line.what == "schema";
    };
    if (std::none_of(plan.lines.begin(), plan.lines.end(), is_sql)) return sound_;
    DatabaseImage image(sound_);
    for (const Line& line : plan.lines) {
      if (line.what == "sql") image.run(line.rest);
      if (line.what != "set") continue;
      const Line words = split(line.rest);
      const auto& [table, name] = column(words.what);
      image.set(table, name, words.rest);
    }
    image.restore_schema(schema_);
    for (const Line& line : plan.lines) {
      if (line.what != "schema") continue;
      const Line words = split(line.rest);
      image.declare(object(words.what), words.rest);
    }
    return image.bytes();
  }

  DatabaseFiles make(const Plan& plan) const {
    DatabaseFiles files;
    files.database = plan.raw.empty() ? with_sql(plan) : plan.raw;
    for (const Line& line : plan.lines) {
      if (line.what == "patch") patch(files.database, line.rest);
      if (line.what == "page") {
        const Page changed = page(files.database, line.rest);
        put(files.database, (changed.number - 1) * page_size, changed.bytes);
      }
      if (line.what == "cut") cut(files.database, line.rest);
    }
    add_journal(plan, files);
    add_log(plan, files);
    return files;
  }

  void add_journal(const Plan& plan, DatabaseFiles& files) const {
    std::vector<Page> pages;
    std::string super;
    for (const Line& line : plan.lines) {
      if (line.what == "journal") pages.push_back(page(files.database, line.rest));
      if (line.what == "super") super = place_ + "/" + line.rest;
    }
    if (pages.empty() && super.empty()) return;
    const auto before = static_cast<std::uint32_t>(files.database.size() / page_size);
    files.journal = journal_of(pages, before, super);
    for (const Line& line : plan.lines) {
      if (line.what == "journal-patch") patch(files.journal, line.rest);
      if (line.what == "journal-cut") cut(files.journal, line.rest);
    }
  }

  static void add_log(const Plan& plan, DatabaseFiles& files) {
    std::vector<Page> pages;
    for (const Line& line : plan.lines) {
      if (line.what == "wal") pages.push_back(page(files.database, line.rest));
    }
    if (pages.empty()) return;
    files.log = log_of(pages, static_cast<std::uint32_t>(files.database.size() / page_size));
    put(files.database, 18, "\x02\x02");  // marks write-ahead logging
    for (const Line& line : plan.lines) {
      if (line.what == "wal-patch") patch(files.log, line.rest);
      if (line.what == "wal-cut") cut(files.log, line.rest);
    }
  }

  std::string sound_;
  std::string place_;
  std::map<std::string, std::string> schema_;                 // text by name
  std::vector<std::pair<std::string, std::string>> columns_;  // table and name
};

}  // namespace schiri
