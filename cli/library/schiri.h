#ifndef SCHIRI_H
#define SCHIRI_H

/*
 * schiri's stable interface for programs in C and in everything that can call C.
 *
 * Text is UTF-8 and ends with a zero byte. `char*` that a function returns is the caller's, who
 * gives it back by schiri_free(). `const char*` belongs to whom it was asked of: to a handle until
 * that is changed, asked for the same again or freed; to the library for ever where no handle is
 * named. A list is one text in which each element ends with a line feed. What is handed in is
 * copied, and may be gone when the function returns.
 *
 * A function that fails says so by what it returns: NULL, a status other than SCHIRI_OK, or a
 * number of 0. schiri_error() says why. No exception leaves the library, none of its
 * functions ends the program, and a null pointer where a handle or text is needed is an error like
 * any other. A text that may be left out (`or NULL`) may as well be empty.
 *
 * Different handles may be used on different threads at a time, one handle by only one of them;
 * schiri_bot_stop() alone may be called whenever and wherever. Records that are handed to a visitor
 * and games that are copied are handles of their own. Visitors and listeners are called on the
 * thread that called the function, must return, and may ask the library anything but change or
 * free the handle that calls them.
 *
 * Functions, constants and members are added with time, and never taken away or changed while the
 * number in the name of the shared library stays; schiri_interface() counts what was added.
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

/* What schiri_interface() returns for a library that has all that stands here. 2 came with options
   of ratings, predictions, histories and cross tables. */
#define SCHIRI_INTERFACE 2

/* How a function came out. */
enum {
  SCHIRI_OK = 0,
  SCHIRI_SYNTAX = 1,   /* a text is no turn of the game */
  SCHIRI_ILLEGAL = 2,  /* a rule forbids the turn */
  SCHIRI_OVER = 3,     /* the game is over */
  SCHIRI_STOPPED = 4,  /* a visitor has seen enough, or the limit is reached */
  SCHIRI_WRONG = 5,    /* wrong use: no such game, variant, position, bot, tag ... */
  SCHIRI_UNUSABLE = 6, /* a file cannot be read, or memory does not suffice */
  SCHIRI_FAILED = 7    /* something is wrong inside schiri */
};

enum { SCHIRI_WHITE = 0, SCHIRI_BLACK = 1 };

/* How a game ended; SCHIRI_OPEN is one that did not. */
enum { SCHIRI_OPEN = 0, SCHIRI_WHITE_WINS = 1, SCHIRI_BLACK_WINS = 2, SCHIRI_DRAW = 3 };

typedef struct schiri_kind schiri_kind;       /* one of the games: the library's, never freed */
typedef struct schiri_game schiri_game;       /* a game being played */
typedef struct schiri_record schiri_record;   /* a game record, checked or written here */
typedef struct schiri_bot schiri_bot;         /* a built-in bot */
typedef struct schiri_ratings schiri_ratings; /* games to be rated, and lists made of them */

/* --- the library ------------------------------------------------------------------------------ */

/* `0.1.0`. */
SCHIRI_API const char* schiri_version(void);
/* The interface of the library that is loaded, to compare with SCHIRI_INTERFACE. */
SCHIRI_API int schiri_interface(void);
/* Why the last function that failed on this thread has failed: a sentence without a full stop,
   until the next one fails. Empty if none has. */
SCHIRI_API const char* schiri_error(void);
/* Frees a text that a function has returned; NULL is ignored. */
SCHIRI_API void schiri_free(char* text);

/* --- the kinds of games ------------------------------------------------------------------------
 */

/* The kind of this index, from 0; NULL after the last one. */
SCHIRI_API const schiri_kind* schiri_kind_at(size_t index);
/* The kind of this name, in any case and with blanks for `-`; NULL if there is none. */
SCHIRI_API const schiri_kind* schiri_kind_find(const char* name);
/* `more-or-less`; `More or Less`; one line; the rules, several pages. */
SCHIRI_API const char* schiri_kind_name(const schiri_kind* kind);
SCHIRI_API const char* schiri_kind_title(const schiri_kind* kind);
SCHIRI_API const char* schiri_kind_summary(const schiri_kind* kind);
SCHIRI_API const char* schiri_kind_rules(const schiri_kind* kind);
/* A list of its variants, the standard one first; of the reasons why its rules end a game. */
SCHIRI_API const char* schiri_kind_variants(const schiri_kind* kind);
SCHIRI_API const char* schiri_kind_endings(const schiri_kind* kind);
/* 1 if a start needs a roll of dice; 1 if positions may have more turns than one would list. */
SCHIRI_API int schiri_kind_starts_with_roll(const schiri_kind* kind);
SCHIRI_API int schiri_kind_streams_turns(const schiri_kind* kind);

