#pragma once

#include <span>
#include <string_view>

namespace schiri::cli {

/// A file of the source folder that is kept in the program.
struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
};

/// The pages of the manual by topic, in the order in which people are shown them.
extern const std::span<const EmbeddedFile> manual_pages;

/// What is around them, by name: `overview`, the beginning of schiri(1), and `bash`, `zsh` and
/// `fish`, completions in which the program's commands are still missing.
extern const std::span<const EmbeddedFile> manual_frames;

/// The text of the file of this name, which there must be.
std::string_view text_of(std::span<const EmbeddedFile> files, std::string_view name);

}  // namespace schiri::cli
