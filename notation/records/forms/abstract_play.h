#pragma once

#include <optional>
#include <string>
#include <vector>

#include "notation/records/pgn/reader.h"

/// Game records in the JSON of Abstract Play (the schema `gamerecord` of AbstractPlay/recranks):
/// `{"header":{"game":{"name":..},"site":{..},"date-start":..,"date-end":..,"date-generated":..,
/// "players":[{"name":..,"result":..},..]},"moves":[["turn","turn"],..]}`.
///
/// Tags without a field in the header go into its (permitted) extra key `tags`, so only comments,
/// NAGs and variations are lost.
namespace schiri {

/// A record as one line, without the line feed; `defaults` is for its start. Nullopt if the form
/// cannot represent it, see abstract_play_obstacle().
std::optional<std::string> write_abstract_play(const CheckedRecord& checked,
                                               const CheckOptions& defaults);

/// The reason why the form cannot represent a record at all, or an empty text: it is for finished
/// games.
Message abstract_play_obstacle(const Record& record);

/// The parts that a written record leaves out or invents, for a message.
std::vector<Message> abstract_play_losses(const Record& record);

/// Reads such records, one after the other or in an array, with line ends anywhere. Findings are at
/// the first line of the record.
void read_abstract_play(ByteSource& source, const ReadOptions& options, const RecordSink& sink);

}  // namespace schiri
