#include "notation/records/pgn/reader.h"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "core/base/parallel.h"
#include "notation/records/pgn/game_checker.h"
#include "notation/records/pgn/movetext.h"
#include "notation/records/pgn/segment.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

constexpr std::size_t block_size = std::size_t{1} << 18;

/// A part of a file's text, cut at a certain beginning of a game.
struct Block {
  std::vector<char> text;  // with text_padding zeros after it
  std::size_t size = 0;
  bool is_last = false;    // whether the source ends here
  bool too_large = false;  // the beginning of a game that is too large, whose rest was skipped
  std::size_t skipped_lines = 0;
  OtherEncoding other_encoding;  // with the file's first block
};

/// A text buffer: filled at the back, consumed at the front.
class TextBuffer {
 public:
  const char* begin() const { return buffer_.data(); }
  const char* end() const { return begin() + size_; }
  std::size_t size() const { return size_; }

  /// Reads once, up to `wanted` bytes in all; false at the end of the source.
  bool read(ByteSource& source, std::size_t wanted) {
    if (buffer_.size() < wanted + text_padding) buffer_.resize(wanted + text_padding);
    const std::size_t got = source.read(buffer_.data() + size_, wanted - size_);
    size_ += got;
    return got > 0;
  }

  void cut(std::size_t size) { size_ = size; }

  void drop(std::size_t count) {
    std::copy(begin() + count, end(), buffer_.data());
    size_ -= count;
  }

 private:
  std::vector<char> buffer_;  // never shrunk, because clearing it again would cost time
  std::size_t size_ = 0;
};

/// Cuts a source into blocks.
class BlockReader {
 public:
  BlockReader(DecodedSource& source, std::size_t max_game_bytes)
      : source_(source),
        max_game_bytes_(max_game_bytes),
        unreported_encoding_(source.other_encoding()) {
    fill();
    while (std::string_view(text_.begin(), text_.size()).starts_with(byte_order_mark)) {
      text_.drop(byte_order_mark.size());
    }
  }

  /// Rethrows an exception of the source, if any.
  void rethrow_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

  /// False at the end of the source.
  bool next(Block& block) {
    block.too_large = false;
    block.skipped_lines = 0;
    block.other_encoding = std::exchange(unreported_encoding_, {});
    while (true) {
      fill();
      if (text_.size() == 0) return false;
      if (at_end_) return take(text_.size(), block);
      const std::size_t cut = find_last_beginning({text_.begin(), text_.size()});
      if (cut) return take(cut, block);
      if (text_.size() > max_game_bytes_ + block_size) {
        const std::size_t complete = complete_games_length({text_.begin(), text_.size()});
        return complete ? take(complete, block) : take_too_large(block);
      }
      wanted_ = text_.size() + std::max(block_size, text_.size() / 2);
    }
  }

 private:
  void fill() {
    while (!at_end_ && text_.size() < wanted_) at_end_ = !read_more();
  }

  /// A failing source ends here; the games before are still checked, but not the one within which
  /// it ends.
  bool read_more() {
    try {
      return text_.read(source_, wanted_);
    } catch (const std::system_error&) {
      failure_ = std::current_exception();
      text_.cut(ended_games_length({text_.begin(), text_.size()}));
      return false;
    }
  }

  bool take(std::size_t size, Block& block) {
    if (block.text.size() < size + text_padding) block.text.resize(size + text_padding);
    std::copy_n(text_.begin(), size, block.text.begin());
    std::fill_n(block.text.begin() + static_cast<std::ptrdiff_t>(size), text_padding, '\0');
    block.size = size;
    text_.drop(size);
    wanted_ = block_size;
    block.is_last = at_end_ && text_.size() == 0;
    return true;
  }

