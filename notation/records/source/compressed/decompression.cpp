#include "notation/records/source/compressed/decompression.h"

#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <climits>
#include <exception>
#include <string_view>
#include <vector>

namespace schiri {

namespace {

class CompressionCategory final : public std::error_category {
 public:
  const char* name() const noexcept override { return "compression"; }
  std::string message(int condition) const override {
    switch (static_cast<CompressionError>(condition)) {
      case CompressionError::damaged:
        return "the compressed file is damaged; only the part before the damage was read";
      case CompressionError::cut_off:
        return "the compressed file is truncated; only the part before its end was read";
      case CompressionError::trailing:
        return "other data follows the compressed data; only the part before it was read";
      case CompressionError::unknown:
        return "the compression format is not supported (only gzip, zstd, bzip2, xz, zip and tar "
               "are); decompress the file";
      case CompressionError::locked:
        return "the archive is protected by a password; extract it";
      case CompressionError::window:
        return "the window of the zstd file is larger than 128 MiB; decompress it by 'zstd -d "
               "--long=31'";
      case CompressionError::memory:
        break;
    }
    return "there is not enough memory to decompress the file";
  }
};

/// libarchive would decompress as well, but it loses up to 64 KiB of text before any damage.
class DecompressingSource : public ByteSource {
 public:
  DecompressingSource(std::unique_ptr<ByteSource> source, const std::string& name)
      : source_(std::move(source)), name_(name), buffer_(std::size_t{1} << 17) {}

  std::size_t read(char* buffer, std::size_t size) final {
    std::size_t got = 0;
    while (!failure_ && !at_end_ && got == 0) {
      try {
        at_end_ = !decompress(buffer, size, got);
      } catch (const std::system_error&) {
        failure_ = std::current_exception();
      }
    }
    if (got == 0 && failure_) std::rethrow_exception(failure_);
    return got;
  }

 protected:
  /// Decompresses up to `size` bytes and adds their number to `got`, also if it throws; false at
  /// the end.
  virtual bool decompress(char* buffer, std::size_t size, std::size_t& got) = 0;

  [[noreturn]] void fail(CompressionError error) const { throw compression_failure(error, name_); }
  /// The compressed bytes that were read and not dropped.
  std::string_view input() const { return {buffer_.data() + at_, size_ - at_}; }
  void drop(std::size_t count) { at_ += count; }
  /// Reads more of them if none is left; false at the end of the source.
  bool fill() {
    if (at_ < size_) return true;
    at_ = 0;
    size_ = source_->read(buffer_.data(), buffer_.size());
    return size_ > 0;
  }

 private:
  std::unique_ptr<ByteSource> source_;
  std::string name_;
  std::vector<char> buffer_;
  std::size_t at_ = 0;
  std::size_t size_ = 0;
  std::exception_ptr failure_;
  bool at_end_ = false;
};

enum class State : unsigned char { more, end_of_member, damaged, no_memory };

struct Gzip {
  static constexpr char first_byte = '\x1f';
  bool begin() {
    constexpr int gzip_alone = 16 + MAX_WBITS;
    return inflateInit2(&stream, gzip_alone) == Z_OK;
  }
  void end() { inflateEnd(&stream); }
  State decode() {
    const int status = inflate(&stream, Z_NO_FLUSH);
    if (status == Z_STREAM_END) return State::end_of_member;
    if (status == Z_MEM_ERROR) return State::no_memory;
    return status == Z_OK || status == Z_BUF_ERROR ? State::more : State::damaged;
  }

  z_stream stream{};
};

struct Bzip2 {
  static constexpr char first_byte = 'B';
  bool begin() { return BZ2_bzDecompressInit(&stream, 0, 0) == BZ_OK; }
  void end() { BZ2_bzDecompressEnd(&stream); }
  State decode() {
    const int status = BZ2_bzDecompress(&stream);
    if (status == BZ_STREAM_END) return State::end_of_member;
    if (status == BZ_MEM_ERROR) return State::no_memory;
    return status == BZ_OK ? State::more : State::damaged;
  }

  bz_stream stream{};
};

struct Xz {
  static constexpr char first_byte = '\xfd';
  /// More than any level of xz needs; a file may ask for 4 GiB.
  static constexpr std::uint64_t most_memory = std::uint64_t{256} << 20;
  bool begin() { return lzma_stream_decoder(&stream, most_memory, 0) == LZMA_OK; }
  void end() { lzma_end(&stream); }
  State decode() {
    const lzma_ret status = lzma_code(&stream, LZMA_RUN);
    if (status == LZMA_STREAM_END) return State::end_of_member;
    if (status == LZMA_MEM_ERROR || status == LZMA_MEMLIMIT_ERROR) return State::no_memory;
    return status == LZMA_OK || status == LZMA_BUF_ERROR ? State::more : State::damaged;
  }

  lzma_stream stream = LZMA_STREAM_INIT;
};

/// Decompresses one member or several, one after the other; zeros after them are padding. The
/// streams of the three libraries have the same members.
template <class Codec>
class MemberSource final : public DecompressingSource {
 public:
  MemberSource(std::unique_ptr<ByteSource> source, const std::string& name)
      : DecompressingSource(std::move(source), name) {
    begin();
  }
  MemberSource(const MemberSource&) = delete;
  MemberSource& operator=(const MemberSource&) = delete;
  ~MemberSource() override { codec_.end(); }

 private:
  using Stream = decltype(Codec::stream);

