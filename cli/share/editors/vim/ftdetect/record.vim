" Game records of schiri.
autocmd BufRead,BufNewFile *.pgn setfiletype pgn
