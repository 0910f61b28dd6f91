#ifndef SCHIRI_H
#define SCHIRI_H

/*
 * The stable interface of schiri for programs in C and in languages that can call C.
 *
 * Text is UTF-8 and ends with a zero byte. The caller owns a returned `char*` and frees it by
 * schiri_free(). A returned `const char*` belongs to the handle of the call and is valid until the
 * handle is changed, passed to the same function again or freed; without a handle it belongs to
 * the library and is always valid. A list is one text in which each element ends with a line feed.
 * Arguments are copied, and need not outlive the call.
 *
 * A function that fails returns NULL, a status other than SCHIRI_OK, or the number 0, and
 * schiri_error() returns the reason. No exception leaves the library, none of its functions ends
 * the program, and a null pointer instead of a required handle or text is an error like any other.
 * An optional text (`or NULL`) may also be empty. Facts are JSON, an object or an array on one
 * line, to which later versions add members; options and limits are a JSON object or NULL.
 *
 * Different handles may be used on different threads simultaneously, one handle by only one of
 * them; only schiri_bot_stop() may be called at any time on any thread. Records passed to a visitor
 * and copies of games are separate handles. Visitors and listeners are called on the thread that
 * called the function, must return, and may call the library, but must not change or free the
 * handle that calls them. A thread that is cancelled (pthread_cancel) ends after the function has
 * returned.
 *
 * Later versions add functions, constants and members, and never remove or change any while the
 * number in the name of the shared library stays; schiri_interface() counts the additions.
 */

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define SCHIRI_API __attribute__((visibility("default")))
#else
#define SCHIRI_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The value of schiri_interface() for a library with everything in this header. */
#define SCHIRI_INTERFACE 6

/* The status of a function. */
enum {
  SCHIRI_OK = 0,
  SCHIRI_SYNTAX = 1,   /* a text is not a turn of the game */
  SCHIRI_ILLEGAL = 2,  /* a rule forbids the turn */
  SCHIRI_OVER = 3,     /* the game is over */
  SCHIRI_STOPPED = 4,  /* a visitor has stopped, or the limit is reached */
  SCHIRI_WRONG = 5,    /* wrong use: unknown game, variant, position, bot, tag ... */
  SCHIRI_UNUSABLE = 6, /* a file cannot be read, or there is not enough memory */
  SCHIRI_FAILED = 7    /* an internal error of schiri */
};

enum { SCHIRI_WHITE = 0, SCHIRI_BLACK = 1 };

/* The ending of a game; SCHIRI_OPEN: it has not ended. */
enum { SCHIRI_OPEN = 0, SCHIRI_WHITE_WINS = 1, SCHIRI_BLACK_WINS = 2, SCHIRI_DRAW = 3 };

typedef struct schiri_game schiri_game;       /* a game being played */
typedef struct schiri_record schiri_record;   /* a game record, checked or written here */
typedef struct schiri_bot schiri_bot;         /* a built-in bot */
typedef struct schiri_ratings schiri_ratings; /* games to rate, and their rating lists */

/* --- the library ------------------------------------------------------------------------------ */

/* `0.1.0`. */
SCHIRI_API const char* schiri_version(void);
/* The interface of the loaded library, to compare with SCHIRI_INTERFACE. */
SCHIRI_API int schiri_interface(void);
/* The reason of the last failure on this thread: a sentence without a full stop, valid until the
   next failure. Empty without a failure. */
SCHIRI_API const char* schiri_error(void);
/* The status of that failure, also of a function that returns no status; SCHIRI_OK without one. */
SCHIRI_API int schiri_error_status(void);
/* Frees a text that a function has returned; NULL is ignored. */
SCHIRI_API void schiri_free(char* text);

/* --- the games there are -------------------------------------------------------------------- */

