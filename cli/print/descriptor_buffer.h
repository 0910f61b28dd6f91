#pragma once

#include <array>
#include <streambuf>

namespace schiri::cli {

/// What is written to a stream goes to a descriptor, which it owns. Unlike std::filebuf it takes
/// any descriptor and says why writing failed.
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
  /// Writes what is left and closes. False if something could not be written.
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