  bool decompress(char* buffer, std::size_t size, std::size_t& got) override {
    const bool more = fill();
    switch (decode(buffer, std::min<std::size_t>(size, INT_MAX), got)) {
      case State::end_of_member:
        return begin_next_member();
      case State::no_memory:
        fail(CompressionError::memory);
      case State::damaged:
        fail(CompressionError::damaged);
      case State::more:
        break;
    }
    // Without new input the decoder may still have output.
    if (!more && got == 0) fail(CompressionError::cut_off);
    return true;
  }

  State decode(char* buffer, std::size_t room, std::size_t& got) {
    Stream& stream = codec_.stream;
    // The libraries do not change their input; two of the interfaces are merely older than const.
    stream.next_in = reinterpret_cast<decltype(Stream::next_in)>(const_cast<char*>(input().data()));
    stream.avail_in = static_cast<decltype(Stream::avail_in)>(input().size());
    stream.next_out = reinterpret_cast<decltype(Stream::next_out)>(buffer);
    stream.avail_out = static_cast<decltype(Stream::avail_out)>(room);
    const State state = codec_.decode();
    drop(input().size() - stream.avail_in);
    got += room - stream.avail_out;
    return state;
  }

  bool begin_next_member() {
    while (fill() && input().front() == '\0') drop(1);
    if (!fill()) return false;
    if (input().front() != Codec::first_byte) fail(CompressionError::trailing);
    codec_.end();
    codec_ = {};
    begin();
    return true;
  }

  void begin() {
    if (!codec_.begin()) fail(CompressionError::memory);
  }

  Codec codec_;
};

/// Decompresses one frame or several.
class ZstdSource final : public DecompressingSource {
 public:
  ZstdSource(std::unique_ptr<ByteSource> source, const std::string& name)
      : DecompressingSource(std::move(source), name), stream_(ZSTD_createDCtx(), ZSTD_freeDCtx) {
    if (!stream_) fail(CompressionError::memory);
  }

 private:
  bool decompress(char* buffer, std::size_t size, std::size_t& got) override {
    // Pending output comes first: a call that fails does not report how much it has written.
    if (wanted_ > 0) got += decompress(buffer, size, 0);
    if (got > 0) return true;
    if (!fill()) {
      if (wanted_ > 0) fail(CompressionError::cut_off);
      return false;
    }
    got += decompress(buffer, size, next_step());
    return true;
  }

  /// For the same reason no call sees more than one block: the next block's header, which is
  /// requested with it, has to wait.
  std::size_t next_step() const {
    constexpr std::size_t block_header = 3;
    const std::size_t step = wanted_ > block_header ? wanted_ - block_header : block_header;
    return std::min(step, input().size());
  }

  /// Takes at most this many compressed bytes; returns the number of bytes decompressed.
  std::size_t decompress(char* buffer, std::size_t size, std::size_t taken) {
    ZSTD_outBuffer out{buffer, size, 0};
    ZSTD_inBuffer in{input().data(), taken, 0};
    const std::size_t status = ZSTD_decompressStream(stream_.get(), &out, &in);
    drop(in.pos);
    if (ZSTD_getErrorCode(status) == ZSTD_error_frameParameter_windowTooLarge) {
      fail(CompressionError::window);
    }
    if (ZSTD_isError(status)) fail(CompressionError::damaged);
    wanted_ = status;
    return out.pos;
  }

  std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> stream_;
  std::size_t wanted_ = 0;  ///< how many bytes zstd asks for, 0 between two frames
};

bool is_zstd(std::string_view front) {
  if (front.size() < 4) return false;
  // A frame, or one of the sixteen kinds of skippable frames.
  return front.substr(0, 4) == "\x28\xb5\x2f\xfd" ||
         (front.substr(1, 3) == "\x2a\x4d\x18" && (front[0] & 0xf0) == 0x50);
}

bool is_bzip2(std::string_view front) {
  const std::string_view behind = front.substr(std::min<std::size_t>(4, front.size()), 2);
  return front.starts_with("BZh") && (behind == "1A" || behind == "\x17\x72");
}

bool is_xz(std::string_view front) {
  constexpr std::string_view magic("\xfd\x37zXZ\0", 6);
  return front.starts_with(magic);
}

bool is_unsupported(std::string_view front) {
  return front.starts_with("7z\xbc\xaf\x27\x1c") || front.starts_with("\x04\x22\x4d\x18") ||
         front.starts_with("Rar!\x1a\x07");
}

template <class Source>
std::unique_ptr<ByteSource> decompressing(std::unique_ptr<ByteSource> source,
                                          const std::string& name) {
  return std::make_unique<Source>(std::move(source), name);
}

}  // namespace

std::system_error compression_failure(CompressionError error, const std::string& name) {
  static const CompressionCategory category;
  return {static_cast<int>(error), category, name};
}

std::unique_ptr<PeekedSource> without_compression(std::unique_ptr<ByteSource> source,
                                                  const std::string& name, std::size_t front) {
  auto peeked = std::make_unique<PeekedSource>(std::move(source), front);
  const std::string_view first = peeked->front();
  const auto decompress = first.starts_with("\x1f\x8b") ? decompressing<MemberSource<Gzip>>
                          : is_zstd(first)              ? decompressing<ZstdSource>
                          : is_bzip2(first)             ? decompressing<MemberSource<Bzip2>>
                          : is_xz(first)                ? decompressing<MemberSource<Xz>>
                                                        : nullptr;
  if (is_unsupported(first)) throw compression_failure(CompressionError::unknown, name);
  if (!decompress) return peeked;
  return std::make_unique<PeekedSource>(decompress(std::move(peeked), name), front);
}

}  // namespace schiri