/* Takes the game of a plug-in (see schiri_add_game in `schiri help library`) among the kinds.
   SCHIRI_UNUSABLE if the file is none, or was made for another version or build. */
SCHIRI_API int schiri_load_game(const char* file);

/* The empty board of a variant (or NULL) as parts of an SVG drawing, whose lengths are these. What
   belongs to it is the library's. */
typedef struct schiri_board {
  double width, height;
  double margin;           /* room on all sides that only the coordinates need */
  const char* symbols;     /* a `<g id="SYMBOL">` for each symbol, around its own middle */
  const char* fields;      /* the board */
  const char* coordinates; /* names of rows and columns */
} schiri_board;
SCHIRI_API int schiri_kind_board(const schiri_kind* kind, const char* variant, schiri_board* board);
/* The style sheet of all boards: `light`, `dark` or `system`. NULL for another word. */
SCHIRI_API const char* schiri_board_style(const char* theme);

/* How schiri_game_planes() gives positions: this many planes, each of rows of columns of numbers.
   `names` is a list of them. A game without planes has 0 of them. */
typedef struct schiri_planes {
  size_t planes, rows, columns;
  const char* names;
} schiri_planes;
SCHIRI_API int schiri_kind_planes(const schiri_kind* kind, schiri_planes* planes);

/* --- a game ------------------------------------------------------------------------------------
 */

/* A game set up; variant, position and roll or NULL, for what the game has without them. NULL if it
   cannot be set up. Freed by schiri_game_free(). */
SCHIRI_API schiri_game* schiri_game_new(const char* name, const char* variant, const char* position,
                                        const char* roll);
/* A game whose random start (a roll) is drawn; the same seed gives the same game. */
SCHIRI_API schiri_game* schiri_game_drawn(const char* name, const char* variant, uint64_t seed);
SCHIRI_API schiri_game* schiri_game_copy(const schiri_game* game);
SCHIRI_API void schiri_game_free(schiri_game* game);

SCHIRI_API const schiri_kind* schiri_game_kind(const schiri_game* game);
SCHIRI_API const char* schiri_game_variant(const schiri_game* game);
/* Whose turn it is: SCHIRI_WHITE or SCHIRI_BLACK; -1 for NULL. */
SCHIRI_API int schiri_game_side(const schiri_game* game);
/* How the rules ended the game, SCHIRI_OPEN while it goes on; -1 for NULL. `reason`, unless NULL,
   is set to the word for it (`chain`), the library's, or to an empty text. */
SCHIRI_API int schiri_game_ending(const schiri_game* game, const char** reason);
/* The position now, and that before the first turn, as the command `schiri position` has them. */
SCHIRI_API char* schiri_game_position(const schiri_game* game);
SCHIRI_API char* schiri_game_start(const schiri_game* game);
/* The board in characters, several lines within 80 columns; with `colour` other than 0 in the
   colours of a terminal. */
SCHIRI_API char* schiri_game_board(const schiri_game* game, int colour);
/* The board as a whole SVG document, `width` pixels wide. `theme`: `light`, `dark` or `system`, or
   NULL for that; `coordinates` other than 0 names rows and columns. */
SCHIRI_API char* schiri_game_svg(const schiri_game* game, const char* theme, int coordinates,
                                 int width);

/* A symbol of the board (see schiri_board) and where it lies. */
typedef struct schiri_figure {
  const char* symbol;
  double x, y;
} schiri_figure;
/* What lies on the board, lowest first, the last turn marked: writes as many as `room` into
   `figures`, and returns how many there are. */
SCHIRI_API size_t schiri_game_figures(const schiri_game* game, schiri_figure* figures, size_t room);
/* Writes the position's planes, planes * rows * columns numbers (see schiri_kind_planes), which
   must be `count`. */
SCHIRI_API int schiri_game_planes(const schiri_game* game, float* values, size_t count);

/* Plays a turn in any spelling of the game's notation: SCHIRI_OK, SCHIRI_SYNTAX, SCHIRI_ILLEGAL or
   SCHIRI_OVER; on an error nothing has changed, and schiri_error() says which rule. */
