#include "core/pairing/scheveningen.h"

#include <string_view>

namespace schiri {

namespace {

/// The table for six players: by round and player the opponent, in capitals if the player has
/// White. No rotating table balances colours in every round for six players.
constexpr std::string_view table_of_six[] = {"AbcDeF", "bCEfDa", "CeaBFd",
                                             "dfBAcE", "EDFcab", "fAdeBC"};

ScheveningenSeat seat_of_six(std::size_t round, std::size_t player) {
  const char sign = table_of_six[round][player];
  const bool has_white = sign < 'a';
  return {static_cast<std::size_t>(sign - (has_white ? 'A' : 'a')), has_white};
}

/// An odd number: the second team rotates, and half of the players, adjacent and also rotating,
/// have White, one more in every other round.
ScheveningenSeat seat_of_odd(std::size_t players, std::size_t round, std::size_t player) {
  const bool is_more = round % 2 == 0;
  const std::size_t half = players / 2, turned = round / 2;
  const std::size_t first = ((is_more ? 0 : half) + players - turned) % players;
  const std::size_t behind = (player + players - first) % players;
  return {(player + round) % players, behind < half + is_more};
}

/// A multiple of four: the halves of the teams rotate against each other, then crosswise.
ScheveningenSeat seat_of_fours(std::size_t players, std::size_t round, std::size_t player) {
  const std::size_t half = players / 2;
  const bool is_first = player < half, is_crossed = round >= half;
  const std::size_t opponent = (player % half + round % half) % half;
  return {opponent + (is_first == is_crossed ? half : 0), is_first == (round % 2 == 0)};
}

/// Other even numbers: the second team rotates; one player more than half has the colour of the
/// first.
ScheveningenSeat seat_of_twos(std::size_t players, std::size_t round, std::size_t player) {
  const bool is_as_first = player < players / 2 + 1;
  return {(player + round) % players, is_as_first == (round % 2 == 0)};
}

}  // namespace

ScheveningenSeat scheveningen_seat(std::size_t players, std::size_t round, std::size_t player) {
  if (players == 6) return seat_of_six(round, player);
  if (players % 2 == 1) return seat_of_odd(players, round, player);
  return players % 4 == 0 ? seat_of_fours(players, round, player)
                          : seat_of_twos(players, round, player);
}

}  // namespace schiri
