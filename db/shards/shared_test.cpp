#include "db/shards/shared_test.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <set>
#include <sstream>
#include <system_error>
#include <utility>

#include "core/base/descriptor.h"
#include "core/base/errors.h"
#include "core/tournament/stop_rule.h"
#include "db/shards/shard_folder.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/records/source/byte_source.h"
#include "notation/text/printable.h"

namespace schiri::db {

namespace {

namespace fs = std::filesystem;

std::string decision_in(const std::string& folder) { return folder + "/decided"; }
/// The time of this file is that of the last examination of all databases.
std::string examined_in(const std::string& folder) { return folder + "/looked"; }

/// The text of a small file; empty if the file cannot be read.
std::string text_of(const std::string& path) {
  constexpr std::size_t most_bytes = std::size_t{1} << 20;
  try {
    FileSource file(path, FileSource::Kind::file);
    return read_all(file, most_bytes).value_or("");
  } catch (const std::system_error&) {
    return "";
  }
}

/// Size and time of a database and its log, which change whenever something is stored.
std::string version_of(const std::string& database) {
  std::string state;
  for (const char* ending : {"", "-wal"}) {
    std::error_code none;
    const auto size = fs::file_size(database + ending, none);
    const auto time = fs::last_write_time(database + ending, none);
    const auto ticks = static_cast<std::int64_t>(time.time_since_epoch().count());
    state += std::to_string(size) + ' ' + std::to_string(ticks) + ' ';
  }
  return state;
}

/// Empty if the database has another tournament; nullopt if it cannot be read now.
std::optional<std::vector<StoredResult>> results_in(const std::string& database,
                                                    const TournamentConfig& config) {
  try {
    const Store store(database, Store::Mode::read);
    const auto event = find_tournament(store, config.name);
    if (!event || config_of(store, *event) != config) return std::vector<StoredResult>();
    return db::stored_results(store, *event);
  } catch (const std::runtime_error&) {
    // The file may be being replaced; `collect` reports a damaged database.
    return std::nullopt;
  }
}

}  // namespace

SharedTest::SharedTest(const Contest& contest, std::string folder, const Shard& own,
                       std::chrono::duration<double> interval)
    : contest_(contest), folder_(std::move(folder)), own_(own), interval_(interval) {}

OtherParts SharedTest::check(std::uint64_t done) {
  constexpr std::chrono::duration<double> second{1};
  const auto now = std::chrono::steady_clock::now();
  if (!begun_) begun_ = now;
  if (asked_ && now - *asked_ < std::min(interval_, second)) return OtherParts::playing;
  asked_ = now;
  if (!decided(folder_) && is_due()) judge();
  if (decided(folder_)) return OtherParts::decided;
  const bool has_played = now - *begun_ >= interval_;
  return has_played && is_far_ahead(done) ? OtherParts::behind : OtherParts::playing;
}

/// One examination of the databases serves all parts: the time of the last one is that of a file.
bool SharedTest::is_due() const {
  std::error_code none;
  const auto last = fs::last_write_time(examined_in(folder_), none);
  const auto now = fs::file_time_type::clock::now();
  return none || now - last >= interval_ || now < last;
}

void SharedTest::judge() {
  claim();
  read_parts();
  note();
  std::vector<StoredResult> results;
  for (const auto& [file, part] : parts_) {
    results.insert(results.end(), part.results.begin(), part.results.end());
  }
  if (const auto game = deciding_game(contest_, results)) set_decided(folder_, *game);
}

/// Sets the file of the last examination to the current time by the clock of the storage; its text
/// stays.
void SharedTest::claim() const {
  const std::string path = examined_in(folder_);
  const Descriptor file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (file.is_open() && ::write(file.number(), "\n", 1) == 1) return;
  throw UnusableError(message("{0} cannot be written (--peers)", printable(path, 4096)));
}

/// Writes a line for each part: its database and the number of its games.
void SharedTest::note() const {
  std::string text;
  for (const auto& [name, part] : parts_) {
    text += fs::path(name).filename().string() + ' ' + std::to_string(part.results.size()) + '\n';
  }
  replace_file(examined_in(folder_), text);
}

/// Whether this part has more than twice as many games as another one, by the last examination; a
/// part without a database has none.
bool SharedTest::is_far_ahead(std::uint64_t done) const {
  constexpr std::uint64_t few = 16;
  std::istringstream file(text_of(examined_in(folder_)));
  const std::string own = shard_name(own_.index);
  std::uint64_t others = 0, least = std::numeric_limits<std::uint64_t>::max();
  std::string name;
  for (std::uint64_t games = 0; file >> name >> games;) {
    if (name == own) continue;
    ++others;
    least = std::min(least, games);
  }
  if (others + 1 < own_.count) least = 0;
  return done > few && (done - few) / 2 > least;
}

void SharedTest::read_parts() {
  std::error_code error;
  for (fs::directory_iterator file(folder_, error), end; !error && file != end;
       file.increment(error)) {
    if (!is_shard_name(file->path().filename().string())) continue;
    const std::string path = file->path().string();
    std::string state = version_of(path);
    Part& part = parts_[path];
    if (part.state == state) continue;
    // What was read before stays until the file can be read again.
    if (auto results = results_in(path, contest_.config())) {
      part = {std::move(state), *std::move(results)};
    }
  }
}

std::optional<std::uint64_t> SharedTest::decided(const std::string& folder) {
  std::istringstream file(text_of(decision_in(folder)));
  std::uint64_t game = 0;
  return file >> game ? std::optional(game) : std::nullopt;
}

void SharedTest::set_decided(const std::string& folder, std::uint64_t game) {
  replace_file(decision_in(folder), std::to_string(game) + '\n');
}

bool SharedTest::uses(const std::string& folder, const std::string& file) {
  const fs::path path = fs::path(file).lexically_normal();
  return path == decision_in(folder) || path == examined_in(folder);
}

std::optional<std::uint64_t> deciding_game(const Contest& contest,
                                           const std::vector<StoredResult>& results) {
  auto rule = make_stop_rule(contest.config());
  if (!rule) return std::nullopt;
  Judge judge(std::move(rule));
  const auto schedule = contest.schedule();
  std::set<std::uint64_t> seen;
  for (const StoredResult& game : results) {
    const bool is_planned = game.number >= 1 && game.number <= schedule->paired();
    if (!is_planned || !seen.insert(game.number).second) continue;
    judge.add({schedule->game(game.number), evidence_of(game), game.hash});
  }
  return judge.end();
}

}  // namespace schiri::db