SCHIRI_API int schiri_game_play(schiri_game* game, const char* turn);
/* The game before its last `turns` turns, of which there must be that many. */
SCHIRI_API int schiri_game_undo(schiri_game* game, size_t turns);
/* How many turns were played, and each from 0 on, as it is usually spelled; NULL after the last. */
SCHIRI_API size_t schiri_game_length(const schiri_game* game);
SCHIRI_API const char* schiri_game_turn(const schiri_game* game, size_t index);

/* How many turns are legal, 0 where the game is over. SCHIRI_UNUSABLE where there are too many to
   count. */
SCHIRI_API int schiri_game_count_turns(const schiri_game* game, uint64_t* count);
/* Is given a turn, valid during the call; returns 0 if it has seen enough. */
typedef int (*schiri_turn_visitor)(const char* turn, void* data);
/* Visits the legal turns, at most `limit` of them (0: all, which may be millions), in an order that
   depends on the position alone. SCHIRI_OK if all were visited, SCHIRI_STOPPED if not. */
SCHIRI_API int schiri_game_visit_turns(const schiri_game* game, uint64_t limit,
                                       schiri_turn_visitor visitor, void* data);
/* A list of the same turns. */
SCHIRI_API char* schiri_game_turns(const schiri_game* game, uint64_t limit);
/* A legal turn, each equally likely; the game must not be over. `seed` goes on to the next number
   of its sequence. */
SCHIRI_API char* schiri_game_random_turn(const schiri_game* game, uint64_t* seed);
/* How a turn that begins so can go on: a list of the parts that can follow (`+C4`); NULL if no
   legal turn begins so. `is_turn`, unless NULL, becomes 1 if it is a whole legal turn, else 0;
   `begun`, unless NULL, the beginning as turns are spelled, the caller's. */
SCHIRI_API char* schiri_game_parts(const schiri_game* game, const char* beginning, int* is_turn,
                                   char** begun);
/* The number of sequences of `depth` turns. */
SCHIRI_API int schiri_game_perft(const schiri_game* game, int depth, uint64_t* count);

/* --- records -----------------------------------------------------------------------------------
 */

/* How records are read: `schiri_read_options options = {sizeof options};` is the usual way. */
typedef struct schiri_read_options {
  size_t size;             /* of this struct */
  const char* form;        /* `pgn`, `json`, `csv` ..., see schiri_forms(); or NULL for pgn */
  const char* game;        /* of records without the tag; or NULL */
  const char* variant;     /* of records without the tag; or NULL */
  const char* roll;        /* of records without the tag; or NULL */
  uint64_t max_game_bytes; /* larger ones are not read; 0 for 16 MiB */
  uint32_t threads;        /* that check records; 0 for one */
  int32_t strict;          /* other than 0: warnings are errors */
} schiri_read_options;
/* A list of the forms of records. */
SCHIRI_API const char* schiri_forms(void);

/* Receives a record, which it owns: schiri_record_free() frees it. Returns 0 to stop. */
typedef int (*schiri_record_visitor)(schiri_record* record, void* data);
/* Reads and checks the records of a file (`-` is standard input; compressed by gzip, zstd, bzip2,
   xz or zip), or of a text of `size` bytes, in their order. Options or NULL. SCHIRI_OK if all were
   visited, SCHIRI_STOPPED if the visitor had seen enough, SCHIRI_UNUSABLE if the file cannot be
   read, or not to its end; the records before that have been visited then. */
SCHIRI_API int schiri_read_file(const char* file, const schiri_read_options* options,
                                schiri_record_visitor visitor, void* data);
SCHIRI_API int schiri_read_text(const char* text, size_t size, const schiri_read_options* options,
                                schiri_record_visitor visitor, void* data);

/* The record of this game: its tags and turns; the players are unknown. */
SCHIRI_API schiri_record* schiri_record_of_game(const schiri_game* game);
SCHIRI_API schiri_record* schiri_record_copy(const schiri_record* record);
SCHIRI_API void schiri_record_free(schiri_record* record);

