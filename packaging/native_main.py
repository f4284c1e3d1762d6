"""The root module that Flet's builder wants; packaging/stage.py lays it beside the app as main.py."""

from views.native import start

start()
