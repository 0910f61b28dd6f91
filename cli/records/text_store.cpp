#include "cli/records/text_store.h"

#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "core/base/files/whole_file.h"

namespace schiri::cli {

namespace {

[[noreturn]] void fail(int error) {
  throw std::system_error(error, std::generic_category(), "a temporary file");
}

}  // namespace

std::uint64_t TextStore::add(std::string_view text) {
  if (!recent_.empty() && recent_.size() + text.size() > most_in_memory) move_to_file();
  const std::uint64_t place = in_file_ + recent_.size();
  recent_ += text;
  return place;
}

void TextStore::move_to_file() {
  if (!file_) file_.emplace();
  if (!write_all(file_->number(), recent_)) fail(errno);
  in_file_ += recent_.size();
  recent_.clear();
}

std::string_view TextStore::read(std::uint64_t place, std::size_t size) {
  if (place >= in_file_) return std::string_view(recent_).substr(place - in_file_, size);
  found_.resize(size);
  for (std::size_t done = 0; done < size;) {
    const ssize_t read =
        pread(file_->number(), found_.data() + done, size - done, static_cast<off_t>(place + done));
    if (read < 0 && errno == EINTR) continue;
    if (read <= 0) fail(read < 0 ? errno : EIO);
    done += static_cast<std::size_t>(read);
  }
  return found_;
}

}  // namespace schiri::cli