/* All games: an array of objects with `name` (`more-or-less`), `title`, `summary` (one line),
   `rules` (several pages), `variants` (the standard one first), `settings` (an object: the values
   of each, the default first), `endings` (the reasons for which the rules end a game),
   `starts_with_roll` (a start needs a roll of dice), `streams_turns` (positions may have too many
   turns to list), `planes`
   (`names`, `rows`, `columns`: the layout of schiri_game_planes(), each plane `rows` rows of
   `columns` numbers; without names there are none), `actions` (all turns that any position may
   have; empty if they are too many), `parts` (all parts of schiri_game_parts(), for numbers of
   turns that are chosen part by part) and `scale` (of evaluations: an evaluation of E
   hundredths is a chance to win of 1 / (1 + exp(-E / scale))). Wherever a game's name is given, it
   may be in upper or lower case and with spaces for `-`; wherever a variant is given, settings may
   follow it: `standard; repetition=off`. */
SCHIRI_API char* schiri_games(void);

/* Adds the game of a plug-in (see schiri_add_game in `schiri help library`) to the games.
   SCHIRI_UNUSABLE if the file is not a plug-in, or was made for another version or build. */
SCHIRI_API int schiri_load_game(const char* file);

/* The empty board of a variant (or NULL) as parts of an SVG drawing of `width` and `height`, with
   `margin` on all sides for the coordinates: `symbols` (a `<g id="SYMBOL">` for each symbol, around
   its centre), `fields`, `coordinates` (names of rows and columns), and `places`, each with `name`,
   `x` and `y`. */
SCHIRI_API char* schiri_board(const char* name, const char* variant);
/* The style sheet of all boards: `light`, `dark` or `system`. NULL for another text. */
SCHIRI_API const char* schiri_board_style(const char* theme);

/* --- a game --------------------------------------------------------------------------------- */

/* A game set up with variant, position and roll, each or NULL for the default; the position also in
   another program's notation. NULL if it cannot be set up. Freed by schiri_game_free(). */
SCHIRI_API schiri_game* schiri_game_new(const char* name, const char* variant, const char* position,
                                        const char* roll);
/* A game with a random start (a roll); the same seed gives the same game. */
SCHIRI_API schiri_game* schiri_game_drawn(const char* name, const char* variant, uint64_t seed);
SCHIRI_API schiri_game* schiri_game_copy(const schiri_game* game);
SCHIRI_API void schiri_game_free(schiri_game* game);

SCHIRI_API const char* schiri_game_name(const schiri_game* game);
SCHIRI_API const char* schiri_game_variant(const schiri_game* game);
/* The side to move: SCHIRI_WHITE or SCHIRI_BLACK; -1 for NULL. */
SCHIRI_API int schiri_game_side(const schiri_game* game);
/* The ending of the game by the rules, SCHIRI_OPEN before the end; -1 for NULL. `reason`, unless
   NULL, is set to its name (`chain`), owned by the library, or to an empty text. */
SCHIRI_API int schiri_game_ending(const schiri_game* game, const char** reason);
/* The present position, and the position before the first turn, in the notation of `schiri
 * position`. */
SCHIRI_API char* schiri_game_position(const schiri_game* game);
SCHIRI_API char* schiri_game_start(const schiri_game* game);
/* The board as text, several lines of at most 80 columns; with `colour` other than 0 in terminal
   colours. */
SCHIRI_API char* schiri_game_board(const schiri_game* game, int colour);
/* The board as an SVG document, `width` pixels wide. `theme`: `light`, `dark`, `system`, or NULL
   for `system`; `coordinates` other than 0 names rows and columns. */
SCHIRI_API char* schiri_game_svg(const schiri_game* game, const char* theme, int coordinates,
                                 int width);

/* The figures on the board, lowest first, with marks of the last turn: an array of arrays of symbol
   (see schiri_board()), x and y. */
SCHIRI_API char* schiri_game_figures(const schiri_game* game);
/* Writes the position's planes, planes * rows * columns numbers (see schiri_games), which
   must be `count`. */
SCHIRI_API int schiri_game_planes(const schiri_game* game, float* values, size_t count);
/* Writes the planes from a side's point of view, SCHIRI_WHITE or SCHIRI_BLACK: its own pieces where
   the planes above have White's, and for Black the board turned, so that equal situations of both
   sides have equal planes; only the plane of the side to move differs. Those of White are the
   planes above. SCHIRI_WRONG for a game that has none. */
