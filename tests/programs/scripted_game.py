"""A referee and bot of a game in which the turns are the given words, over UGI.

python3 scripted_game.py WORD,WORD,... [again=N] [loud]

An underscore in a word is a space in the bot's answer. again=N: after word N the same player moves
again. loud: any other turn is answered by an error; without it any turn is accepted. p1 wins.
"""

import sys

words = sys.argv[1].split(",")
again = next((int(word[6:]) for word in sys.argv if word.startswith("again=")), 0)
loud = "loud" in sys.argv
played = []

for line in sys.stdin:
    command = line.split()
    if not command:
        continue
    if command[0] == "ugi":
        print("id name Scripted\nugiok", flush=True)
    elif command[0] == "isready":
        print("readyok", flush=True)
    elif command[0] == "position":
        played = command[command.index("moves") + 1 :] if "moves" in command else []
        if loud and played != words[: len(played)]:
            print("error illegal turn", flush=True)
    elif command[0] == "query":
        is_over = len(played) >= len(words)
        movers = len(played) - (1 if 0 < again <= len(played) else 0)
        answers = {
            "gameover": "true" if is_over else "false",
            "p1turn": "true" if movers % 2 == 0 else "false",
            "result": "p1win" if is_over else "none",
        }
        print("response", answers[command[1]], flush=True)
    elif command[0] == "go":
        print("bestmove", words[len(played)].replace("_", " "), flush=True)
    elif command[0] == "quit":
        break
