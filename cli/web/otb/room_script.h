#pragma once

#include <span>
#include <string>

#include "cli/web/shared/document.h"

/// The page of `schiri otb serve`: a document, a style and a script, which the server serves as
/// three files so that the content policy needs no exceptions. This folder uses only shared/ and
/// print/.
namespace schiri::cli {

std::string room_script();
std::string room_style();

/// The words that the script shows.
std::span<const PageWord> words_of_room();

}  // namespace schiri::cli
