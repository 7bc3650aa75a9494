"""What `tengen COMMAND --help` says of each command."""

# Of each command: what it does, in a line; more about that; examples.
HELP: dict[str, tuple[str, str, str]] = {
    "simulate": (
        "play it to the end, at random or first-legal",
        """Plays a board to its end and prints the moves, one a line: for NoGo `row col` from the top-left, then -1 -1;
for the other games in the game's own notation.""",
        """  tengen simulate nogo board.txt                   each side plays its first legal point
  tengen simulate nogo < board.txt                 the same, from standard input
  tengen simulate nogo board.txt --seed 7          a uniformly random game, the same one every time
  tengen simulate nogo board.txt --format diagram  a game that a person can follow
  tengen simulate nogo board.txt --format sgf      a game that other programs can show
  tengen simulate nogo 9x9                         from the empty board of this size
  tengen simulate go board.txt --games 100000      black wins, white wins and draws of 100,000 random games
  tengen simulate nogo board.txt --games 100000 --points --format diagram
                                                   ... and what happened at each point""",
    ),
    "judge": (
        "is this record of moves right, and how far?",
        """Judges a record of moves and says what is wrong with its first wrong line. The score is the first line of the
answer: for NoGo 0 to 10, as the special judge of the published problem has it; else the number of right moves.
With --proof, checks a proof that solve wrote, or anybody, by the rules alone.""",
        """  tengen judge nogo board.txt moves.txt
  tengen simulate nogo board.txt | tengen judge nogo board.txt
  tengen judge othello board.txt moves.txt --format json
  tengen judge nogo --proof 4x4.proof              is it so that White wins?
  tengen judge nogo --dir outputs --data data      a program's outputs for a whole data set""",
    ),
    "checker": (
        "what a contest's judge calls to look at an output",
        """Says whether a program's output is right for an input of the published problem: NoGo simulate, Go flips,
Gomoku check or Othello count. It is called as testlib's checkers are, and has their exit statuses: 0 right, 1 wrong,
2 wrong format, 3 the judge's own files are bad, 7 some points (`points N` on a line of its own). The words are on
standard error.""",
        """  tengen checker nogo 1.in output.txt 1.out
  tengen checker nogo 1.in output.txt 1.out report.txt
  tengen checker nogo --export testlib > chk.cpp   for judges that take C++ alone
  tengen checker nogo --export testlib --points 5 > chk.cpp""",
    ),
    "stress": (
        "a program against ours, on boards that grow, until it fails",
        """Runs a program that solves the game's published problem on families of boards, from the smallest up. When it
gives a wrong answer, crashes or takes too long, the board is made smaller as long as it still fails, and shown.""",
        """  tengen stress nogo -- ./solution
  tengen stress othello --cases 5000 --seconds 1 -- python3 solution.py""",
    ),
    "check": (
        "can this position arise in a legal game, and if not, why not?",
        """Prints YES or NO; where more cannot be known cheaply, "no contradiction found".""",
        """  tengen check gomoku board.txt                    YES or NO
  tengen check nogo board.txt --explain            ... and every reason, with its place
  tengen check nogo board.txt --to-play white""",
    ),
    "flips": (
        "if this one stone changed colour, which stones would be dead?",
        """Reads a number of boards and prints a hash for each, as the published problem asks. With --format diagram or
json it reads one board and shows the counts themselves.""",
        """  tengen flips go boards.txt                       a hash for each board
  tengen flips go board.txt --format diagram       one board, counts on the board""",
    ),
    "count": (
        "all lines of play from here, by outcome, or by depth",
        """Prints the number of different complete games that Black wins, that White wins and that are drawn.
With --depth, prints the number of lines of play of each length instead; with --positions, the number of legal
positions.""",
        """  tengen count othello board.txt                   complete games: Black wins, White wins, draws
  tengen count nogo board.txt --depth 4
  tengen count nogo board.txt --threads 1 --format json
  tengen count nogo 4x4                            all games on the empty board
  tengen count go 9x9 --positions                  every legal position""",
    ),
    "solve": (
        "who wins with perfect play, and with which moves?",
        """Prints who wins, by how much where that counts, every move that keeps it, and how the game would go. What it
says is proven; stopped before that, it says what it knows and exits with 1.""",
        """  tengen solve nogo 4x4                            an empty board of this size
  tengen solve nogo board.txt --format diagram     + wins, - loses, on the board
  tengen solve nogo 5x5 --one --threads 2          only who wins, not every move
  tengen solve nogo 4x4 --one --plies              ... and how soon
  tengen solve nogo 4x4 --proof 4x4.proof          ... and why, for tengen judge nogo --proof
  tengen solve nogo 5x6 --memory 8192 --checkpoint 5x6.run
                                                   a long run, which goes on after a stop
  tengen solve othello board.txt                   the exact difference in discs
  tengen solve gomoku 4x4 --in-a-row 3
  tengen solve go 2x3 --komi 0 --seconds 60""",
    ),
    "generate": (
        "a legal random position of this size and fill",
        """Prints the position when a random game from the usual start has this many stones; --count: of many games.
The contest text does not say who is to move; standard error does where it is not the side that the text means.
With --cases, writes a data set for the published problem instead.""",
        """  tengen generate nogo                             9x9, half full
  tengen generate nogo --size 600 --fill 0.4 --seed 7
  tengen generate othello --size 8 --stones 20 --format diagram
  tengen generate go --count 1000 --seed 7 --format json
                                                   a thousand boards, a line each
  tengen generate nogo --cases 20 --dir data --layout hydro
                                                   inputs and answers for a judge""",
    ),
    "review": (
        "which moves of this game were mistakes, and what was better?",
        """Asks a player about every position of a game in SGF and prints the blunders in the order of play: the moves
that lost much of the chance to win, with what was better; then what each side lost on average. SGF says which game it
is; GAME may be named before the file (NoGo, where RU does not say so). Ctrl-C keeps what was reviewed by then.""",
        """  tengen review game.sgf                           a second a move
  tengen review game.sgf --player net:visits=200 --sgf reviewed.sgf
                                                   ... and a file with values, words and better lines
  tengen review nogo game.sgf --blunder 0.3 --plot curve.png
  tengen simulate gomoku 15x15 --seed 1 --format sgf | tengen review --player mcts:visits=1000""",
    ),
    "match": (
        "players against each other: who is stronger, and by how much?",
        """Plays games between two or more players and prints the table. Every game is kept in a file as soon as it is
over; the same command, given again, goes on where it stopped. Players: random, greedy, mcts:visits=1000,
mcts:seconds=0.1, 'gtp:COMMAND', FILE.py, each with a name before it if you like: new=mcts:visits=2000.""",
        """  tengen match nogo mcts:visits=1000 greedy         100 games, colours changed after each
  tengen match nogo new=bot.py:choose old=old.py:choose --sprt 0,30
                                                   until one of the two is shown to be true
  tengen match go mcts 'gnu=gtp:gnugo --mode gtp' --size 9 --games 40 --clock 30+0.5 --sgf games
  tengen match othello a=mcts:visits=100 b=mcts:visits=400 greedy --plot ratings.svg
  tengen match nogo one.py two.py three.py four.py --mode swiss --rounds 3 --games 2
                                                   few games for many players""",
    ),
    "train": (
        "a net that learns the game by playing with itself",
        """Trains a net from random weights, on a GPU if there is one, and prints a line for each round: how many games,
how fast, how far the net is from what its search finds, and how it fares against its last best. The best net is in the
folder as net.safetensors, with a checkpoint beside it, replaced every minute: the same command with --resume goes on
from there. Needs PyTorch: pip install 'tengen[learn]'.""",
        """  tengen train nogo --sizes 5 --net 3x24 --minutes 3        a few minutes without a GPU
  tengen train nogo --sizes 5-13 --minutes 30 --dir mine    any board, on a GPU
  tengen train nogo --resume --minutes 60 --dir mine        ... and longer
  tengen train nogo --weights best.safetensors --dir more   a net that is there learns on
  tengen train nogo --distil 4x32 --minutes 5 --dir mine    a small net that learns from it""",
    ),
    "report": (
        "the table of a match that was played, its games, its picture",
        """Reads the file of a match, which may still be going on, and prints its table.""",
        """  tengen report nogo-match.db
  tengen report nogo-match.db --format csv > table.csv
  tengen report nogo-match.db --sgf games --plot ratings.png""",
    ),
    "sprt": (
        "what results that were played elsewhere say: Elo, and a test",
        """Takes the games that a player won, drew and lost; or, which says more, how many pairs of games with colours
changed gave it 0, 0.5, 1, 1.5 and 2 points. Prints the difference in Elo and where the sequential test stands.""",
        """  tengen sprt 120 30 90                            won, drawn, lost
  tengen sprt 10 20 60 30 12 --test 0,10           pairs, by their points""",
    ),
    "render": (
        "a board or a game as a picture",
        """Draws a board, or a game in SGF, as SVG, PNG, PDF or GIF; without --output, as SVG on standard output. A game
is drawn at its end or after a move, or played as an animation. SGF says which game it is: GAME may be left out.""",
        """  tengen render nogo board.txt -o board.svg
  tengen render othello board.txt -o board.png --marks legal --pixels 800
  tengen render go board.txt -o board.pdf --marks flips --theme paper
  tengen render nogo board.txt -o map.svg --marks wins --games 100000
  tengen render game.sgf -o game.png --move 50 --numbers
  tengen render game.sgf -o game.gif --fps 4         the whole game; as .svg with --animate""",
    ),
    "play": (
        "play against the computer, or each other, in this terminal",
        """Draws a board: arrow keys and Enter play, or a vertex and Enter; the other keys are shown below it. Without a
terminal, or with --plain, it prints the board and reads a move a line.""",
        """  tengen play nogo                                 you are Black, the computer thinks a second a move
  tengen play go 9x9 --komi 5.5 --color white --player mcts:seconds=5
  tengen play gomoku --two --sgf game.sgf          two people; the game is kept in a file
  tengen play othello --player greedy --clock 300+5
  tengen play go --player 'gtp:gnugo --mode gtp --chinese-rules'
  printf 'E5\\nC3\\n' | tengen play nogo              two moves and the answers to them""",
    ),
    "serve": (
        "the board in the browser: play, watch, analyse, ask",
        """Serves the board at an address that it prints, until Ctrl-C. A move is in the file before it is shown.""",
        """  tengen serve --open                              for this machine alone, and show the page
  tengen serve --host 0.0.0.0 --file class.db      for a classroom
  tengen serve --port 80 --host 0.0.0.0 --name board.example.org""",
    ),
    "gtp": (
        "a player for GUIs and arbiters that speak GTP",
        """Answers GTP version 2 on standard input and output, until `quit`. Points have GTP's names in every game: A1
is the bottom-left, and there is no I.""",
        """  tengen gtp go --size 9                           the built-in search, a second a move
  tengen gtp nogo --player net:visits=1000
  tengen gtp nogo --player mybot.py:choose         a function of yours: choose(position, clock)
  tengen gtp gomoku --player gomocup:./brain       a program that speaks another protocol
  tengen gtp nogo --ponder                         it thinks on while you do
  tengen gtp nogo --referee                        no player: it says why a move is illegal
  echo 'genmove black' | tengen gtp othello --player greedy""",
    ),
    "botzone": (
        "a bot for botzone.org: NoGo, Gomoku or Othello",
        """Reads Botzone's JSON, a turn, and answers it within the time limit of the site. With --export it writes a
function of yours as one file that plays there, where there is no Tengen.""",
        """  tengen botzone nogo < turn.json                  one turn, then it ends
  tengen botzone nogo --keep-running               turn after turn in one process
  tengen botzone othello --player mybot.py:choose  a function of yours: choose(position, clock)
  tengen botzone nogo --player mybot.py:choose --export upload.py""",
    ),
    "gomocup": (
        "a Gomoku brain for Piskvork and other Gomocup managers",
        """Answers the Gomocup protocol on standard input and output, until END.""",
        """  tengen gomocup                                   as long as the manager allows
  tengen gomocup --player mcts:seconds=0.5""",
    ),
    "completion": (
        "a script with which the shell completes all this",
        """Prints a script for bash, zsh or fish. With it the tab key completes commands, games, options and files.""",
        """  source <(tengen completion bash)                 for this session; for good, as below
  tengen completion bash > ~/.local/share/bash-completion/completions/tengen
  tengen completion fish > ~/.config/fish/completions/tengen.fish
  eval "$(tengen completion zsh)"                  in ~/.zshrc, after compinit""",
    ),
}
