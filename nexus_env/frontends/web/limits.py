"""Every limit on people, programs and messages of the service, in one place.

How large a message may be, how often one may come, how long a text or a list in it, how many bouts and connections at a
time. `guard.py` counts and measures what comes over the network, `message_base.py` what stands in a message. Flags of
`serve` may set the rate; `python -m nexus_env serve --help` names them.
"""

# A message
MOST_BYTES_OF_A_MESSAGE = 2_000_000
DEFAULT_MESSAGES_A_SECOND, MOST_MESSAGES_A_SECOND = 50.0, 1_000_000.0  # of one address in the long run
SECONDS_OF_MESSAGES_AT_ONCE = 4.0  # so many seconds' worth may come at once
MOST_REQUESTS_AT_ONCE = 8  # of one conversation, of those that take their time
MOST_ANSWERS_WAITING = 256  # that a slow reader may leave lying
SECONDS_FOR_A_REQUEST = 30.0  # over HTTP, until it is whole; the answer may take its time
SECONDS_OF_AN_IDLE_CONNECTION = 20  # over HTTP; clients drop one sooner, so that no request meets its end

# Addresses
MOST_ADDRESSES_REMEMBERED = 10_000  # the ones that have been silent longest are forgotten
MOST_CONNECTIONS_OF_AN_ADDRESS = 64  # that stay open
MOST_SHARES_REMEMBERED = 10_000  # of addresses or bouts whose agents have thought, for a fair share of the next time

# What stands in a message
MOST_CHARACTERS_OF_AN_ID = 64  # of a request, where it is a text
MOST_NUMBER_OF_AN_ID = 2**53  # what JavaScript still counts exactly
MOST_SEED_OF_A_BOUT = 2**53  # the same
MOST_CURSOR = 2**31
MOST_ACTION_NUMBER = 65_535
MOST_FACE = 100  # of a die that somebody has thrown
MOST_SEATS_OF_A_BOUT = 10
MOST_CHARACTERS_OF_A_NAME = 40
MOST_MARKS_ON_A_LETTER = 3  # above and below it
MOST_CHARACTERS_OF_A_BOUT_ID = 40
MOST_CHARACTERS_OF_A_TOKEN = 64
LEAST_CHARACTERS_OF_AN_OWN_TOKEN = 20  # long enough that nobody guesses it
MOST_CHARACTERS_OF_A_COMMAND = 120
MOST_CHARACTERS_OF_A_POSITION = 50_000
MOST_CHARACTERS_OF_A_TRANSCRIPT = 1_000_000
MOST_TURNS_OF_A_TRANSCRIPT = 20_000
MOST_TURN_ASKED_FOR = 100_000
MOST_ACTIONS_TRIED = 1000  # after a position or a transcript
MOST_STEPS_OF_A_REPLAY = 50  # in one message
MOST_TOKENS_OF_A_LIST = 100  # for which somebody lists bouts
MOST_BOUTS_OF_A_LIST = 100  # in one answer
LEAST_SECONDS_OF_THINKING, MOST_SECONDS_OF_THINKING = 0.001, 60  # of an agent
MOST_CHOICES_OF_ADVICE = 10  # that one answer tells
LEAST_SECONDS_OF_A_CLOCK, MOST_SECONDS_OF_A_CLOCK = 0.5, 3600  # less is no time for a person
LEAST_SECONDS_AWAY, MOST_SECONDS_AWAY = 10, 7 * 86400  # until others may claim the bout
MOST_SECONDS_OF_A_WAIT = 30  # for news

# Advice
MOST_SECONDS_OF_ADVICE, SECONDS_OF_ADVICE = 10, 1.0  # that an agent may think about it; where nobody says, at most
MOST_ADVICE_AT_ONCE = 4  # of one address, under way or waiting
MOST_ADVICE_REMEMBERED = 2000  # answers: a repeated question is answered without thinking

# Walks
MOST_WALKS_AT_ONCE, MOST_WALKS_REMEMBERED = 2, 500  # answers that are worked out at a time, and that are kept

# Bouts
MOST_BOUTS_IN_MEMORY = 1000  # those that nobody looks at come back from the store
MOST_BOUTS_PLAYING = 2000  # under way at a time
TURNS_BETWEEN_DRAW_OFFERS = 20  # of the same seat