SCHIRI_API int schiri_game_side_planes(const schiri_game* game, int side, float* values,
                                       size_t count);

/* Plays a turn in any spelling of the game's notation: SCHIRI_OK, SCHIRI_SYNTAX, SCHIRI_ILLEGAL or
   SCHIRI_OVER; on an error nothing has changed, and schiri_error() returns the violated rule. */
SCHIRI_API int schiri_game_play(schiri_game* game, const char* turn);
/* Whether a turn could be played, with the statuses and the reason of schiri_game_play(). Visits no
   other turns, however many there are. */
SCHIRI_API int schiri_game_check_turn(const schiri_game* game, const char* turn);
/* Takes back the last `turns` turns, at most as many as were played. */
SCHIRI_API int schiri_game_undo(schiri_game* game, size_t turns);
/* The number of turns played, and the list of them in canonical notation. */
SCHIRI_API size_t schiri_game_length(const schiri_game* game);
SCHIRI_API char* schiri_game_played(const schiri_game* game);

/* The number of legal turns, 0 after the end of the game. SCHIRI_UNUSABLE if there are too many to
   count. */
SCHIRI_API int schiri_game_count_turns(const schiri_game* game, uint64_t* count);
/* Receives a turn, valid during the call; returns 0 to stop. */
typedef int (*schiri_turn_visitor)(const char* turn, void* data);
/* Visits the legal turns, at most `limit` of them (0: all, which may be millions), in an order that
 * depends only on the position. SCHIRI_OK if all were visited, SCHIRI_STOPPED if not. */
SCHIRI_API int schiri_game_visit_turns(const schiri_game* game, uint64_t limit,
                                       schiri_turn_visitor visitor, void* data);
/* The list of the same turns. */
SCHIRI_API char* schiri_game_turns(const schiri_game* game, uint64_t limit);
/* A legal turn, each equally likely; the game must not be over. `seed` is set to the next number of
 * its sequence. */
SCHIRI_API char* schiri_game_random_turn(const schiri_game* game, uint64_t* seed);
/* The same, drawn quickly: each legal turn is possible, but not equally likely if that would be
 * slow (in More or Less). */
SCHIRI_API char* schiri_game_quick_turn(const schiri_game* game, uint64_t* seed);
/* The continuations of the beginning of a turn: `begun` (the beginning in canonical notation),
   `is_turn` (it is a complete legal turn) and `next` (the parts that can follow, `+C4`); NULL if no
   legal turn begins like this. */
SCHIRI_API char* schiri_game_parts(const schiri_game* game, const char* beginning);
/* The number of sequences of `depth` turns. */
SCHIRI_API int schiri_game_perft(const schiri_game* game, int depth, uint64_t* count);

/* --- many games at once --------------------------------------------------------------------- */

/* Games of one kind that are played side by side, for programs that learn. A game that ends gives
   its place to a new one at once. The same seed and the same choices give the same games. */
typedef struct schiri_batch schiri_batch;

/* `games` games, from 1 to 1000000, each with its own random start; a game of `max_turns` turns (0:
   no limit) ends as a draw. NULL if they cannot be set up. Freed by schiri_batch_free(). */
SCHIRI_API schiri_batch* schiri_batch_new(const char* name, const char* variant, size_t games,
                                          uint64_t seed, size_t max_turns);
SCHIRI_API schiri_batch* schiri_batch_copy(const schiri_batch* batch);
SCHIRI_API void schiri_batch_free(schiri_batch* batch);
/* A copy of the game at this place, from 0; owned by the caller. NULL after the last. */
SCHIRI_API schiri_game* schiri_batch_game(const schiri_batch* batch, size_t index);

/* What a step left behind at one place. */
typedef struct schiri_step {
  float white, black;  /* the returns of a game that has ended: 1, 0 (a draw) or -1; otherwise 0 */
  uint8_t ended;       /* 1: the game has ended, and the next one has begun */
  uint8_t is_cut;      /* 1: it has ended by `max_turns` */
  uint8_t black_moves; /* 1: Black is to move now */
  uint8_t reserved;
} schiri_step;
/* Plays a turn in each game. `turns` has one number for each game: that of a turn in the order of
   schiri_game_visit_turns(), or -1 for a turn of schiri_game_quick_turn(); NULL: quick turns in
   all. Writes `steps`, one for each game, unless it is NULL. `count` must be the number of games.
   With a number that no turn has nothing is played: SCHIRI_ILLEGAL. */
