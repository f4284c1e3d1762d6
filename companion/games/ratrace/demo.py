"""A short evening of Ratrace, to be looked through by whoever opens the app for the first time."""

EVENING = """\
game ratrace
title Demo evening
seats Anna Ben Cleo
house businesses=one

start first=ben
pick who=ben business=red
pick who=cleo business=blue
pick who=anna business=black
roll who=ben roll=5
buy who=ben business=olive item=working on=credit
roll who=cleo roll=3
invest who=cleo stake=200
exchange_roll roll=9
cash_in
roll who=anna roll=7

roll who=ben roll=9
race who=ben horse=7 stake=100
side_bet who=anna stake=300
side_bet who=cleo stake=50
race_roll roll=4
race_roll roll=7
roll who=cleo roll=10
buy who=cleo business=red item=working on=cash
roll who=anna roll=8
undo
roll who=anna roll=7
race who=anna horse=9 stake=200
race_roll roll=2
race_roll roll=12
race_roll roll=3

roll who=ben roll=12
roll who=cleo roll=2
join_club who=cleo club=country_club on=credit
roll who=anna roll=6
invest who=anna stake=1000
exchange_roll roll=12
cash_in
roll who=ben roll=5
"""
