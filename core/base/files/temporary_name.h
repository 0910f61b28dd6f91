#pragma once

#include <cstddef>
#include <string>

namespace schiri {

/// Random bytes of the system. Throws std::system_error.
std::string random_bytes(std::size_t count);

/// A name in the file system that exists only while the program runs: of a file that is not
/// complete yet, or of a folder to work in. It goes with this object, and when a signal ends the
/// program (see remove_temporary_names_on_signals()). Only SIGKILL and a power cut leave it behind.
class TemporaryName {
 public:
  /// No name.
  TemporaryName() = default;
  /// Chooses a name in `folder` that is unpredictable; nothing has it. Until something is made
  /// there with O_EXCL or mkdir, the name is only reserved. Throws std::system_error.
  explicit TemporaryName(const std::string& folder, const std::string& ending = "");
  TemporaryName(TemporaryName&& other) noexcept;
  TemporaryName& operator=(TemporaryName&& other) noexcept;
  /// Removes what has the name: a file, or a folder with its files and the files of its folders.
  ~TemporaryName();

  const std::string& path() const { return path_; }
  bool is_set() const { return slot_ != nullptr; }
  /// What has the name stays; or it has been given another one.
  void keep();

 private:
  struct Slot;
  friend void remove_temporary_names() noexcept;

  std::string path_;
  Slot* slot_ = nullptr;
};

/// Makes a folder with such a name that only this user can enter. Throws std::system_error.
TemporaryName make_temporary_folder(const std::string& parent);

/// Removes all that have such a name now; for an end at which no destructor runs. May be called
/// where only async-signal-safe functions may.
void remove_temporary_names() noexcept;

/// From now on every signal that would end the program removes them first. Signals that are ignored
/// or handled stay so. Processes that were forked from this one remove nothing.
void remove_temporary_names_on_signals();

}  // namespace schiri
