#pragma once

#include <cstddef>
#include <string>

#include "core/base/descriptor.h"

namespace schiri {

/// Random bytes of the system. Throws std::system_error.
std::string random_bytes(std::size_t count);

/// A name in the file system that exists only while the program runs: of an incomplete file or a
/// working folder. It is removed by the destructor, and when a signal ends the program (see
/// remove_temporary_names_on_signals()). Only SIGKILL and a power cut leave it.
class TemporaryName {
 public:
  /// No name.
  TemporaryName() = default;
  /// Chooses an unpredictable, unused name in `folder`. Nothing is created: use O_EXCL or mkdir to
  /// do so. Throws std::system_error.
  explicit TemporaryName(const std::string& folder, const std::string& ending = "");
  TemporaryName(TemporaryName&& other) noexcept;
  TemporaryName& operator=(TemporaryName&& other) noexcept;
  /// Removes the file of this name, or the folder with its files and the files of its folders.
  ~TemporaryName();

  const std::string& path() const { return path_; }
  bool is_set() const { return slot_ != nullptr; }
  /// Keeps the file or folder, which may have been renamed.
  void keep();

 private:
  struct Slot;
  friend void remove_temporary_names() noexcept;

  std::string path_;
  Slot* slot_ = nullptr;
};

/// Makes a folder with such a name that only this user can enter. Throws std::system_error.
TemporaryName make_temporary_folder(const std::string& parent);

/// Removes all files and folders with such a name now, for exits that run no destructors.
/// Async-signal-safe.
void remove_temporary_names() noexcept;

/// From now on every signal that would end the program removes all temporary names first. Signals
/// that are ignored or handled stay so. Processes that were forked from this one remove nothing.
void remove_temporary_names_on_signals();

/// A file for reading and writing in the folder for temporary files ($TMPDIR or /tmp): without a
/// name if the system supports that, otherwise with one that is removed with this object.
class TemporaryFile {
 public:
  /// Throws std::system_error.
  TemporaryFile();

  int number() const { return file_.number(); }
  /// A path by which the file can be opened once more.
  std::string path() const;

 private:
  Descriptor file_;
  TemporaryName name_;
};

}  // namespace schiri
