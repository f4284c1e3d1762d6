"""The root module that Flet's builder requires; packaging/stage.py copies it beside the app as main.py."""

from views.hosting.native import start

start()
