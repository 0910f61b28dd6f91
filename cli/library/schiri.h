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
 * them; only schiri_bot_stop() and schiri_run_stop() may be called at any time on any thread.
 * Records passed to a visitor and copies of games are separate handles. Visitors, listeners,
 * sources and sinks are called on the thread that called the function, must return, and may call
 * the library, but must not change or free the handle that calls them. A thread that is cancelled
 * (pthread_cancel) ends after the function has returned.
 *
 * Later versions add functions, constants and members, and never remove or change any while the
 * number in the name of the shared library stays.
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

typedef struct schiri_game schiri_game;     /* a game being played */
typedef struct schiri_record schiri_record; /* a game record, checked or written here */
typedef struct schiri_bot schiri_bot;       /* a built-in bot */
typedef struct schiri_batch schiri_batch;   /* games played side by side */

/* --- the library ------------------------------------------------------------------------------ */

/* `0.1.0`. */
SCHIRI_API const char* schiri_version(void);
/* The reason of the last failure on this thread: a sentence without a full stop, valid until the
   next failure. Empty without a failure. `status`, unless NULL, is set to its status, also of a
   function that returns no status; to SCHIRI_OK without a failure. */
SCHIRI_API const char* schiri_error(int* status);
/* Frees a text that a function has returned; NULL is ignored. */
SCHIRI_API void schiri_free(char* text);

/* What there is: an object of `games`, `forms` (of records), `bots` (the built-in ones, weakest
   first), `codes` (of findings: an object of `meaning` and `remedy` by code) and `styles` (of
   boards: the style sheets `light`, `dark` and `system`).

   Games are objects with `name` (`more-or-less`), `title`, `summary` (one line), `rules` (several
   pages), `variants` (the standard one first), `settings` (an object: the values of each, the
   default first), `endings` (the reasons for which the rules end a game), `starts_with_roll` (a
   start needs a roll of dice), `streams_turns` (positions may have too many turns to list),
   `planes` (`names`, `rows`, `columns`: the layout of schiri_game_planes(), each plane `rows` rows
   of `columns` numbers; without names there are none), `actions` (all turns that any position may
   have; empty if they are too many), `parts` (all parts of schiri_game_parts(), for numbers of
   turns that are chosen part by part), `scale` (of evaluations: an evaluation of E hundredths is a
   chance to win of 1 / (1 + exp(-E / scale))) and `boards`: the empty board of each variant as
   parts of an SVG drawing of `width` and `height`, with `margin` on all sides for the coordinates:
   `symbols` (a `<g id="SYMBOL">` for each symbol, around its centre), `fields`, `coordinates`
   (names of rows and columns), and `places`, each with `name`, `x` and `y`. Wherever a game's name
   is given, it may be in upper or lower case and with spaces for `-`; wherever a variant is given,
   settings may follow it: `standard; repetition=off`. */
SCHIRI_API char* schiri_facts(void);

/* --- a game --------------------------------------------------------------------------------- */

/* A game set up with variant, position and roll, each or NULL for the default; the position also in
   another program's notation. With a seed (or NULL) instead of position and roll, what is left to
   chance (a roll) is drawn: the same seed gives the same game. NULL if it cannot be set up. Freed
   by schiri_game_free(). */
SCHIRI_API schiri_game* schiri_game_new(const char* name, const char* variant, const char* position,
                                        const char* roll, const uint64_t* seed);
SCHIRI_API schiri_game* schiri_game_copy(const schiri_game* game);
SCHIRI_API void schiri_game_free(schiri_game* game);

/* The game: `name`, `variant`, `start` (the position before the first turn), `played` (the turns,
   in canonical notation) and `figures` (on the board, lowest first, with marks of the last turn:
   arrays of symbol (see `boards` of schiri_facts()), x and y). */
SCHIRI_API char* schiri_game_json(const schiri_game* game);
/* The side to move: SCHIRI_WHITE or SCHIRI_BLACK; -1 for NULL. */
SCHIRI_API int schiri_game_side(const schiri_game* game);
/* The ending of the game by the rules, SCHIRI_OPEN before the end; -1 for NULL. `reason`, unless
   NULL, is set to its name (`chain`), owned by the library, or to an empty text. */
