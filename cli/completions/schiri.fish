# Completion of schiri's command lines in fish.
#
# Commands and options are asked of the program itself (its --help), so they are always those of
# the program that is installed.

# __schiri_listed commands|options WORD...: name, tab, what it does, each on a line.
function __schiri_listed
    set -l what $argv[1]
    set -l command $argv[2..-1]
    command $command --help 2>/dev/null </dev/null | awk -v what=$what '
        tolower($1) ~ /^subcommands:?$/ { inside = 1; next }
        /^[^ ]/ { inside = 0 }
        what == "commands" && inside && /^  [a-z]/ {
            name = $1; sub(/^  [^ ]+ */, ""); print name "\t" $0
        }
        what == "options" && /^ +-/ {
            n = split($0, word, /[ ,]+/)
            told = $0; sub(/^ +/, "", told)
            if (match(told, /  +/)) told = substr(told, RSTART + RLENGTH); else told = ""
            for (i = 2; i <= n && word[i] ~ /^-/; i++) print word[i] "\t" told
        }'
end

# __schiri_choices OPTION WORD...: fails if this option of the command takes no value; prints those
# that the help names between braces, as in `--format TEXT:{text,json}`.
function __schiri_choices
    set -l option $argv[1]
    set -l command $argv[2..-1]
    command $command --help 2>/dev/null </dev/null | awk -v option=$option '
        /^ +-/ {
          line = $0
          found = 0
          while (match(line, /^ *,? *-[^ ,]+/)) {
            name = substr(line, 1, RLENGTH)
            gsub(/[ ,]/, "", name)
            if (name == option) found = 1
            line = substr(line, RLENGTH + 1)
          }
          if (found && line ~ /^ [^ ]/) {
            takes = 1
            if (match(line, /\{[^}]*\}/)) {
              n = split(substr(line, RSTART + 1, RLENGTH - 2), choice, ",")
              for (i = 1; i <= n; i++) print choice[i]
            }
            exit
          }
        }
        END { exit !takes }'
end

function __schiri_games
    command $argv[1] games 2>/dev/null </dev/null | awk '/^[a-z]/ { print $1 }'
end

# __schiri_names PROGRAM players|events: the names in the database of the line, each on a line.
function __schiri_names
    set -l words (commandline -opc)
    set -l database (string match -r -g '^--db=(.*)' -- $words)[1]
    if set -l at (contains -i -- --db $words)
        set database $words[(math $at + 1)]
    end
    test -n "$database"; or return
    set -l column (string replace -r 's$' '' -- $argv[2])
    command $argv[1] db query $argv[2] --db (string replace -r '^~' $HOME -- $database) \
        --columns $column --format csv 2>/dev/null </dev/null |
        sed -e 1d -e 's/^"\(.*\)"$/\1/' -e 's/""/"/g'
end

# __schiri_value OPTION WORD...: what can follow the option; fails if it takes no value.
function __schiri_value
    set -l command $argv[2..-1]
    string match -q -- '-*' $argv[1]; or return 1
    set -l choices (__schiri_choices $argv[1] $command); or return 1
    if string match -q -r '^play--(white|black)$' -- "$command[2]$argv[1]"
        printf '%s\n' human random greedy mcts alphabeta
        return 0
    end
    switch $argv[1]
        case --game
            __schiri_games $command[1]
        case --bot --hint
            printf '%s\n' random greedy mcts alphabeta
        case --player --white --black --history --predict
            __schiri_names $command[1] players
        case --event
            __schiri_names $command[1] events
        case --db --log --openings -o --output --resume --doubles --rejects
            __fish_complete_path (commandline -ct)
        case '*'
            test -z "$choices"; or printf '%s\n' $choices
    end
    return 0
end

function __schiri_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l command (string replace -r '^~' $HOME -- $words[1])
    set -l commands (__schiri_listed commands $command)
    for word in $words[2..-1]
        if contains -- $word (string split -f1 \t -- $commands)
            set -a command $word
            set commands (__schiri_listed commands $command)
        end
    end

    set -l option (string match -r -g '^(--[a-z-]+)=' -- $typed)
    if test -n "$option"
        __schiri_value $option $command | string replace -r '^' "$option="
    else if __schiri_value $words[-1] $command
        return
    else if string match -q -- '-*' $typed
        __schiri_listed options $command
    else if test -n "$commands"
        printf '%s\n' $commands
    else
        switch "$command[2]"
            case rules turns perft position board play ugi bot
                if test (count $words) -eq (count $command)
                    __schiri_games $command[1]
                end
            case analyse
                __schiri_games $command[1]
                __fish_complete_path $typed
            case '*'
                __fish_complete_path $typed
        end
    end
end

complete -c schiri -f -a '(__schiri_complete)'
