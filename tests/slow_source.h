#pragma once

#include <algorithm>
#include <string>

#include "notation/records/source/byte_source.h"

/// A source that returns a text in pieces of a few bytes.
class SlowSource final : public schiri::ByteSource {
 public:
  SlowSource(std::string text, std::size_t step) : text_(std::move(text)), step_(step) {}
  std::size_t fetch(char* buffer, std::size_t size) override {
    const std::size_t taken = std::min({size, step_, text_.size() - at_});
    std::copy_n(text_.data() + at_, taken, buffer);
    at_ += taken;
    return taken;
  }

 private:
  std::string text_;
  std::size_t step_;
  std::size_t at_ = 0;
};