  /// Keeps the beginning of a game that is too large and skips its rest.
  bool take_too_large(Block& block) {
    const char* game = skip_between_games(text_.begin(), text_.begin(), text_.end());
    const auto before = static_cast<std::size_t>(game - text_.begin());
    block.too_large = true;
    take(std::min(text_.size(), before + max_game_bytes_ + 1), block);
    while (true) {
      const char *text = text_.begin(), *end = text_.end();
      const char* next = text == end ? end : find_next_segment(text, text, end);
      // An incomplete empty line and a bracket at the end may be the beginning of the next game.
      const auto uncertain = std::min<std::ptrdiff_t>(end - text, tail_kept);
      const char* sure = next < end || at_end_ ? next : end - uncertain;
      block.skipped_lines += static_cast<std::size_t>(std::count(text, sure, '\n'));
      text_.drop(static_cast<std::size_t>(sure - text));
      if (next < end || at_end_) return true;
      wanted_ = block_size + tail_kept;
      fill();
    }
  }

  static constexpr std::ptrdiff_t tail_kept = 4096;

  ByteSource& source_;
  std::size_t max_game_bytes_;
  OtherEncoding unreported_encoding_;  ///< empty once reported
  TextBuffer text_;
  std::size_t wanted_ = block_size;
  bool at_end_ = false;
  std::exception_ptr failure_;
};

struct CheckedBlock {
  std::vector<CheckedRecord> records;
  std::size_t lines = 0;
  std::size_t checker = 0;  ///< the thread that made the records
};

/// Checks a block; lines count from 1 within it.
void check_block(const Block& block, const ReadOptions& options, CheckedBlock& checked) {
  checked.records.clear();
  const auto keep = [&](CheckedRecord&& record) {
    const bool is_first = checked.records.empty() && !block.other_encoding.title.empty();
    if (is_first) note_encoding(block.other_encoding, options, record);
    if (options.work) options.work(record);
    checked.records.push_back(std::move(record));
  };
  const std::string_view text(block.text.data(), block.size);
  const Extent extent = block.too_large ? Extent::segment
                        : block.is_last ? Extent::end
                                        : Extent::front;
  const std::size_t line = check_games(text, 1, extent, options, keep);
  checked.lines = line - 1 + block.skipped_lines;
}

/// Passes a block's records to the sink, numbered through the file.
class RecordEmitter {
 public:
  explicit RecordEmitter(const std::function<bool(CheckedRecord&)>& sink) : sink_(sink) {}

  bool deliver(CheckedBlock& block) {
    for (CheckedRecord& record : block.records) {
      record.check.index = ++index_;
      record.check.line += lines_;
      for (auto* findings : {&record.check.errors, &record.check.warnings}) {
        for (Finding& finding : *findings) finding.line += lines_;
      }
      if (!sink_(record)) return false;
    }
    lines_ += block.lines;
    return true;
  }

 private:
  const std::function<bool(CheckedRecord&)>& sink_;
  std::size_t index_ = 0;
  std::size_t lines_ = 0;
};

/// Threads that check blocks, and the blocks that wait for them or have been checked, in their
/// order. Memory and threads are reused, because both are costly compared with checking; objects
/// are freed by the thread that made them, because otherwise threads would contend for each other's
/// heaps.
class Checkers {
 public:
  explicit Checkers(const ReadOptions& options)
      : options_(options), slots_(4 * options.threads), spare_(options.threads) {
    start_threads(threads_, 0, options.threads, [this](std::size_t checker) { work(checker); });
  }

