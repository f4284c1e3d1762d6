"""Where the app runs: served to a household, in a browser, or in a window of its own.

Whatever carries the bytes, a device talks to its session through ``connection``, and ``messages`` checks what it says.
For a served app ``guard`` checks each request, and ``door`` decides who comes in, with the pages of ``join_page``.
``connections`` limits what uvicorn accepts, and ``visit`` handles a socket from its handshake to its end. Devices and
sessions are counted by ``connection``. Where a tablet is the server, ``phones`` lets in those that
``packaging/pwa/host.mjs`` meets.
"""
