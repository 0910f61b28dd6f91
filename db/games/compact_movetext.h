#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "notation/records/record.h"

namespace schiri::db {

/// The stored form of movetext: its elements in order with one space between them, turns without
/// turn numbers, `{comment}`, `;comment` up to a line feed if it contains a `}`, `$n`, variations
/// as `(`, their elements, `)`. A plain game consists of its turns.
std::string compact_movetext(const std::vector<Element>& movetext);

/// The elements of compact movetext. Invalid text is read as far as possible.
std::vector<Element> read_compact_movetext(std::string_view text);

/// Do two compact movetexts have the same turns?
bool same_turns(std::string_view a, std::string_view b);
/// Are the turns of a compact movetext the first ones of another, or all of them?
bool are_first_turns(std::string_view first, std::string_view all);

/// A movetext with the comments, glyphs and variations of another one with the same turns; before
/// each turn and after the last one those of `base` stay where the other has none.
std::string with_annotations(std::string_view base, std::string_view other);

/// The comments after a result, written as in compact movetext; empty if there are none.
std::string compact_comments(const std::vector<std::string>& comments);
std::vector<std::string> read_compact_comments(std::string_view text);

}  // namespace schiri::db
