"""The root module that Flet's builder wants; packaging/stage.py lays it beside the app as main.py."""

from views.hosting.native import start

start()