/* 1 if nothing is wrong with it, warnings apart. */
SCHIRI_API int schiri_record_is_valid(const schiri_record* record);
/* Its number in the file and the line where it begins, from 1; 0 for one that was made here. */
SCHIRI_API size_t schiri_record_index(const schiri_record* record);
SCHIRI_API size_t schiri_record_line(const schiri_record* record);
/* Game and variant as it names them, or as they were given; the result it claims. Perhaps empty. */
SCHIRI_API const char* schiri_record_game(const schiri_record* record);
SCHIRI_API const char* schiri_record_variant(const schiri_record* record);
SCHIRI_API const char* schiri_record_result(const schiri_record* record);
/* How the rules ended its game, as schiri_game_ending(). */
SCHIRI_API int schiri_record_ending(const schiri_record* record, const char** reason);
/* How many legal turns it has, and each from 0 on; NULL after the last. */
SCHIRI_API size_t schiri_record_length(const schiri_record* record);
SCHIRI_API const char* schiri_record_turn(const schiri_record* record, size_t index);
/* Its game after this many turns, or after all where it has fewer; the caller's. */
SCHIRI_API schiri_game* schiri_record_replay(const schiri_record* record, size_t turns);
/* The value of a tag; NULL if it is absent. All tags in their order: 0 after the last one. */
SCHIRI_API const char* schiri_record_tag(const schiri_record* record, const char* name);
SCHIRI_API int schiri_record_tag_at(const schiri_record* record, size_t index, const char** name,
                                    const char** value);
/* Sets a tag, or adds it. */
SCHIRI_API int schiri_record_set_tag(schiri_record* record, const char* name, const char* value);
/* The result: `1-0`, `0-1`, `1/2-1/2` or `*`. */
SCHIRI_API int schiri_record_set_result(schiri_record* record, const char* result);
/* Adds a comment after this many turns. It may hold no `}`. */
SCHIRI_API int schiri_record_add_comment(schiri_record* record, size_t turns, const char* comment);

/* The kinds of elements of a movetext. */
enum {
  SCHIRI_TURN = 0,
  SCHIRI_COMMENT = 1,
  SCHIRI_NAG = 2, /* a numeric annotation glyph, of `$n`, `!` and `?` */
  SCHIRI_VARIATION_OPEN = 3,
  SCHIRI_VARIATION_CLOSE = 4,
  SCHIRI_VARIATION_WORD = 5 /* a turn, turn number or result in a variation, as it stands there */
};
/* An element of the movetext: its kind, or -1 after the last; `text` is set to its text. */
SCHIRI_API int schiri_record_element(const schiri_record* record, size_t index, const char** text);

/* An error or warning about a record. Texts are the record's. */
typedef struct schiri_finding {
  const char* code;    /* `illegal`; see schiri_code_meaning() */
  const char* message; /* a sentence without a full stop */
  const char* excerpt; /* the line of the file around it; may be empty */
  size_t caret;        /* where in the excerpt, in characters */
  size_t length;       /* how far, in characters */
  size_t line, column; /* of the file, from 1 */
  size_t turn;         /* from 1, each player's turn for itself; 0 if it concerns no turn */
  int32_t is_error;    /* 0 is a warning */
} schiri_finding;
/* Warnings and errors, from 0 on. SCHIRI_WRONG after the last one. */
SCHIRI_API size_t schiri_record_findings(const schiri_record* record);
SCHIRI_API int schiri_record_finding(const schiri_record* record, size_t index,
                                     schiri_finding* finding);
/* What a code means, and what to do about it; NULL for a text that is none. */
SCHIRI_API const char* schiri_code_meaning(const char* code);
SCHIRI_API const char* schiri_code_remedy(const char* code);

/* The record as text in one of the forms but csv (or NULL for pgn); NULL if the form cannot hold
 * it. */
SCHIRI_API char* schiri_record_write(const schiri_record* record, const char* form);
/* As it stood in the file; empty for one that was made here. */
SCHIRI_API const char* schiri_record_text(const schiri_record* record);
/* Repairs a record read as pgn where that needs no guess. Returns a list of the changes. */
SCHIRI_API char* schiri_record_repair(schiri_record* record);

/* --- bots ---------------------------------------------------------------------------------------
 */

/* A list of the built-in bots, weakest first. */
SCHIRI_API const char* schiri_bots(void);
/* A built-in bot as `--bot` names it: `alphabeta:nodes=1000`, `greedy seed=7`. It plays any game.
 */
SCHIRI_API schiri_bot* schiri_bot_new(const char* description);
/* It must not be thinking. */
SCHIRI_API void schiri_bot_free(schiri_bot* bot);
/* A new game begins; everything random in it follows from the seed. */
SCHIRI_API int schiri_bot_new_game(schiri_bot* bot, uint64_t seed);