SCHIRI_API int schiri_batch_play(schiri_batch* batch, const int64_t* turns, schiri_step* steps,
                                 size_t count);
/* A copy of the game that has ended at this place in the last step; NULL if none has. */
SCHIRI_API schiri_game* schiri_batch_ended(const schiri_batch* batch, size_t index);
/* Begins a new game wherever `places` has a number other than 0, one for each game; NULL: at all
   places. */
SCHIRI_API int schiri_batch_reset(schiri_batch* batch, const uint8_t* places, size_t count);
/* The batch as JSON, to be restored by schiri_batch_load(): it plays on as this one. */
SCHIRI_API char* schiri_batch_save(const schiri_batch* batch);
SCHIRI_API schiri_batch* schiri_batch_load(const char* saved);
/* The number of legal turns in each game. */
SCHIRI_API int schiri_batch_count_turns(const schiri_batch* batch, uint64_t* counts, size_t count);
/* The action (see schiri_games) of each legal turn, by its number: `width` numbers for each game,
   -1 after its last turn. `count` must be the number of all numbers. SCHIRI_WRONG if a game has
   more turns, or no actions. */
SCHIRI_API int schiri_batch_actions(const schiri_batch* batch, int64_t* actions, size_t count);
/* The planes of each game, one game after the other; `mover` other than 0: from the point of view
   of the side to move (see schiri_game_side_planes). `count` must be the number of all numbers. */
SCHIRI_API int schiri_batch_planes(const schiri_batch* batch, int mover, float* values,
                                   size_t count);

/* The planes after each of some turns: `turns` has the numbers of `width` turns of each game, -1
   for none, whose planes are 0. `mover` as above: the side to move then. `count` must be the number
   of all numbers. SCHIRI_ILLEGAL for the number of no turn. */
SCHIRI_API int schiri_batch_afterstates(const schiri_batch* batch, const int64_t* turns,
                                        size_t width, int mover, float* values, size_t count);

/* --- records -------------------------------------------------------------------------------- */

/* The list of record formats. */
SCHIRI_API const char* schiri_forms(void);

/* Receives a record, which it owns: schiri_record_free() frees it. Returns 0 to stop. */
typedef int (*schiri_record_visitor)(schiri_record* record, void* data);
/* Reads and checks the records of a file (`-` is standard input; compressed by gzip, zstd, bzip2,
   xz or zip), or of a text of `size` bytes, in order. Options or NULL: `form` (`pgn`, `json`, ...,
   see schiri_forms()), `game`, `variant` and `roll` (of records without the tag), `max_game_bytes`
   (larger games are skipped; 16 MiB), `threads` (for checking records; 1), `strict` (warnings are
   errors). SCHIRI_OK if all were visited, SCHIRI_STOPPED if the visitor has stopped,
   SCHIRI_UNUSABLE if the file cannot be read to its end; the records before the error have been
   visited. */
SCHIRI_API int schiri_read_file(const char* file, const char* options,
                                schiri_record_visitor visitor, void* data);
SCHIRI_API int schiri_read_text(const char* text, size_t size, const char* options,
                                schiri_record_visitor visitor, void* data);

/* Reads the tags of the records of a file, and visits an object for each: `index`, `line` and
   `tags` of schiri_record_json(). In the format pgn the movetext is skipped, whatever it is. */
SCHIRI_API int schiri_read_tags(const char* file, const char* options, schiri_turn_visitor visitor,
                                void* data);

/* The record of this game: its tags and turns; the players are unknown. */
SCHIRI_API schiri_record* schiri_record_of_game(const schiri_game* game);
SCHIRI_API schiri_record* schiri_record_copy(const schiri_record* record);
/* The whole record with its findings as `size` bytes, to be restored by schiri_record_load() of the
   same version, perhaps in another process. */
