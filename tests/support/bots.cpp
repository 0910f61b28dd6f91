#include "tests/support/bots.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cctype>
#include <chrono>
#include <thread>

std::string scripted_bot(const std::string& fault, const TemporaryDirectory& directory) {
  return std::string("cmd=\"") + SCHIRI_SCRIPTED_BOT + " creeper '" + fault + "' " +
         directory.file("mark") + "\"";
}

int processes_marked(const TemporaryDirectory& directory) {
  int found = 0;
  for (const auto& process : std::filesystem::directory_iterator("/proc")) {
    const std::string name = process.path().filename();
    if (!std::isdigit(static_cast<unsigned char>(name[0]))) continue;
    std::ifstream file(process.path() / "cmdline", std::ios::binary);
    // Unlike an iterator this does not throw if the process has ended meanwhile.
    std::string words;
    std::getline(file, words);
    found += words.find(directory.file("mark")) != words.npos;
  }
  return found;
}

bool all_gone(const TemporaryDirectory& directory) {
  for (int i = 0; i < 1000; ++i) {
    if (processes_marked(directory) == 0) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

std::vector<Failure> failures_of(const std::string& db) {
  std::vector<Failure> failures;
  SQLite::Database database(db, SQLite::OPEN_READONLY);
  SQLite::Statement row(database, "SELECT player, remark, standard_error, protocol FROM failures");
  while (row.executeStep()) {
    failures.push_back({row.getColumn(0).getString(), row.getColumn(1).getString(),
                        row.getColumn(2).getString(), row.getColumn(3).getString()});
  }
  return failures;
}
