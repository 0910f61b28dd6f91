#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <climits>
#include <exception>
#include <system_error>
#include <vector>

#include "notation/records/byte_source.h"

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

std::system_error failure(PackingError error, const std::string& name) {
  static const PackingCategory category;
  return {static_cast<int>(error), category, name};
}

[[noreturn]] void fail(PackingError error, const std::string& name) { throw failure(error, name); }

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

/// Bytes that are unpacked while they are read. What came out before something failed is handed out
/// first.
class UnpackedSource : public ByteSource {
 public:
  std::size_t read(char* buffer, std::size_t size) final {
    std::size_t got = 0;
    while (!failure_ && !at_end_ && got == 0) {
      try {
        at_end_ = !unpack(buffer, size, got);
      } catch (const std::system_error&) {
        failure_ = std::current_exception();
      }
    }
    if (got == 0 && failure_) std::rethrow_exception(failure_);
    return got;
  }

 protected:
  /// Unpacks some more and adds to `got` how much that is, also if it throws; false at the end.
  virtual bool unpack(char* buffer, std::size_t size, std::size_t& got) = 0;

 private:
  std::exception_ptr failure_;
  bool at_end_ = false;
};

/// What gzip has packed (RFC 1952), one member or several; zeros behind it are padding.
class GzipSource final : public UnpackedSource {
 public:
  GzipSource(std::unique_ptr<ByteSource> source, std::string name)
      : packed_(std::move(source), std::move(name)) {
    constexpr int gzip_alone = 16 + MAX_WBITS;
    if (inflateInit2(&stream_, gzip_alone) != Z_OK) fail(PackingError::memory, packed_.name());
  }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;
  ~GzipSource() override { inflateEnd(&stream_); }

 private:
  bool unpack(char* buffer, std::size_t size, std::size_t& got) override {
    const bool more = packed_.fill();
    const int status = inflate_some(buffer, size, got);
    if (status == Z_STREAM_END) return begin_next_member();
    if (status == Z_MEM_ERROR) fail(PackingError::memory, packed_.name());
    if (status != Z_OK && status != Z_BUF_ERROR) fail(PackingError::damaged, packed_.name());
    // Without new input what is left inside still comes out.
    if (!more && got == 0) fail(PackingError::cut_off, packed_.name());
    return true;
  }

  int inflate_some(char* buffer, std::size_t size, std::size_t& got) {
    const auto room = static_cast<uInt>(std::min<std::size_t>(size, INT_MAX));
    // zlib does not change its input, its interface is only older than const.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed_.data()));
    stream_.avail_in = static_cast<uInt>(packed_.size());
    stream_.next_out = reinterpret_cast<Bytef*>(buffer);
    stream_.avail_out = room;
    const int status = inflate(&stream_, Z_NO_FLUSH);
    packed_.drop(packed_.size() - stream_.avail_in);
    got += room - stream_.avail_out;
    return status;
  }

  bool begin_next_member() {
    while (packed_.fill() && *packed_.data() == '\0') packed_.drop(1);
    if (!packed_.fill()) return false;
    if (*packed_.data() != '\x1f') fail(PackingError::trailing, packed_.name());
    inflateReset(&stream_);
    return true;
  }

  PackedBytes packed_;
  z_stream stream_{};
};

/// What zstd has packed (RFC 8878), one frame or several.
class ZstdSource final : public UnpackedSource {
 public:
  ZstdSource(std::unique_ptr<ByteSource> source, std::string name)
      : packed_(std::move(source), std::move(name)), stream_(ZSTD_createDCtx(), ZSTD_freeDCtx) {
    if (!stream_) fail(PackingError::memory, packed_.name());
  }

 private:
  bool unpack(char* buffer, std::size_t size, std::size_t& got) override {
    // What is left inside comes out first: a call that fails does not tell what it has written.
    if (wanted_ > 0) got += decompress(buffer, size, 0);
    if (got > 0) return true;
    if (!packed_.fill()) {
      if (wanted_ > 0) fail(PackingError::cut_off, packed_.name());
      return false;
    }
    got += decompress(buffer, size, next_step());
    return true;
  }

  /// For the same reason no call sees more than one block: the next one's header, which is wanted
  /// with it, has to wait.
  std::size_t next_step() const {
    constexpr std::size_t block_header = 3;
    const std::size_t step = wanted_ > block_header ? wanted_ - block_header : block_header;
    return std::min(step, packed_.size());
  }

  /// Takes so many packed bytes, at most; returns how much came out.
  std::size_t decompress(char* buffer, std::size_t size, std::size_t taken) {
    ZSTD_outBuffer out{buffer, size, 0};
    ZSTD_inBuffer in{packed_.data(), taken, 0};
    const std::size_t status = ZSTD_decompressStream(stream_.get(), &out, &in);
    packed_.drop(in.pos);
    if (ZSTD_isError(status)) fail(PackingError::damaged, packed_.name());
    wanted_ = status;
    return out.pos;
  }

  PackedBytes packed_;
  std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> stream_;
  std::size_t wanted_ = 0;  ///< how many bytes zstd asks for, 0 between two frames
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
