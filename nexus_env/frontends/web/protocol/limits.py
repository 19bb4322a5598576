"""Every limit on people, programs and messages of the service, in one place.

How large a message may be, how often one may come, how long a text or a list in it, how many bouts and connections at a
time. `web/guard.py` counts and measures what comes over the network, `base.py` the values in a message. Flags of
`serve` may set the rate; `python -m nexus_env serve --help` names them.
"""

# A message
MOST_BYTES_OF_A_MESSAGE = 2_000_000
DEFAULT_MESSAGES_A_SECOND, MOST_MESSAGES_A_SECOND = 50.0, 1_000_000.0  # of one address, on average
SECONDS_OF_MESSAGES_AT_ONCE = 4.0  # the size of a burst, as seconds at that rate
MOST_REQUESTS_AT_ONCE = 8  # slow requests of one connection
MOST_ANSWERS_WAITING = 256  # unread answers of a slow client
SECONDS_FOR_A_REQUEST = 30.0  # over HTTP, until it is complete; the answer may take longer
SECONDS_OF_AN_IDLE_CONNECTION = 20  # over HTTP; longer than clients keep one, so that no request is lost

# Addresses
MOST_ADDRESSES_REMEMBERED = 10_000  # the longest silent are dropped
MOST_CONNECTIONS_OF_AN_ADDRESS = 64  # open at a time
MOST_SHARES_REMEMBERED = 10_000  # addresses or bouts whose thinking time counts for a fair share

# Values in a message
MOST_CHARACTERS_OF_AN_ID = 64  # of a request, if it is a string
MOST_NUMBER_OF_AN_ID = 2**53  # the largest exact integer of JavaScript
MOST_SEED_OF_A_BOUT = 2**53  # the same
MOST_CURSOR = 2**31
MOST_ACTION_NUMBER = 65_535
MOST_FACE = 100  # of a die that a person rolls
MOST_SEATS_OF_A_BOUT = 10
MOST_CHARACTERS_OF_A_NAME = 40
MOST_CHARACTERS_OF_A_BOUT_ID = 40
MOST_CHARACTERS_OF_A_TOKEN = 64
LEAST_CHARACTERS_OF_AN_OWN_TOKEN = 20  # too long to guess
MOST_CHARACTERS_OF_A_COMMAND = 120
MOST_CHARACTERS_OF_A_POSITION = 50_000
MOST_CHARACTERS_OF_A_TRANSCRIPT = 1_000_000
MOST_TURNS_OF_A_TRANSCRIPT = 20_000
MOST_TURN_ASKED_FOR = 100_000
MOST_ACTIONS_TRIED = 1000  # the length of `then`
MOST_STEPS_OF_A_REPLAY = 50  # in one message
MOST_TOKENS_OF_A_LIST = 100  # in a request for bouts
MOST_BOUTS_OF_A_LIST = 100  # in one answer
LEAST_SECONDS_OF_THINKING, MOST_SECONDS_OF_THINKING = 0.001, 60  # of an agent
MOST_CHOICES_OF_ADVICE = 10  # in one answer
LEAST_SECONDS_OF_A_CLOCK, MOST_SECONDS_OF_A_CLOCK = 0.5, 3600  # less is too short for a person
LEAST_SECONDS_AWAY, MOST_SECONDS_AWAY = 10, 7 * 86400  # until others may claim the bout
MOST_SECONDS_OF_A_WAIT = 30  # for news

# Advice
MOST_SECONDS_OF_ADVICE, SECONDS_OF_ADVICE = 10, 1.0  # the maximum, and the default
MOST_ADVICE_AT_ONCE = 4  # of one address, in progress or waiting
MOST_ADVICE_REMEMBERED = 2000  # answers: a repeated question is answered without thinking

# Walks
MOST_WALKS_AT_ONCE, MOST_WALKS_REMEMBERED = 2, 500  # computed at a time, and cached

# Bouts
MOST_BOUTS_IN_MEMORY = 1000  # others are loaded from the store
MOST_BOUTS_PLAYING = 2000  # in progress at a time
TURNS_BETWEEN_DRAW_OFFERS = 20  # of the same seat