/* What a bot may spend on a turn, `schiri_limits limits = {sizeof limits};` and more; 0 where it is
   not held to anything. The first limit that is reached counts. */
typedef struct schiri_limits {
  size_t size; /* of this struct */
  uint64_t nodes;
  uint64_t milliseconds;
  int32_t depth; /* turns ahead */
} schiri_limits;

enum {
  SCHIRI_NO_SCORE = 0,
  SCHIRI_VALUE = 1, /* hundredths of the game's unit, positive is good for the bot */
  SCHIRI_WIN = 2,   /* in this many of its own turns */
  SCHIRI_LOSS = 3   /* in this many of its own turns */
};
/* How a bot sees the game go on. */
typedef struct schiri_line {
  const char* turns; /* of both players, its own first, with blanks between */
  int32_t score_kind;
  int32_t score;
  int32_t depth; /* turns looked ahead */
} schiri_line;
/* What a bot thinks. */
typedef struct schiri_thought {
  const char* turn; /* the turn chosen */
  uint64_t nodes;   /* positions searched */
  const schiri_line* lines;
  size_t line_count;
  int32_t score_kind;
  int32_t score;
  int32_t depth;
} schiri_thought;

/* Chooses a turn of a game that is not over. Limits or NULL, for those of its description. The
   thought is the bot's, until it thinks again. SCHIRI_OK also if it was stopped. */
SCHIRI_API int schiri_bot_think(schiri_bot* bot, const schiri_game* game,
                                const schiri_limits* limits, schiri_thought* thought);
/* Ends its thinking soon, on whichever thread; does nothing if it is not thinking. */
SCHIRI_API void schiri_bot_stop(schiri_bot* bot);
/* Receives what a bot thinks so far, valid during the call. */
typedef void (*schiri_listener)(const schiri_thought* thought, void* data);
/* Sets the listener; NULL removes it. */
SCHIRI_API int schiri_bot_listen(schiri_bot* bot, schiri_listener listener, void* data);
/* Has the bot comment on each turn of a valid record, as `schiri analyse` does. SCHIRI_STOPPED if
   it was stopped; the record is then as it was. */
SCHIRI_API int schiri_record_analyse(schiri_record* record, schiri_bot* bot,
                                     const schiri_limits* limits);

/* --- ratings ------------------------------------------------------------------------------------
 */

SCHIRI_API schiri_ratings* schiri_ratings_new(void);
SCHIRI_API void schiri_ratings_free(schiri_ratings* ratings);
/* Takes the game of a record that is valid. */
SCHIRI_API int schiri_ratings_add(schiri_ratings* ratings, const schiri_record* record);
/* Takes a game's result between two players; variant, event, round and date (`2026.05.01`) or
   NULL. */
SCHIRI_API int schiri_ratings_add_result(schiri_ratings* ratings, const char* game,
                                         const char* variant, const char* white, const char* black,
                                         const char* result, const char* event, const char* round,
                                         const char* date);
/* A list of the methods. */
SCHIRI_API const char* schiri_rating_methods(void);

/* A list of the options, which are those of the commands `schiri ratings` and `schiri table`:
   `scale`, `anchor` ...; and what one does, in a line that begins with the methods that know it.
   NULL for a text that is none. */
SCHIRI_API const char* schiri_rating_options(void);
SCHIRI_API const char* schiri_rating_option_meaning(const char* option);
/* Sets an option for later ratings. The value is the text after the option on the command line,
   NULL if the option takes none: ("scale", "odds"), ("anchor", "Anna=1600"), which may be
   set for several players, ("fide", NULL). `no-forfeits` is to be set before games are added. */
SCHIRI_API int schiri_ratings_set(schiri_ratings* ratings, const char* option, const char* value);
/* Puts all options back to what they were at first. */
SCHIRI_API int schiri_ratings_reset(schiri_ratings* ratings);

/* Rates all that were added by this method, or NULL for the first one. SCHIRI_WRONG if an option is
   set that the method does not know, or an anchor has played no game. */
SCHIRI_API int schiri_ratings_rate(schiri_ratings* ratings, const char* method);

