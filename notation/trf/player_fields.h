#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/otb/category.h"
#include "core/otb/event.h"

namespace schiri::otb {

/// One of the details of a player.
struct PlayerField {
  const char* key;     ///< in an event's file
  const char* option;  ///< of the commands; also the column of a table, spelled with other signs
  Message (*title)();  ///< in a sentence
  const char* about;   ///< for the help
  std::string PlayerDetails::*text;
  /// Converts a typed value to the stored form. Throws EventError.
  std::string (*read)(const std::string& typed);
};

/// The name of a player, team or club as it is stored, by tidy_name(); empty if it is blank. Throws
/// EventError for one with invisible characters or more than 200 letters, which no two people could
/// tell from another or fit into a list.
std::string read_name(std::string_view typed);
std::string read_fide_id(const std::string& typed);
std::string read_title(const std::string& typed);
std::string read_federation(const std::string& typed);
std::string read_sex(const std::string& typed);
std::string read_birth(const std::string& typed);

inline constexpr std::array<PlayerField, 6> player_fields = {
    {{"fide_id", "--fide-id", [] { return message("FIDE ID"); }, "Set the FIDE ID",
      &PlayerDetails::fide_id, read_fide_id},
     {"title", "--title", [] { return message("title"); }, "Set the title: GM, WFM, ...",
      &PlayerDetails::title, read_title},
     {"federation", "--federation", [] { return message("federation"); },
      "Set the federation, three letters: GER", &PlayerDetails::federation, read_federation},
     {"sex", "--sex", [] { return message("sex"); }, "Set the sex: m or w", &PlayerDetails::sex,
      read_sex},
     {"born", "--born", [] { return message("born"); }, "Set the year or day of birth: 1998-05-17",
      &PlayerDetails::birth, read_birth},
     {"category", "--category", [] { return message("category"); },
      "List in categories for prizes: B,guests", &PlayerDetails::category, read_category_names}}};

/// The field of this member.
const PlayerField& field_of(std::string PlayerDetails::*text);

}  // namespace schiri::otb
