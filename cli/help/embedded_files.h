#pragma once

#include <span>
#include <string_view>

#include "cli/print/output_language.h"

namespace schiri::cli {

/// The pages of the manual by topic, in the order in which they are listed. `overview` is the
/// beginning of schiri(1), too.
extern const std::span<const EmbeddedFile> manual_pages;

/// Translations of pages by topic and language, such as `otb.de`.
extern const std::span<const EmbeddedFile> translated_pages;

/// Shell completions by shell (`bash`, `zsh`, `fish`), without the program's commands.
extern const std::span<const EmbeddedFile> manual_frames;

/// The text of the file of this name, which there must be.
std::string_view text_of(std::span<const EmbeddedFile> files, std::string_view name);

}  // namespace schiri::cli
