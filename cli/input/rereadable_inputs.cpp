#include "cli/input/rereadable_inputs.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "core/base/files/whole_file.h"
#include "notation/records/source/byte_source.h"

namespace schiri::cli {

namespace {

[[noreturn]] void fail(const std::string& path) {
  throw std::system_error(errno, std::generic_category(), path);
}

}  // namespace

std::string RereadableInputs::Copy::path() const {
  return name.is_set() ? name.path() : "/proc/self/fd/" + std::to_string(file.number());
}

RereadableInputs::Copy RereadableInputs::make_copy() {
  const std::string folder = std::filesystem::temp_directory_path().string();
  Copy made;
  made.file = Descriptor(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (made.file.is_open() && ::access(made.path().c_str(), R_OK) == 0) return made;
  made.name = TemporaryName(folder);
  made.file = Descriptor(
      ::open(made.name.path().c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!made.file.is_open()) fail(folder);
  return made;
}

RereadableInputs::RereadableInputs(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    std::error_code error;
    const auto kind = std::filesystem::status(file, error).type();
    // The reader reports a missing file.
    const bool stays = file != "-" && kind != std::filesystem::file_type::fifo &&
                       kind != std::filesystem::file_type::character &&
                       kind != std::filesystem::file_type::socket;
    paths_.push_back(stays ? file : copy(file));
  }
}

std::string RereadableInputs::name_of(const std::string& path) const {
  for (const auto& [copy, name] : names_) {
    if (path == copy || path.starts_with(copy + "/")) return name + path.substr(copy.size());
  }
  return path;
}

std::string RereadableInputs::copy(const std::string& file) {
  const Copy& made = copies_.emplace_back(make_copy());
  const std::string path = made.path();
  names_[path] = file;
  FileSource source(file);
  std::string buffer(std::size_t{1} << 18, '\0');
  while (const std::size_t size = source.read(buffer.data(), buffer.size())) {
    if (!write_all(made.file.number(), std::string_view(buffer).substr(0, size))) {
      fail("a temporary file");
    }
  }
  return path;
}

}  // namespace schiri::cli
