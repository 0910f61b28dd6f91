#include "tests/support/database.h"

#include <sstream>
#include <stdexcept>

namespace {

std::string output_of(const Words& words) {
  const Run run = run_schiri(words);
  if (run.status != 0) throw std::runtime_error(run.err);
  return run.out;
}

}  // namespace

std::vector<Json> json_lines(const std::string& text) {
  std::vector<Json> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(Json::parse(line));
  return lines;
}

std::string exported(const std::string& db) {
  return output_of({"db", "export", "--db", db, "--no-times"});
}

std::vector<Json> games_of(const std::string& db) {
  return json_lines(output_of({"db", "query", "games", "--db", db, "--format", "json"}));
}

Run verify(const std::string& db) { return run_schiri({"tournament", "verify", "--db", db}); }
