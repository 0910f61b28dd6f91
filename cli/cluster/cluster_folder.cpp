#include "cli/cluster/cluster_folder.h"

#include <filesystem>
#include <system_error>

#include "cli/line/command.h"
#include "cli/print/json.h"
#include "cli/print/output_file.h"
#include "cli/trust/signature.h"
#include "core/base/characters.h"
#include "core/base/errors.h"
#include "core/base/system_message.h"
#include "db/shards/shard_folder.h"
#include "db/shards/shared_test.h"
#include "db/tournament/settings_file.h"
#include "notation/records/source/byte_source.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

namespace fs = std::filesystem;

void write_file(const std::string& path, const std::string& text) {
  OutputFile file(path, {}, OutputFile::Link::replace);
  file.stream() << text;
  file.commit();
}

Json read_note(const std::string& path) {
  constexpr std::size_t most_bytes = std::size_t{16} << 20;
  FileSource file(path, FileSource::Kind::file);
  const auto text = read_all(file, most_bytes);
  const auto note = text ? Json::parse_if_valid(*text) : std::nullopt;
  if (!note || !note->is_object())
    throw UnusableError(message("{0} cannot be read", printable(path, 4096)));
  return *note;
}

/// Throws UnusableError for anything except a file, because reading a pipe would block.
void require_file(const std::string& path) {
  if (fs::is_regular_file(path)) return;
  throw UnusableError(message("{0} is not a file", printable(path, 4096)));
}

}  // namespace

ClusterFolder::ClusterFolder(std::string path, TournamentConfig config, std::uint64_t shards,
                             std::string database)
    : path_(fs::absolute(path).lexically_normal().string()),
      config_(std::move(config)),
      shards_(shards),
      database_(database.empty() ? path_ + "/event.db" : fs::absolute(database).string()) {}

std::string ClusterFolder::default_path(const std::string& event_file) {
  return fs::path(event_file).replace_extension().string();
}

ClusterFolder ClusterFolder::open(const std::string& path_or_event_file) {
  std::string path = path_or_event_file;
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  if (!fs::is_directory(path)) path = default_path(path);
  if (!db::is_submitted(path)) {
    throw InputError(message(
        "{0}: no tournament was submitted from this folder; 'schiri tournament submit' submits one",
        printable(path_or_event_file, 4096)));
  }
  const Json note = read_note(db::submission_file(path));
  try {
    require_file(path + "/event.json");
    ClusterFolder folder(path, db::read_tournament_file(path + "/event.json").config(),
                         note.at("shards").get<std::uint64_t>(),
                         note.at("database").get<std::string>());
    if (note.contains("signature")) folder.signature_ = note.at("signature").text();
    for (const Json& jobs : note.at("jobs")) {
      folder.submissions_.push_back({jobs.at("stage").get<std::uint64_t>(),
                                     jobs.at("array").get<std::string>(),
                                     jobs.at("collecting").get<std::string>()});
    }
    return folder;
  } catch (const JsonError& error) {
    throw UnusableError(message("{0}: {1}", printable(db::submission_file(path), 4096),
                                printable(message_of(error))));
  }
}

std::string ClusterFolder::shard(std::uint64_t index) const {
  return path_ + '/' + db::shard_name(index);
}

bool ClusterFolder::uses(const std::string& file) const {
  const fs::path path = fs::path(file).lexically_normal();
  for (const std::string& own :
       {event_file(), db::submission_file(path_), array_script(), collecting_script()}) {
    if (path == own) return true;
  }
  if (db::SharedTest::uses(path_, file)) return true;
  return path.parent_path() == path_ && db::is_shard_name(path.filename().string());
}

StoredCommands ClusterFolder::commands() const {
  return commands_in_files(message("the folder {0}", path_),
                           {event_file(), array_script(), collecting_script()},
                           {array_script(), collecting_script()}, signature_);
}

void ClusterFolder::sign() { signature_ = signature_of(commands().text).value_or(""); }

std::string ClusterFolder::job_name() const {
  std::string name = "schiri-";
  for (const char c : fs::path(path_).filename().string()) {
    const bool plain = is_letter(c) || is_digit(c) || c == '-' || c == '_' || c == '.';
    name += plain ? c : '_';
  }
  return name;
}

std::string ClusterFolder::node_of(std::uint64_t index) const {
  const std::string key = "node: ";
  std::string node;
  try {
    FileSource file(log(std::to_string(index)), FileSource::Kind::file);
    LineSource lines(file);
    std::string line;
    for (bool too_long = false; lines.next(line, 4096, too_long);) {
      if (line.starts_with(key)) node = line.substr(key.size(), line.find(',') - key.size());
    }
  } catch (const std::system_error&) {
    // A part that has not begun has no log.
  }
  return printable(node);
}

void ClusterFolder::create() const {
  std::error_code error;
  fs::create_directories(path_ + "/log", error);
  if (error)
    throw UnusableError(message("{0}: {1}", printable(path_, 4096), system_message(error)));
  Json event = Json::parse(signed_plan(config_));
  // Written explicitly, so that a reader of the file does not use the default limit.
  if (!config_.max_turns) event["max-turns"] = 0;
  write_file(event_file(), event.dump() + "\n");
}

void ClusterFolder::save() const {
  Json note = {{"shards", shards_}, {"database", database_}, {"jobs", Json::array()}};
  for (const Submission& jobs : submissions_) {
    note["jobs"].push_back(
        {{"stage", jobs.stage}, {"array", jobs.array}, {"collecting", jobs.collecting}});
  }
  if (!signature_.empty()) note["signature"] = signature_;
  write_file(db::submission_file(path_), note.dump(2) + "\n");
}

}  // namespace schiri::cli