SCHIRI_API char* schiri_record_save(const schiri_record* record, size_t* size);
/* NULL for bytes that schiri_record_save() has not made. */
SCHIRI_API schiri_record* schiri_record_load(const char* bytes, size_t size);
SCHIRI_API void schiri_record_free(schiri_record* record);

/* 1 if it has no errors; it may have warnings. */
SCHIRI_API int schiri_record_is_valid(const schiri_record* record);
/* The record: `index` and `line` (its number in the file and its first line, from 1; 0 if it was
   not read), `game` and `variant` (its own, or those of the options), `valid`, `result`, `outcome`
   and `ending` (by the rules: `white`, `black`, `draw`, and the reason; null if they did not end
   it), `tags` (arrays of name and value, in order), `played` (the legal turns it begins with),
   `movetext` (arrays of kind and text: `turn`, `comment`, `nag`, `variation open`, `variation
   close`, and `variation word`, which is unchanged), `findings` and `text` (as it was read). A
   finding has `code`
   (`illegal`; see schiri_code_meaning()), `message`, `line` and `column` of the file, `turn` (from
   1, counting each player's turn; 0 if it concerns no turn), `is_error`, `excerpt` (the line of the
   file around it) with the place `caret` in it and the `length`, in characters. */
SCHIRI_API char* schiri_record_json(const schiri_record* record);
/* Its game after N turns, or after all if it has fewer; owned by the caller. */
SCHIRI_API schiri_game* schiri_record_replay(const schiri_record* record, size_t turns);
/* The value of a tag; NULL if it is missing. */
SCHIRI_API const char* schiri_record_tag(const schiri_record* record, const char* name);
/* Edits. The record is checked again: its findings, legal turns and ending are those of the edited
   record, which may have errors. Only a record read with an error keeps the findings of its text,
   until schiri_record_repair() or schiri_record_set_movetext(). */

/* Sets a tag, or adds it; NULL as value removes it. The tag Result is also the result. */
SCHIRI_API int schiri_record_set_tag(schiri_record* record, const char* name, const char* value);
/* The result: `1-0`, `0-1`, `1/2-1/2` or `*`. */
SCHIRI_API int schiri_record_set_result(schiri_record* record, const char* result);
/* Replaces turns, comments, NAGs and variations: the `movetext` of schiri_record_json(). */
SCHIRI_API int schiri_record_set_movetext(schiri_record* record, const char* movetext);
/* Adds a comment after N turns. It must not contain `}`. */
SCHIRI_API int schiri_record_add_comment(schiri_record* record, size_t turns, const char* comment);

/* The meaning of a code, and the remedy; NULL for an unknown code. */
SCHIRI_API const char* schiri_code_meaning(const char* code);
SCHIRI_API const char* schiri_code_remedy(const char* code);

/* The record as text in any format except csv (or NULL for pgn); NULL if the format cannot
   represent it. */
SCHIRI_API char* schiri_record_write(const schiri_record* record, const char* form);
/* The list of what this format cannot hold of the record, and writing therefore omits. */
SCHIRI_API char* schiri_record_losses(const schiri_record* record, const char* form);
/* Repairs the errors of a record read as pgn that have only one repair. Returns the list of
   changes. SCHIRI_WRONG for a record that was read with errors and then edited: repair it first. */
SCHIRI_API char* schiri_record_repair(schiri_record* record);

/* --- bots ----------------------------------------------------------------------------------- */

/* A list of the built-in bots, weakest first. */
SCHIRI_API const char* schiri_bots(void);
/* A built-in bot, specified as for `--bot`: `alphabeta:nodes=1000`, `greedy seed=7`. It plays any
 * game.
 */
SCHIRI_API schiri_bot* schiri_bot_new(const char* description);
/* It must not be thinking. */
SCHIRI_API void schiri_bot_free(schiri_bot* bot);
/* Begins a new game; all randomness follows from the seed. */
SCHIRI_API int schiri_bot_new_game(schiri_bot* bot, uint64_t seed);

