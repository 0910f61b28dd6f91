#include "core/base/files/whole_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "core/base/descriptor.h"
#include "tests/catch.h"

namespace whole_file_test {

TEST_CASE("files: a file is written and read whole or not at all") {
  const TemporaryDirectory directory;
  const Descriptor file(
      open(directory.file("a").c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  REQUIRE(file.is_open());
  const std::string text = std::string(200'000, 'a') + '\0' + "end";
  REQUIRE(write_to_disk(file.number(), text));
  const auto read_again = [&](std::size_t most) {
    REQUIRE(lseek(file.number(), 0, SEEK_SET) == 0);
    return read_descriptor(file.number(), most);
  };
  CHECK((read_again(text.size()) == text));
  CHECK(!read_again(text.size() - 1));
  CHECK(errno == EFBIG);
}

TEST_CASE("files: a failed read or write sets errno") {
  const Descriptor folder(open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  CHECK(!read_descriptor(folder.number(), 10));
  CHECK(errno == EISDIR);
  const Descriptor full(open("/dev/full", O_WRONLY | O_CLOEXEC));
  CHECK(!write_all(full.number(), "text"));
  CHECK(errno == ENOSPC);
  CHECK(write_all(full.number(), ""));
}

}  // namespace whole_file_test
