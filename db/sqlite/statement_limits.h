#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace SQLite {
class Database;
}

namespace schiri::db {

/// Makes SQLite distrust the content of a database, which any user may have written
/// (https://www.sqlite.org/security.html): no writable schema, no trusted functions, no extensions,
/// checked pages, limits of lengths and of programs, and only functions that compute. Triggers and
/// views stay off until `trust_schema`. For every connection, right after it is opened. Throws
/// SQLite::Exception.
void harden(SQLite::Database& database);

/// Lets triggers and views run: call it when the schema is known to be schiri's own.
void trust_schema(SQLite::Database& database);

/// The permissions of a statement.
enum class Allowed {
  anything,      ///< all that this program does with its own tables
  reading_only,  ///< no PRAGMA, ATTACH or transaction either
};
/// Sets the permissions of statements that are prepared from now on. Prepared ones are prepared
/// again.
void allow(SQLite::Database& database, Allowed what);

/// Counts the steps of a connection's virtual machine and ends work that takes more of them than
/// the size of the file explains, so that malicious rows end in an error.
class StepBudget {
 public:
  /// The steps permitted for any work: some ten seconds.
  static constexpr std::uint64_t base = 1'000'000'000;
  /// The additional steps for each page of the file: an honest database needs about a thousand.
  static constexpr std::uint64_t for_page = 1'000'000;

  StepBudget() = default;
  StepBudget(const StepBudget&) = delete;
  StepBudget& operator=(const StepBudget&) = delete;

  /// Watches a connection, which must not outlive this.
  void watch(SQLite::Database& database);
  /// Restarts the count.
  void renew() { steps_ = 0; }
  /// Also ends work at this time, until it is set again.
  void end_at(std::optional<std::chrono::steady_clock::time_point> time) { end_ = time; }
  bool is_used_up() const { return steps_ > most_; }

 private:
  static int count(void* self);

  std::uint64_t steps_ = 0;
  std::uint64_t most_ = base;
  std::optional<std::chrono::steady_clock::time_point> end_;
};

}  // namespace schiri::db
