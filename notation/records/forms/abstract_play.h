#pragma once

#include <optional>
#include <string>
#include <vector>

#include "notation/records/pgn/reader.h"

/// Game records in the JSON of Abstract Play (the schema `gamerecord` of AbstractPlay/recranks):
/// `{"header":{"game":{"name":..},"site":{..},"date-start":..,"date-end":..,"date-generated":..,
/// "players":[{"name":..,"result":..},..]},"moves":[["turn","turn"],..]}`.
///
/// Tags that the header has no place for go into its (permitted) extra key `tags`, so only what
/// stands between the turns is lost.
namespace schiri {

/// A record as one line, without the line feed; `defaults` is for its start. Nothing if the form
/// cannot hold it, see abstract_play_obstacle().
std::optional<std::string> write_abstract_play(const CheckedRecord& checked,
                                               const CheckOptions& defaults);

/// Why the form cannot hold a record at all, or an empty text: it is for finished games.
std::string abstract_play_obstacle(const Record& record);

/// What a written record leaves out or makes up, for a message.
std::vector<std::string> abstract_play_losses(const Record& record);

/// Reads such records, one after the other or in an array, broken into lines in any way. Findings
/// stand at the line where the record begins.
void read_abstract_play(ByteSource& source, const ReadOptions& options,
                        const std::function<bool(CheckedRecord&)>& sink);

}  // namespace schiri
