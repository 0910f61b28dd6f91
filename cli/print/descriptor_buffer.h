#pragma once

#include <array>
#include <streambuf>

namespace schiri::cli {

/// A stream buffer that writes to a descriptor, which it owns. Unlike std::filebuf it accepts any
/// descriptor and keeps the error of writing.
class DescriptorBuffer final : public std::streambuf {
 public:
  explicit DescriptorBuffer(int descriptor);
  DescriptorBuffer(const DescriptorBuffer&) = delete;
  DescriptorBuffer& operator=(const DescriptorBuffer&) = delete;
  ~DescriptorBuffer() override { close(); }

  /// -1 if it is closed.
  int descriptor() const { return descriptor_; }
  /// The first error, as in errno; 0 if everything could be written.
  int error() const { return error_; }
  /// Writes the rest and closes. Returns false if something could not be written.
  bool close();

 protected:
  int_type overflow(int_type character) override;
  int sync() override;

 private:
  bool write_out();

  int descriptor_;
  std::array<char, 1 << 16> room_;
  int error_ = 0;
};

}  // namespace schiri::cli
