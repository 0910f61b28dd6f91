#include "cli/output_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>

#include "cli/command.h"

namespace schiri::cli {

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  if (path_ == "-") return;
  // A device, a pipe or a link is written to, never replaced.
  const auto kind = std::filesystem::symlink_status(path_).type();
  const bool replaceable =
      kind == std::filesystem::file_type::not_found || kind == std::filesystem::file_type::regular;
  if (replaceable) unfinished_path_ = path_ + ".unfinished-" + std::to_string(getpid());
  file_.open(replaceable ? unfinished_path_ : path_, std::ios::binary | std::ios::trunc);
  if (!file_) throw UnusableError(path_ + " cannot be written: " + std::strerror(errno));
}

OutputFile::~OutputFile() {
  if (!unfinished_path_.empty()) std::remove(unfinished_path_.c_str());
}

std::ostream& OutputFile::stream() {
  if (path_ == "-") return std::cout;
  return file_;
}

void OutputFile::commit() {
  if (path_ == "-") return;
  file_.close();
  const bool moved =
      unfinished_path_.empty() || std::rename(unfinished_path_.c_str(), path_.c_str()) == 0;
  if (!file_ || !moved) {
    throw UnusableError(path_ + " cannot be written: " + std::strerror(errno));
  }
  unfinished_path_.clear();
}

}  // namespace schiri::cli