SCHIRI_API int schiri_game_ending(const schiri_game* game, const char** reason);
/* The present position in the notation of `schiri position`. */
SCHIRI_API char* schiri_game_position(const schiri_game* game);
/* The board as `text` (several lines of at most 80 columns), as `colour` (text in terminal
   colours), or as an SVG document in a style of schiri_facts(), `width` pixels wide; `coordinates`
   other than 0 names its rows and columns. */
SCHIRI_API char* schiri_game_draw(const schiri_game* game, const char* form, int coordinates,
                                  int width);
/* Writes the position's planes, planes * rows * columns numbers (see schiri_facts()), which must be
   `count`, from a side's point of view: for SCHIRI_WHITE as the planes are named, for SCHIRI_BLACK
   with its own pieces where White's are and the board turned, so that equal situations of both
   sides have equal planes; only the plane of the side to move differs. SCHIRI_WRONG for a game that
   has none. */
SCHIRI_API int schiri_game_planes(const schiri_game* game, int side, float* values, size_t count);

/* Plays a turn in any spelling of the game's notation: SCHIRI_OK, SCHIRI_SYNTAX, SCHIRI_ILLEGAL or
   SCHIRI_OVER; on an error nothing has changed, and schiri_error() returns the violated rule. */
SCHIRI_API int schiri_game_play(schiri_game* game, const char* turn);
/* Whether a turn could be played, with the statuses and the reason of schiri_game_play(). Visits no
   other turns, however many there are. */
SCHIRI_API int schiri_game_check_turn(const schiri_game* game, const char* turn);
/* Takes back the last `turns` turns, at most as many as were played. */
SCHIRI_API int schiri_game_undo(schiri_game* game, size_t turns);
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
/* A legal turn, each equally likely, or with `quick` other than 0 drawn quickly: each is possible,
   but not equally likely if that would be slow (in More or Less). The game must not be over. `seed`
   is set to the next number of its sequence. */
SCHIRI_API char* schiri_game_random_turn(const schiri_game* game, uint64_t* seed, int quick);
/* The continuations of the beginning of a turn: `begun` (the beginning in canonical notation),
   `is_turn` (it is a complete legal turn) and `next` (the parts that can follow, `+C4`); NULL if no
   legal turn begins like this. */
SCHIRI_API char* schiri_game_parts(const schiri_game* game, const char* beginning);
/* --- many games at once --------------------------------------------------------------------- */

/* Games of one kind that are played side by side, for programs that learn. A game that ends gives
   its place to a new one at once. The same seed and the same choices give the same games. */

/* `games` games, from 1 to 1000000, each with its own random start; a game of `max_turns` turns (0:
   no limit) ends as a draw. NULL if they cannot be set up. Freed by schiri_batch_free(). */
SCHIRI_API schiri_batch* schiri_batch_new(const char* name, const char* variant, size_t games,
                                          uint64_t seed, size_t max_turns);
SCHIRI_API void schiri_batch_free(schiri_batch* batch);
/* A copy of the game at this place, from 0, or with `ended` other than 0 of the one that has ended
   there in the last step; owned by the caller. NULL if there is none. */
SCHIRI_API schiri_game* schiri_batch_game(const schiri_batch* batch, size_t index, int ended);

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
/* Begins a new game wherever `places` has a number other than 0, one for each game; NULL: at all
   places. */
SCHIRI_API int schiri_batch_reset(schiri_batch* batch, const uint8_t* places, size_t count);
/* The batch as JSON, to be restored by schiri_batch_load(): it plays on as this one. */
SCHIRI_API char* schiri_batch_save(const schiri_batch* batch);
SCHIRI_API schiri_batch* schiri_batch_load(const char* saved);
/* The number of legal turns in each game. */
SCHIRI_API int schiri_batch_count_turns(const schiri_batch* batch, uint64_t* counts, size_t count);
/* The action (see schiri_facts()) of each legal turn, by its number: `width` numbers for each game,
   -1 after its last turn. `count` must be the number of all numbers. SCHIRI_WRONG if a game has
   more turns, or no actions. */
