#pragma once

#include <string>

/// The page of `schiri otb serve`: a document, a style and a script, which the server serves as
/// three files so that the content policy needs no exceptions. This folder uses only shared/ and
/// print/.
namespace schiri::cli {

std::string room_script();
std::string room_style();

}  // namespace schiri::cli
