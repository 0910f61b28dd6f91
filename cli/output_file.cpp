#include "cli/output_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "cli/command.h"

namespace schiri::cli {

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  if (path_ == "-") return;
  unfinished_path_ = path_ + ".unfinished-" + std::to_string(getpid());
  file_.open(unfinished_path_, std::ios::binary | std::ios::trunc);
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
  if (!file_ || std::rename(unfinished_path_.c_str(), path_.c_str()) != 0) {
    throw UnusableError(path_ + " cannot be written: " + std::strerror(errno));
  }
  unfinished_path_.clear();
}

}  // namespace schiri::cli
