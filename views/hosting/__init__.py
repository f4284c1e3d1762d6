"""Where the app runs: served to a household, in a browser, or in a window of its own.

For a served app ``guard`` checks each request, and ``door`` decides who comes in, with the pages of ``join_page``.
``connections`` limits what uvicorn accepts, ``visit`` handles a socket from its handshake to its end and counts sockets
and sessions, and ``messages`` checks what a device sends on one.
"""
