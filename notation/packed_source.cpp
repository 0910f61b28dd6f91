#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <climits>
#include <system_error>
#include <vector>

#include "notation/byte_source.h"

namespace schiri {

namespace {

enum class PackingError { damaged = 1, cut_off, trailing, unknown, memory };

/// What can be wrong with a packed file, for std::system_error.
class PackingCategory final : public std::error_category {
 public:
  const char* name() const noexcept override { return "packing"; }
  std::string message(int condition) const override {
    switch (static_cast<PackingError>(condition)) {
      case PackingError::damaged:
        return "the packed file is damaged; only what stands before the damage was read";
      case PackingError::cut_off:
        return "the packed file ends too early; what is there was read";
      case PackingError::trailing:
        return "something else follows the packed data; what stands before it was read";
      case PackingError::unknown:
        return "it is packed in a way that is not read here (only gzip and zstd are); unpack it";
      case PackingError::memory:
        break;
    }
    return "there is not enough memory to unpack it";
  }
};

[[noreturn]] void fail(PackingError error, const std::string& name) {
  static const PackingCategory category;
  throw std::system_error(static_cast<int>(error), category, name);
}

/// Bytes that were looked at already, then the rest of the source.
class PeekedSource final : public ByteSource {
 public:
  explicit PeekedSource(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {
    while (size_ < sizeof peeked_) {
      const std::size_t got = source_->read(peeked_ + size_, sizeof peeked_ - size_);
      if (got == 0) break;
      size_ += got;
    }
  }

  std::string_view peeked() const { return {peeked_, size_}; }

  std::size_t read(char* buffer, std::size_t size) override {
    if (at_ == size_) return source_->read(buffer, size);
    const std::size_t taken = std::min(size, size_ - at_);
    std::copy_n(peeked_ + at_, taken, buffer);
    at_ += taken;
    return taken;
  }

 private:
  std::unique_ptr<ByteSource> source_;
  char peeked_[6];
  std::size_t size_ = 0;
  std::size_t at_ = 0;
};

/// Packed bytes, read in pieces.
class PackedBytes {
 public:
  PackedBytes(std::unique_ptr<ByteSource> source, std::string name)
      : source_(std::move(source)), name_(std::move(name)), buffer_(std::size_t{1} << 17) {}

  /// Makes sure that there is something unless the source is at its end.
  bool fill() {
    if (at_ < size_) return true;
    at_ = 0;
    size_ = source_->read(buffer_.data(), buffer_.size());
    return size_ > 0;
  }
  const char* data() const { return buffer_.data() + at_; }
  std::size_t size() const { return size_ - at_; }
  void drop(std::size_t count) { at_ += count; }
  const std::string& name() const { return name_; }

 private:
  std::unique_ptr<ByteSource> source_;
  std::string name_;
  std::vector<char> buffer_;
  std::size_t at_ = 0;
  std::size_t size_ = 0;
};

/// What gzip has packed (RFC 1952), one member or several; zeros behind it are padding.
class GzipSource final : public ByteSource {
 public:
  GzipSource(std::unique_ptr<ByteSource> source, std::string name)
      : packed_(std::move(source), std::move(name)) {
    constexpr int gzip_alone = 16 + MAX_WBITS;
    if (inflateInit2(&stream_, gzip_alone) != Z_OK) fail(PackingError::memory, packed_.name());
  }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;
  ~GzipSource() override { inflateEnd(&stream_); }

  std::size_t read(char* buffer, std::size_t size) override {
    while (!at_end_) {
      if (!packed_.fill()) fail(PackingError::cut_off, packed_.name());
      if (const std::size_t got = inflate_some(buffer, size)) return got;
    }
    return 0;
  }

 private:
  std::size_t inflate_some(char* buffer, std::size_t size) {
    const auto room = static_cast<uInt>(std::min<std::size_t>(size, INT_MAX));
    // zlib does not change its input, its interface is only older than const.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed_.data()));
    stream_.avail_in = static_cast<uInt>(packed_.size());
    stream_.next_out = reinterpret_cast<Bytef*>(buffer);
    stream_.avail_out = room;
    const int status = inflate(&stream_, Z_NO_FLUSH);
    packed_.drop(packed_.size() - stream_.avail_in);
    if (status == Z_STREAM_END) {
      begin_next_member();
    } else if (status == Z_MEM_ERROR) {
      fail(PackingError::memory, packed_.name());
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      fail(PackingError::damaged, packed_.name());
    }
    return room - stream_.avail_out;
  }

  void begin_next_member() {
    while (packed_.fill() && *packed_.data() == '\0') packed_.drop(1);
    at_end_ = !packed_.fill();
    if (at_end_) return;
    if (*packed_.data() != '\x1f') fail(PackingError::trailing, packed_.name());
    inflateReset(&stream_);
  }

  PackedBytes packed_;
  z_stream stream_{};
  bool at_end_ = false;
};

/// What zstd has packed (RFC 8878), one frame or several.
class ZstdSource final : public ByteSource {
 public:
  ZstdSource(std::unique_ptr<ByteSource> source, std::string name)
      : packed_(std::move(source), std::move(name)), stream_(ZSTD_createDCtx(), ZSTD_freeDCtx) {
    if (!stream_) fail(PackingError::memory, packed_.name());
  }

  std::size_t read(char* buffer, std::size_t size) override {
    ZSTD_outBuffer out{buffer, size, 0};
    while (out.pos == 0) {
      // Without new input what is left inside still comes out.
      const bool more = packed_.fill();
      if (!more && !within_frame_) return 0;
      ZSTD_inBuffer in{packed_.data(), packed_.size(), 0};
      const std::size_t status = ZSTD_decompressStream(stream_.get(), &out, &in);
      packed_.drop(in.pos);
      if (ZSTD_isError(status)) fail(PackingError::damaged, packed_.name());
      within_frame_ = status != 0;
      if (!more && within_frame_ && out.pos == 0) fail(PackingError::cut_off, packed_.name());
    }
    return out.pos;
  }

 private:
  PackedBytes packed_;
  std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> stream_;
  bool within_frame_ = false;
};

bool is_zstd(std::string_view front) {
  if (front.size() < 4) return false;
  // A frame, or one of the sixteen kinds of frames to be skipped.
  return front.substr(0, 4) == "\x28\xb5\x2f\xfd" ||
         (front.substr(1, 3) == "\x2a\x4d\x18" && (front[0] & 0xf0) == 0x50);
}

bool is_other_packing(std::string_view front) {
  const auto begins = [&](std::string_view magic) {
    return front.substr(0, magic.size()) == magic;
  };
  return begins(
             "\xfd"
             "7zXZ") ||
         (begins("BZh") && front.size() > 4 && front.substr(4) == "1A") || begins("PK\x03\x04") ||
         begins("7z\xbc\xaf\x27\x1c") || begins("\x04\x22\x4d\x18");
}

}  // namespace

std::unique_ptr<ByteSource> unpacked(std::unique_ptr<ByteSource> source, const std::string& name) {
  auto peeked = std::make_unique<PeekedSource>(std::move(source));
  const std::string_view front = peeked->peeked();
  if (front.substr(0, 2) == "\x1f\x8b") {
    return std::make_unique<GzipSource>(std::move(peeked), name);
  }
  if (is_zstd(front)) return std::make_unique<ZstdSource>(std::move(peeked), name);
  if (is_other_packing(front)) fail(PackingError::unknown, name);
  return peeked;
}

}  // namespace schiri