SCHIRI_API int schiri_batch_actions(const schiri_batch* batch, int64_t* actions, size_t count);
/* The planes of each game, one game after the other; `mover` other than 0: from the point of view
   of the side to move (see schiri_game_planes()). `count` must be the number of all numbers. */
SCHIRI_API int schiri_batch_planes(const schiri_batch* batch, int mover, float* values,
                                   size_t count);

/* The planes after each of some turns: `turns` has the numbers of `width` turns of each game, -1
   for none, whose planes are 0. `mover` as above: the side to move then. `count` must be the number
   of all numbers. SCHIRI_ILLEGAL for the number of no turn. */
SCHIRI_API int schiri_batch_afterstates(const schiri_batch* batch, const int64_t* turns,
                                        size_t width, int mover, float* values, size_t count);

/* --- records -------------------------------------------------------------------------------- */

/* Receives a record, which it owns: schiri_record_free() frees it. Returns 0 to stop. */
typedef int (*schiri_record_visitor)(schiri_record* record, void* data);
/* Reads and checks the records of a file (`-` is standard input; compressed by gzip, zstd, bzip2,
   xz or zip), or of a text of `size` bytes, in order. Options or NULL: `form` (`pgn`, `json`, ...,
   see schiri_facts()), `game`, `variant` and `roll` (of records without the tag), `max_game_bytes`
   (larger games are skipped; 16 MiB), `threads` (for checking records; 1), `strict` (warnings are
   errors), `only_tags` (the movetext is skipped, in the format pgn whatever it is). SCHIRI_OK if
   all were visited, SCHIRI_STOPPED if the visitor has stopped, SCHIRI_UNUSABLE if the file cannot
   be read to its end; the records before the error have been visited. */
SCHIRI_API int schiri_read_file(const char* file, const char* options,
                                schiri_record_visitor visitor, void* data);
SCHIRI_API int schiri_read_text(const char* text, size_t size, const char* options,
                                schiri_record_visitor visitor, void* data);

/* The record of this game: its tags and turns; the players are unknown. */
SCHIRI_API schiri_record* schiri_record_of_game(const schiri_game* game);
SCHIRI_API schiri_record* schiri_record_copy(const schiri_record* record);
/* The whole record with its findings as `size` bytes, to be restored by schiri_record_load() of the
   same version, perhaps in another process. */
SCHIRI_API char* schiri_record_save(const schiri_record* record, size_t* size);
/* NULL for bytes that schiri_record_save() has not made. */
SCHIRI_API schiri_record* schiri_record_load(const char* bytes, size_t size);
SCHIRI_API void schiri_record_free(schiri_record* record);

/* 1 if it has no errors; it may have warnings. Quicker than schiri_record_json(), as is
   schiri_record_tag(). */
SCHIRI_API int schiri_record_is_valid(const schiri_record* record);
/* The record: `index` and `line` (its number in the file and its first line, from 1; 0 if it was
   not read), `game` and `variant` (its own, or those of the options), `valid`, `result`, `outcome`
   and `ending` (by the rules: `white`, `black`, `draw`, and the reason; null if they did not end
   it), `tags` (arrays of name and value, in order), `played` (the legal turns it begins with),
   `movetext` (arrays of kind and text: `turn`, `comment`, `nag`, `variation open`, `variation
   close`, and `variation word`, which is unchanged), `turn_data` (what the comments tell of each
   turn: the `side` that played it, `score`, as in a thought, of that side, from an analysis, a
   bot's comment or `[%eval]`, `time`, seconds it took, `[%emt]`, and `clock`, seconds left,
   `[%clk]`; null what they do not tell), `findings` and `text` (as it was read). A finding has
   `code` (`illegal`; see schiri_facts()), `message`, `line` and `column` of the file, `turn` (from
   1, counting each player's turn; 0 if it concerns no turn), `is_error`, `excerpt` (the line of the
   file around it) with the place `caret` in it and the `length`, in characters. */