/* Searches a game that is not over. Limits: `nodes`, `milliseconds`, `depth` (turns ahead); the
   first that is reached counts, and without any those of its description. The thought is an object
   of `turn` (the turn chosen), `score`, `depth` (turns looked ahead), `nodes` (positions searched)
   and `lines` (expected play: `turns` of both players, its own first, `score` and `depth`). A score
   is null or an object of `kind` and `amount`: `value` (hundredths of the game's unit, positive is
   good for the bot), `win` or `loss` (in this many of its own turns). It is the same if the search
   was stopped. */
SCHIRI_API char* schiri_bot_think(schiri_bot* bot, const schiri_game* game, const char* limits);
/* The turn chosen. */
SCHIRI_API char* schiri_bot_choose(schiri_bot* bot, const schiri_game* game, const char* limits);
/* Stops its search soon, on any thread; does nothing without a search. */
SCHIRI_API void schiri_bot_stop(schiri_bot* bot);
/* Receives the thought so far, valid during the call. */
typedef void (*schiri_listener)(const char* thought, void* data);
/* Sets the listener; NULL removes it. */
SCHIRI_API int schiri_bot_listen(schiri_bot* bot, schiri_listener listener, void* data);
/* Analyses each turn of a valid record by the bot, as `schiri analyse` does. SCHIRI_STOPPED if it
   was stopped; the record is then unchanged. */
SCHIRI_API int schiri_record_analyse(schiri_record* record, schiri_bot* bot, const char* limits);

/* What the comments tell of each turn, an array of objects: `score` (as in a thought, of the player
   of the turn: an analysis, a bot's comment or `[%eval]`), `time` (seconds it took, `[%emt]`) and
   `clock` (seconds left, `[%clk]`), each or null. */
SCHIRI_API char* schiri_record_turn_data(const schiri_record* record);

/* --- ratings -------------------------------------------------------------------------------- */

SCHIRI_API schiri_ratings* schiri_ratings_new(void);
SCHIRI_API void schiri_ratings_free(schiri_ratings* ratings);
/* Adds the game of a valid record. */
SCHIRI_API int schiri_ratings_add(schiri_ratings* ratings, const schiri_record* record);
/* Adds the result of a game between two players: `game`, `white`, `black`, `result`, and if there
   are any `variant`, `event`, `round` and `date` (`2026.05.01`). */
SCHIRI_API int schiri_ratings_add_result(schiri_ratings* ratings, const char* result);
/* A list of the methods. */
SCHIRI_API const char* schiri_rating_methods(void);

/* The options, those of `schiri ratings` and `schiri table`, each with its meaning, one line that
   begins with its methods. */
SCHIRI_API char* schiri_rating_options(void);
/* Sets an option for later ratings. The value is the text after the option on the command line,
   NULL if the option takes none: ("prior-sd", "200"), ("anchor", "Anna=1600"), which may be
   set for several players, ("fide", NULL). `no-forfeits` and `repeats` must be set before games are
   added. */
SCHIRI_API int schiri_ratings_set(schiri_ratings* ratings, const char* option, const char* value);
/* Resets all options to the defaults. */
SCHIRI_API int schiri_ratings_reset(schiri_ratings* ratings);

/* Rates all added games by this method, or NULL for the first one. SCHIRI_WRONG if an option is set
   that does not belong to the method, or if an anchor or a player with a start has played no
   game. */
SCHIRI_API int schiri_ratings_rate(schiri_ratings* ratings, const char* method);

/* The latest lists, each of comparable players: `game`, `variant`, `pool` (from 1) and `pools`,
   `scale` (what the figures are, in one line), `notes` (sentences for the reader) and `players`,
   best first, with `player`, `rating` (null if only `bound` is known), `error` (half of the 95 %
   interval, or null), `wins`, `draws`, `losses`, `effective_games` (used by the rating) and `bound`
   (`>` stronger than all comparable players, `<` weaker, or empty). */
SCHIRI_API char* schiri_ratings_lists(const schiri_ratings* ratings);
/* The latest lists as text: `csv` or `json`, as in `schiri ratings --format`. */
SCHIRI_API char* schiri_ratings_write(const schiri_ratings* ratings, const char* form);

