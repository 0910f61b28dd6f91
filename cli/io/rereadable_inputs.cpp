#include "cli/io/rereadable_inputs.h"

#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "notation/records/byte_source.h"

namespace schiri::cli {

namespace {

/// An empty file of its own name in the folder for temporary files.
std::string make_temporary_file() {
  std::string path = (std::filesystem::temp_directory_path() / "schiri-XXXXXX").string();
  const int descriptor = mkstemp(path.data());
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), path);
  close(descriptor);
  return path;
}

}  // namespace

RereadableInputs::RereadableInputs(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    std::error_code error;
    const auto kind = std::filesystem::status(file, error).type();
    // What is not there is for the reader to complain about.
    const bool stays = file != "-" && kind != std::filesystem::file_type::fifo &&
                       kind != std::filesystem::file_type::character &&
                       kind != std::filesystem::file_type::socket;
    paths_.push_back(stays ? file : copy(file));
  }
}

RereadableInputs::~RereadableInputs() {
  for (const auto& [path, name] : names_) std::remove(path.c_str());
}

std::string RereadableInputs::name_of(const std::string& path) const {
  for (const auto& [copy, name] : names_) {
    if (path == copy || path.starts_with(copy + "/")) return name + path.substr(copy.size());
  }
  return path;
}

std::string RereadableInputs::copy(const std::string& file) {
  const std::string path = make_temporary_file();
  names_[path] = file;
  FileSource source(file);
  std::ofstream out(path, std::ios::binary);
  std::string buffer(std::size_t{1} << 18, '\0');
  while (const std::size_t size = source.read(buffer.data(), buffer.size())) {
    out.write(buffer.data(), static_cast<std::streamsize>(size));
  }
  if (!out.flush()) throw std::system_error(errno, std::generic_category(), path);
  return path;
}

}  // namespace schiri::cli