/* Players who can be compared: of one game, variant and pool. Texts are the ratings'. */
typedef struct schiri_rating_list {
  const char* game;
  const char* variant;
  const char* scale; /* what the figures are, in one line */
  const char* notes; /* a list of sentences for the reader */
  size_t players;
  int32_t pool, pools; /* from 1, of so many */
} schiri_rating_list;
typedef struct schiri_rated_player {
  const char* name;
  double rating; /* not a number where `bound` says more */
  double error;  /* half of the 95 % interval; not a number where none is known */
  uint64_t wins, draws, losses;
  uint64_t effective_games; /* that the rating has used */
  int32_t bound;            /* 1 stronger than all it can be compared with, -1 weaker, else 0 */
} schiri_rated_player;
/* The lists made last, and the players of one, best first. SCHIRI_WRONG after the last. */
SCHIRI_API int schiri_ratings_list(const schiri_ratings* ratings, size_t list,
                                   schiri_rating_list* filled);
SCHIRI_API int schiri_ratings_player(const schiri_ratings* ratings, size_t list, size_t player,
                                     schiri_rated_player* filled);
/* The lists made last as text: `csv` or `json`, as `schiri ratings --format` has them. */
SCHIRI_API char* schiri_ratings_write(const schiri_ratings* ratings, const char* form);

/* What to expect of a game between two players of a list. Chances are from 0 to 1. */
typedef struct schiri_prediction {
  double white_wins, draw, black_wins;
  double difference;  /* White's rating minus Black's */
  double error;       /* half of its 95 % interval */
  double superiority; /* how likely White is the stronger player */
} schiri_prediction;
/* The players are numbered as above. SCHIRI_WRONG if the list was not made by the method bt with
   the option `matrix`, which keeps what this needs: 8 bytes for each two players. */
SCHIRI_API int schiri_ratings_predict(const schiri_ratings* ratings, size_t list, size_t white,
                                      size_t black, schiri_prediction* filled);

/* A player's rating after a day or period with games. Texts are valid during the call. */
typedef struct schiri_rating_point {
  const char* game;
  const char* variant;
  const char* date; /* of the last game in it; may be empty */
  double rating;
  double error;   /* half of the 95 % interval; not a number where none is known */
  uint64_t games; /* in it */
} schiri_rating_point;
/* Receives a point; returns 0 to stop. */
typedef int (*schiri_point_visitor)(const schiri_rating_point* point, void* data);
/* One player's rating over time, in each game and variant that it has played, earliest first, by a
   method that knows time: elo, glicko2 or whr. SCHIRI_WRONG if the player has played no game. */
SCHIRI_API int schiri_ratings_history(const schiri_ratings* ratings, const char* method,
                                      const char* player, schiri_point_visitor visitor, void* data);

/* Makes the cross tables of all that were added, with the option `tie-breaks`. */
SCHIRI_API int schiri_ratings_tabulate(schiri_ratings* ratings);

/* A cross table: players connected by games. Texts are the ratings'. */
typedef struct schiri_cross_table {
  const char* game;
  const char* variant;
  const char* scale;      /* what the figures are, in one line */
  const char* notes;      /* a list of sentences for the reader */
  const char* tie_breaks; /* a list of their codes: `SB` */
  size_t rows;
  size_t tie_break_count;
  int32_t pool, pools; /* from 1, of so many */
} schiri_cross_table;
typedef struct schiri_table_row {
  const char* name;
  double points;
  double performance; /* not a number where `performance_bound` says more, or it never played */
  const double* tie_breaks; /* as many as the table has; not a number where one says nothing */
  uint64_t wins, draws, losses;
  int32_t performance_bound; /* 1 all points were made, -1 none, else 0 */
} schiri_table_row;
/* The cross tables made last, the rows of one, best first, and what a row's player made against
   another's. SCHIRI_WRONG after the last. */
SCHIRI_API int schiri_ratings_table(const schiri_ratings* ratings, size_t table,
                                    schiri_cross_table* filled);
SCHIRI_API int schiri_ratings_row(const schiri_ratings* ratings, size_t table, size_t row,
                                  schiri_table_row* filled);
SCHIRI_API int schiri_ratings_against(const schiri_ratings* ratings, size_t table, size_t row,
                                      size_t opponent, uint64_t* wins, uint64_t* draws,
                                      uint64_t* losses);
/* The cross tables made last as text: `csv` or `json`, as `schiri table --format` has them. */
SCHIRI_API char* schiri_ratings_write_tables(const schiri_ratings* ratings, const char* form);

#ifdef __cplusplus
}
#endif

#endif
