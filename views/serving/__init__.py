"""What stands between the network and Flet when the app is served, and belongs to no other form of it.

``connections`` bounds what uvicorn takes in, ``visit`` leads a socket from its handshake to its end, ``messages`` looks
at what a device says on it, ``capacity`` counts sockets and sessions, and ``seldom`` keeps the log short. From outside,
``guard`` and ``serve`` use them.
"""
