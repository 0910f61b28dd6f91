#pragma once

#include <unistd.h>

#include <cerrno>
#include <utility>

namespace schiri {

/// A file descriptor, closed by the destructor. Where it is made it reads errno, which the next
/// call may change.
class Descriptor {
 public:
  Descriptor() = default;
  /// As a call of the system has returned it: -1 is an error.
  explicit Descriptor(int number) : number_(number), error_(number < 0 ? errno : 0) {}
  Descriptor(Descriptor&& other) noexcept
      : number_(std::exchange(other.number_, -1)), error_(other.error_) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    std::swap(error_, other.error_);
    return *this;
  }
  ~Descriptor() { close(); }

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  /// The errno of the call that has made none, otherwise 0.
  int error() const { return error_; }
  /// Releases the descriptor; the caller must close it.
  int release() { return std::exchange(number_, -1); }
  void close() {
    if (is_open()) ::close(number_);
    number_ = -1;
  }

 private:
  int number_ = -1;
  int error_ = 0;
};

}  // namespace schiri