SCHIRI_API char* schiri_record_json(const schiri_record* record);
/* Its game after N turns, or after all if it has fewer; owned by the caller. */
SCHIRI_API schiri_game* schiri_record_replay(const schiri_record* record, size_t turns);
/* The value of a tag; NULL if it is missing. */
SCHIRI_API const char* schiri_record_tag(const schiri_record* record, const char* name);
/* Edits. The record is checked again when it is next asked about more than a tag, once for all
   edits before: its findings, legal turns and ending are those of the edited record, which may have
   errors. Only a record read with an error keeps the findings of its text, until
   schiri_record_repair() or schiri_record_set_movetext(). */

/* Sets a tag, or adds it; NULL as value removes it. The tag Result is also the result: `1-0`,
   `0-1`, `1/2-1/2` or `*`. */
SCHIRI_API int schiri_record_set_tag(schiri_record* record, const char* name, const char* value);
/* Replaces turns, comments, NAGs and variations: the `movetext` of schiri_record_json(). */
SCHIRI_API int schiri_record_set_movetext(schiri_record* record, const char* movetext);
/* The record as text in any format except csv (or NULL for pgn); NULL if the format cannot
   represent it. `losses`, unless NULL, is set to the list of what the format cannot hold of the
   record, and the text therefore omits; owned by the caller. */
SCHIRI_API char* schiri_record_write(const schiri_record* record, const char* form, char** losses);
/* Sets `record` to the next one to write, which must live until the next call or the end, and
   returns 1; 0 after the last one, -1 to write nothing. */
typedef int (*schiri_record_source)(const schiri_record** record, void* data);
/* Writes records into a file, in the shared library only. The file appears, or takes the place of
   the one that is there, when all are written: until then, and after an error, the old file stays.
   So records may be read from the file that they go to. `-` is standard output; names that end in
   .gz, .zst, .bz2 or .xz are compressed. `form`: one of schiri_facts(), or NULL for pgn.
   SCHIRI_STOPPED if the source has stopped, SCHIRI_WRONG if the format cannot represent a record,
   SCHIRI_UNUSABLE if the file cannot be written. */
SCHIRI_API int schiri_write_file(const char* file, const char* form, schiri_record_source source,
                                 void* data);
/* Repairs the errors of a record read as pgn that have only one repair. Returns the list of
   changes. SCHIRI_WRONG for a record that was read with errors and then edited: repair it first. */
SCHIRI_API char* schiri_record_repair(schiri_record* record);

/* --- bots ----------------------------------------------------------------------------------- */

/* A built-in bot, specified as for `--bot`: `alphabeta:nodes=1000`, `greedy seed=7`. It plays any
 * game.
 */
SCHIRI_API schiri_bot* schiri_bot_new(const char* description);
/* It must not be thinking. */
SCHIRI_API void schiri_bot_free(schiri_bot* bot);
/* Begins a new game; all randomness follows from the seed. */
SCHIRI_API int schiri_bot_new_game(schiri_bot* bot, uint64_t seed);

/* Receives the thought so far, valid during the call. */
typedef void (*schiri_listener)(const char* thought, void* data);
/* Searches a game that is not over. Limits: `nodes`, `milliseconds`, `depth` (turns ahead); the
   first that is reached counts, and without any those of its description. The thought is an object
   of `turn` (the turn chosen), `score`, `depth` (turns looked ahead), `nodes` (positions searched)
   and `lines` (expected play: `turns` of both players, its own first, `score` and `depth`). A score
   is null or an object of `kind` and `amount`: `value` (hundredths of the game's unit, positive is
   good for the bot), `win` or `loss` (in this many of its own turns). The listener, or NULL, gets
   the thoughts before it. A search that was stopped has a thought as well. */
