# Completion of schiri's command lines in fish, as `schiri help --format fish` writes it.

# What the program has, lines with tabs between their fields:
#   command   PATH  NAME  ABOUT
#   option    PATH  NAME  KIND  WORDS  ABOUT
#   argument  PATH  first|other  KIND  WORDS
set -g __schiri_table @TABLE@

# __schiri_listed command|option PATH: name, tab, what it does, each on a line.
function __schiri_listed
    printf '%s' $__schiri_table | awk -F '\t' -v what=$argv[1] -v path=$argv[2] '
        $1 == what && $2 == path { print $3 "\t" $NF }'
end

# __schiri_kind option|argument PATH NAME: what it takes, and words if there are some, each on a
# line; fails if there is no such option.
function __schiri_kind
    printf '%s' $__schiri_table | awk -F '\t' -v what=$argv[1] -v path=$argv[2] -v name=$argv[3] '
        $1 == what && $2 == path && $3 == name {
            print $4
            n = split($5, word, " ")
            for (i = 1; i <= n; i++) print word[i]
            found = 1
        }
        END { exit !found }'
end

# __schiri_names PROGRAM players|events: the names in the database or event of the line, each on a line.
function __schiri_names
    set -l words (commandline -opc)
    set -l database (string match -r -g '^--db=(.*)' -- $words)[1]
    if set -l at (contains -i -- --db $words)
        set database $words[(math $at + 1)]
    end
    if test "$words[2]" = otb
        set database $words[4]
    end
    test -n "$database"; or return
    set -l column (string replace -r 's$' '' -- $argv[2])
    set database (string replace -r '^~' $HOME -- $database)
    set -l list db query $argv[2] --db $database
    if test "$words[2]" = otb
        set list otb players $database
    end
    command $argv[1] $list --columns $column --format csv 2>/dev/null </dev/null |
        sed -e 1d -e 's/^"\(.*\)"$/\1/' -e 's/""/"/g'
end

# __schiri_offer PROGRAM KIND WORD...: what is of a kind.
function __schiri_offer
    switch "$argv[2]"
        case words
            printf '%s\n' $argv[3..-1]
        case file either
            test (count $argv) -lt 3; or printf '%s\n' $argv[3..-1]
            __fish_complete_path (commandline -ct)
        case player event
            __schiri_names $argv[1] $argv[2]s
    end
    return 0
end

# __schiri_value PROGRAM PATH OPTION: what can follow the option; fails if it takes nothing.
function __schiri_value
    string match -q -- '-*' $argv[3]; or return 1
    set -l kind (__schiri_kind option $argv[2] $argv[3]); or return 1
    test $kind[1] != none; or return 1
    __schiri_offer $argv[1] $kind
end

function __schiri_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l program (string replace -r '^~' $HOME -- $words[1])
    set -l path schiri
    set -l depth 1
    set -l commands (__schiri_listed command $path)
    for word in $words[2..-1]
        if contains -- $word (string split -f1 \t -- $commands)
            set path "$path $word"
            set depth (math $depth + 1)
            set commands (__schiri_listed command $path)
        end
    end

    set -l option (string match -r -g '^(--[a-z0-9-]+)=' -- $typed)
    if test -n "$option"
        __schiri_value $program $path $option | string replace -r '^' "$option="
    else if __schiri_value $program $path $words[-1]
        return
    else if string match -q -- '-*' $typed
        __schiri_listed option $path
    else if test -n "$commands"
        printf '%s\n' $commands
    else if test (count $words) -eq $depth
        __schiri_offer $program (__schiri_kind argument $path first)
    else
        __schiri_offer $program (__schiri_kind argument $path other)
    end
end

complete -c schiri -f -a '(__schiri_complete)'
