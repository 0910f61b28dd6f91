#include "cli/input/rereadable_inputs.h"

#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "core/base/files/whole_file.h"
#include "notation/records/source/byte_source.h"

namespace schiri::cli {

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
  const TemporaryFile& made = copies_.emplace_back();
  const std::string path = made.path();
  names_[path] = file;
  FileSource source(file);
  std::string buffer(std::size_t{1} << 18, '\0');
  while (const std::size_t size = source.read(buffer.data(), buffer.size())) {
    if (!write_all(made.number(), std::string_view(buffer).substr(0, size))) {
      throw std::system_error(errno, std::generic_category(), "a temporary file");
    }
  }
  return path;
}

}  // namespace schiri::cli