  ~Checkers() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    filled_come_.notify_all();
  }

  /// False if the system has started none.
  bool has_threads() const { return !threads_.empty(); }
  bool has_room() const { return filled_ - taken_ < slots_.size(); }
  bool has_blocks() const { return filled_ > taken_; }

  /// The slot of the next block, if there is room; `put` passes it on.
  Block& room() { return slot(filled_).block; }

  void put() {
    {
      const std::lock_guard lock(mutex_);
      slot(filled_).is_checked = false;
      ++filled_;
    }
    filled_come_.notify_one();
  }

  /// Waits for the oldest block; the returned block is valid until the next call. Rethrows an
  /// exception of its check.
  CheckedBlock& take() {
    Slot& oldest = slot(taken_);
    {
      std::unique_lock lock(mutex_);
      if (looked_at_) spare_[looked_at_->checker].push_back(std::move(looked_at_));
      checked_come_.wait(lock, [&] { return oldest.is_checked; });
      looked_at_ = std::move(oldest.checked);
    }
    ++taken_;
    if (oldest.failure) std::rethrow_exception(oldest.failure);
    return *looked_at_;
  }

 private:
  struct Slot {
    Block block;
    std::unique_ptr<CheckedBlock> checked;
    std::exception_ptr failure;
    bool is_checked = false;
  };

  Slot& slot(std::size_t number) { return slots_[number % slots_.size()]; }

  void work(std::size_t checker) {
    while (Slot* next = next_filled()) {
      std::unique_ptr<CheckedBlock> checked;
      try {
        checked = spare_block(checker);
        check_block(next->block, options_, *checked);
      } catch (...) {
        next->failure = std::current_exception();
      }
      {
        const std::lock_guard lock(mutex_);
        next->checked = std::move(checked);
        next->is_checked = true;
      }
      checked_come_.notify_one();
    }
  }

  Slot* next_filled() {
    std::unique_lock lock(mutex_);
    filled_come_.wait(lock, [&] { return closed_ || begun_ < filled_; });
    return closed_ ? nullptr : &slot(begun_++);
  }

  /// A block for the records of the thread.
  std::unique_ptr<CheckedBlock> spare_block(std::size_t checker) {
    const std::lock_guard lock(mutex_);
    auto& spare = spare_[checker];
    if (spare.empty()) {
      auto block = std::make_unique<CheckedBlock>();
      block->checker = checker;
      return block;
    }
    auto block = std::move(spare.back());
    spare.pop_back();
    return block;
  }

  const ReadOptions& options_;
  std::vector<Slot> slots_;
  std::vector<std::vector<std::unique_ptr<CheckedBlock>>> spare_;  ///< of each thread
  std::unique_ptr<CheckedBlock> looked_at_;
  // Numbers of blocks: submitted, started by a thread, collected.
  std::size_t filled_ = 0, begun_ = 0, taken_ = 0;
  bool closed_ = false;
  std::mutex mutex_;
  std::condition_variable filled_come_, checked_come_;
  std::vector<std::jthread> threads_;
};

/// Reads on this thread. Returns false if the sink stopped.
bool read_alone(BlockReader& blocks, const ReadOptions& options, RecordEmitter& deliverer) {
  Block block;
  CheckedBlock checked;
  while (blocks.next(block)) {
    check_block(block, options, checked);
    if (!deliverer.deliver(checked)) return false;
  }
  return true;
}

/// Reads on several threads. Returns false if the sink stopped.
bool read_in_parallel(BlockReader& blocks, const ReadOptions& options, RecordEmitter& deliverer) {
  Checkers checkers(options);
  if (!checkers.has_threads()) return read_alone(blocks, options, deliverer);
  bool more = true;
  while (true) {
    while (more && checkers.has_room()) {
      more = blocks.next(checkers.room());
      if (more) checkers.put();
    }
    if (!checkers.has_blocks()) return true;
    if (!deliverer.deliver(checkers.take())) return false;
  }
}

}  // namespace

void note_encoding(const OtherEncoding& encoding, const ReadOptions& options,
                   CheckedRecord& record) {
  GameCheck& check = record.check;
  auto& list = options.check.strict ? check.errors : check.warnings;
  const Message what = encoding.is_guess
                           ? message(
                                 "the file is taken for {0} text, which --encoding overrides; "
                                 "records are UTF-8",
                                 encoding.title)
                           : message("the file is {0} text; records are UTF-8", encoding.title);
  list.insert(list.begin(), {Code::spelling, check.line, 1, 0, what, {}, 0, 0});
  record.encoding = encoding;
}

void read_records(ByteSource& source, const ReadOptions& options,
                  const std::function<bool(CheckedRecord&)>& sink) {
  DecodedSource decoded(source, options.encoding);
  BlockReader blocks(decoded, options.max_game_bytes);
  RecordEmitter deliverer(sink);
  const auto read = options.threads > 1 ? read_in_parallel : read_alone;
  if (!read(blocks, options, deliverer)) return;
  blocks.rethrow_failure();
}

std::optional<CheckedRecord> read_one_record(std::string_view text, ReadOptions options) {
  options.max_game_bytes = std::max(options.max_game_bytes, text.size());
  std::optional<CheckedRecord> first;
  TextSource source(text);
  read_records(source, options, [&](CheckedRecord& record) {
    first = std::move(record);
    return false;
  });
  return first;
}

}  // namespace schiri
