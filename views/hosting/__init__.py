"""Where the app runs: served to a household, in a browser, or in a window of its own.

For a served app ``guard`` looks at each request, ``connections`` bounds what uvicorn takes in, ``visit`` leads a socket
from its handshake to its end, ``messages`` looks at what a device says on it, and ``capacity`` counts sockets and
sessions.
"""