SCHIRI_API char* schiri_bot_think(schiri_bot* bot, const schiri_game* game, const char* limits,
                                  schiri_listener listener, void* data);
/* Stops its search soon, on any thread; does nothing without a search. */
SCHIRI_API void schiri_bot_stop(schiri_bot* bot);
/* Analyses each turn of a valid record by the bot, as `schiri analyse` does. SCHIRI_STOPPED if it
   was stopped; the record is then unchanged. */
SCHIRI_API int schiri_record_analyse(schiri_record* record, schiri_bot* bot, const char* limits);

/* --- commands --------------------------------------------------------------------------------- */

/* All commands of the program (`schiri help`), in the shared library only: ratings, tables,
 * databases, tournaments, conversions ... */

/* Standard output and standard error. */
enum { SCHIRI_OUT = 1, SCHIRI_ERR = 2 };
/* Writes what the command reads as standard input (`-`), at most `size` bytes of it, and returns
   how many; 0 at the end, -1 if it cannot be read to its end, which the command takes for an error
   of reading. */
typedef int64_t (*schiri_source)(char* bytes, size_t size, void* data);
/* Receives output of the command, in order: `stream` is SCHIRI_OUT or SCHIRI_ERR. It is also called
   without bytes, at least ten times a second. Other than 0 stops the command, see
   schiri_run_stop(), and it gets no more. */
typedef int (*schiri_sink)(int stream, const char* bytes, size_t size, void* data);
/* Runs a command line, without the word `schiri`: {"ratings", "--db", "a.db", "--format", "json"}.
   Source and sink may be NULL: nothing to read, and output that is dropped. Returns what the
   program returns as its exit status (`schiri help output`): 0 done, 1 something wrong was found, 2
   wrong usage, 3 a file could not be used, 130 stopped. -1 if nothing was run, see schiri_error().

   It runs on a thread of its own, one command at a time: another call, on another thread, waits. It
   neither ends the process nor handles signals, and leaves its working directory, environment,
   locale and standard streams alone. It reads no settings and no environment of the user: the
   words say everything, messages are English unless `--language` is among them, and a word `@FILE`
   is what it says. A command with `--format json` prints that, an object a line, unless `--format`
   is among the words. Commands for a terminal or with a protocol on standard input and output
   (play, ugi, lsp) are refused. From source, sink and functions of bots no command can be run. */
SCHIRI_API int schiri_run(const char* const* words, size_t count, schiri_source source,
                          schiri_sink sink, void* data);
/* Stops the commands with this data that run or wait, on any thread: what is finished is kept, as
   after Ctrl-C. The command ends soon, between two games, lines of output or steps of a search; an
   SQL statement or the fit of a rating list ends first. An import stores nothing. */
SCHIRI_API void schiri_run_stop(const void* data);

/* A turn that a function of the caller chooses, in a tournament; valid during the call. */
typedef struct schiri_choice {
  const schiri_game* game;
  const char* limits; /* as words of the Universal Game Interface, `go movetime 100` */
  uint64_t seed;      /* of the player's random choices in this game */
  int32_t is_first;   /* 1: the game has just begun for this player */
  int32_t reserved;
} schiri_choice;
/* Chooses a turn, on any thread, on several at a time if several games are played at once. It
   cannot be interrupted, so no watchdog ends it. */
typedef void (*schiri_chooser)(schiri_choice* choice, void* data);
/* Makes a function a bot of later commands, which its name means in a bot's key `function`; NULL
   removes it. */
SCHIRI_API int schiri_bot_function(const char* name, schiri_chooser choose, void* data);
/* Answers with a turn in any spelling, or `resign`; with NULL, the player loses the game as a
   program that crashes does, and `reason`, which completes `the bot ...`, is stored. */
SCHIRI_API int schiri_choice_answer(schiri_choice* choice, const char* turn, const char* reason);
/* 1 if the tournament has been stopped: any answer will do, or none. */
SCHIRI_API int schiri_choice_is_stopped(const schiri_choice* choice);

#ifdef __cplusplus
}
#endif

#endif