/* The expected results of a game between two players of a list, from 0 on: the probabilities
   `white_wins`, `draw`, `black_wins`, `difference` (White's rating minus Black's) and its `error`
   (half of the 95 % interval), `los` (the likelihood of superiority of White). SCHIRI_WRONG if the
   list was not made by the method bt with the option `matrix`, which keeps the necessary data: 8
   bytes for each two players. */
SCHIRI_API char* schiri_ratings_predict(const schiri_ratings* ratings, size_t list,
                                        const char* white, const char* black);

/* A player's ratings over time, in each game and variant, earliest first, by the method elo or
   glicko2: after each day or period with games `game`, `variant`, `date` (of the last game in it;
   may be empty), `rating`, `error` (or null) and `games` (in it). SCHIRI_WRONG if the player has
   played no game. */
SCHIRI_API char* schiri_ratings_history(const schiri_ratings* ratings, const char* method,
                                        const char* player);

/* Makes the cross tables of all added games, with the option `tie-breaks`. */
SCHIRI_API int schiri_ratings_tabulate(schiri_ratings* ratings);

/* The latest cross tables, each of players connected by games: `game`, `variant`, `pool`, `pools`,
   `scale`, `notes` as in lists, `tie_breaks` (their codes: `SB`) and `rows`, best first, with
   `player`, `points`, `wins`, `draws`, `losses`, `tie_breaks` (by their codes; null if one is
   undefined), `performance` (null if only `bound` is known, or without games), `bound` (`>` all
   points were made,
   `<` none, or empty) and `against` (wins, draws and losses by opponent). */
SCHIRI_API char* schiri_ratings_tables(const schiri_ratings* ratings);
/* The latest cross tables as text: `csv` or `json`, as in `schiri table --format`. */
SCHIRI_API char* schiri_ratings_write_tables(const schiri_ratings* ratings, const char* form);

/* --- files ---------------------------------------------------------------------------------- */

/* A file of records that is being written, in the shared library only. It appears, or replaces the
   file that is there, when it is finished: until then, and after an error, the old file stays. So
   records may be read from the file that they are written to. */
typedef struct schiri_output schiri_output;
/* `file`: `-` is standard output; names that end in .gz, .zst, .bz2 or .xz are compressed. `form`:
   one of schiri_forms(), or NULL for pgn. SCHIRI_UNUSABLE if the file cannot be written. */
SCHIRI_API schiri_output* schiri_output_new(const char* file, const char* form);
/* Writes a record. SCHIRI_WRONG if the format cannot represent it: then nothing is written. */
SCHIRI_API int schiri_output_add(schiri_output* output, const schiri_record* record);
/* Puts the file in its place; nothing may be added afterwards. */
SCHIRI_API int schiri_output_finish(schiri_output* output);
/* Without schiri_output_finish() nothing of the file is left. */
SCHIRI_API void schiri_output_free(schiri_output* output);

/* --- databases ------------------------------------------------------------------------------ */

/* Databases and tournaments are in the shared library only. A database is named by its file. It may
   come from a stranger: reading opens it read-only, and refuses one with content that schiri does
   not write. An option is a member of a JSON object with the name that it has on the command line,
   without dashes: `{"player": "Anna", "limit": 20, "sort": "-date"}`; several values are an
   array. A wrong option or value is SCHIRI_WRONG, a file that cannot be used SCHIRI_UNUSABLE. */

/* The list of queries: `games`, `players`, `events` ..., see `schiri help database`. */
SCHIRI_API const char* schiri_database_queries(void);
/* Answers a query: `json`, an object a line, or `csv` with a line of names, as
   `schiri db query QUERY --format` prints. `options` or NULL: those of the query, and its arguments
   by their names in lower case: `{"statement": "SELECT count(*) FROM games"}` for `sql`. */
SCHIRI_API char* schiri_database_query(const char* file, const char* query, const char* options,
                                       const char* form);
/* Visits the records that the options select (NULL: all), in the order of their ids, which are
   their index. Options are those of `schiri db query games` that select games, `limit` and
   `offset`. SCHIRI_STOPPED if the visitor has stopped. */
SCHIRI_API int schiri_database_visit(const char* file, const char* options,
                                     schiri_record_visitor visitor, void* data);
