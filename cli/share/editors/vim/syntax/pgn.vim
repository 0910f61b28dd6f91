" Vim syntax file for the game records of schiri (PGN).
if exists("b:current_syntax")
  finish
endif

syn match pgnTurn /[^ \t(){}\[\];$!?"]\+/
syn match pgnNumber /\%(^\|[ \t(]\)\@<=\d\+\.\+/
syn match pgnResult /\%(^\|[ \t]\)\@<=\%(1-0\|0-1\|1\/2-1\/2\|\*\)\%($\|[ \t)]\)\@=/
syn match pgnNag /\$\d\+\|[!?]\{1,2}/
syn region pgnVariation start=/(/ end=/)/ contains=pgnNumber,pgnNag,pgnComment,pgnLineComment,pgnVariation
syn match pgnCommand /\[%\w\+[^\]}]*\]/ contained
syn region pgnComment start=/{/ end=/}/ contains=pgnCommand
syn match pgnLineComment /;.*$/
syn match pgnEscape /^%.*$/
syn match pgnTag /^\s*\[\w\+\s\+"\%([^"\\]\|\\.\)*"\s*\]/ contains=pgnName,pgnValue
syn match pgnName /\[\@<=\w\+/ contained
syn region pgnValue start=/"/ skip=/\\./ end=/"/ contained oneline
" Long comments may begin far above the window.
syn sync minlines=200

hi def link pgnTurn Function
hi def link pgnNumber Number
hi def link pgnResult Constant
hi def link pgnNag Special
hi def link pgnVariation PreProc
hi def link pgnCommand SpecialComment
hi def link pgnComment Comment
hi def link pgnLineComment Comment
hi def link pgnEscape Comment
hi def link pgnName Keyword
hi def link pgnValue String

setlocal comments=:; commentstring=;%s
let b:current_syntax = "pgn"
