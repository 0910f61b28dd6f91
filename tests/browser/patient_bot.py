"""A bot that thinks little and waits, so that a page can be watched at little cost:
patient_bot.py PROGRAM BOT SECONDS."""

import subprocess
import sys
import time

program, bot, seconds = sys.argv[1:4]
with subprocess.Popen([program, "ugi", "creeper", "--bot", bot], stdout=subprocess.PIPE, text=True) as thinker:
    for line in thinker.stdout:
        if line.startswith("bestmove"):
            time.sleep(float(seconds))
        print(line, end="", flush=True)