/* Adds the games that are not indexed yet to the position index, as `schiri db index` does. */
SCHIRI_API int schiri_database_index(const char* file);

/* An import: all of its records are stored together, or none. Other processes cannot write to the
   database until it is freed. */
typedef struct schiri_import schiri_import;
/* Begins an import into a database, which is created if it is missing. `source` names the origin in
   the list of imports (NULL: `-`). `corrections`: `report` (NULL), `apply` or `both`, as
   `schiri db import --corrections`. Freed by schiri_import_free(). */
SCHIRI_API schiri_import* schiri_import_new(const char* file, const char* source,
                                            const char* corrections);
/* Adds a record; one with errors goes into quarantine. */
SCHIRI_API int schiri_import_add(schiri_import* import, const schiri_record* record);
/* Stores the records; nothing may be added afterwards. Returns the numbers of records: `stored`,
   `known` (stored already), `quarantined` (with errors), `repaired` (repaired versions of records
   in quarantine, which left it), `corrected` (replaced a stored game that differs) and `refused`
   (differ from a stored game, which stays). */
SCHIRI_API char* schiri_import_finish(schiri_import* import);
/* Without schiri_import_finish() nothing of the import is stored. */
SCHIRI_API void schiri_import_free(schiri_import* import);

/* --- tournaments ---------------------------------------------------------------------------- */

/* A turn that a function of the caller chooses; valid during the call. */
typedef struct schiri_choice schiri_choice;
/* A copy of the game, owned by the caller. */
SCHIRI_API schiri_game* schiri_choice_game(const schiri_choice* choice);
/* The limits as words of the Universal Game Interface, `go movetime 100`; belongs to the choice. */
SCHIRI_API const char* schiri_choice_limits(const schiri_choice* choice);
/* The seed of the player's random choices in this game, and whether the game has just begun for
   it. */
SCHIRI_API uint64_t schiri_choice_seed(const schiri_choice* choice);
SCHIRI_API int schiri_choice_is_first(const schiri_choice* choice);
/* 1 if the tournament has been stopped: any answer will do, or none. */
SCHIRI_API int schiri_choice_is_stopped(const schiri_choice* choice);
/* Answers with a turn in any spelling, or `resign`. */
SCHIRI_API int schiri_choice_answer(schiri_choice* choice, const char* turn);
/* Loses the game as a program that crashes does; `reason` completes `the bot ...`, and is stored.
 */
SCHIRI_API int schiri_choice_fail(schiri_choice* choice, const char* reason);

/* A function as a bot: `choose` is called on the threads of the tournament, on several at a time if
   it plays several games at once. It cannot be interrupted, so no watchdog ends it. */
typedef struct schiri_function {
  const char* name; /* that the key `function` of a bot names */
  void (*choose)(schiri_choice* choice, void* data);
  void* data;
} schiri_function;

/* `schiri_tournament_options options = {sizeof options};` are the defaults. */
typedef struct schiri_tournament_options {
  size_t size; /* of this struct */
  const schiri_function* functions;
  size_t function_count;
  /* Called at least ten times a second on the calling thread; other than 0 stops. Or NULL. */
  int (*is_stopped)(uint64_t played, uint64_t total, void* data);
  /* Receives notes and warnings, on any thread. Or NULL. */
  void (*note)(const char* text, void* data);
  void* data;
  int32_t resume; /* other than 0: goes on with a tournament of the same settings */
  int32_t reserved;
} schiri_tournament_options;
/* Plays a tournament and stores its games. `settings` is the JSON object of an event file
   (`schiri help tournaments`) with the database, `db`; a bot with the key `function` is a function
   of the options. SCHIRI_OK if all its games are played, SCHIRI_STOPPED if it was stopped; finished
   games are stored. `event` is set to the name of the event, `results` to what
   `schiri tournament run --format json` prints, both owned by the caller; to NULL after an
   error. */
SCHIRI_API int schiri_tournament_run(const char* settings, const schiri_tournament_options* options,
                                     char** event, char** results);

#ifdef __cplusplus
}
#endif

#endif
