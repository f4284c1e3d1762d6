"""How the page looks: its style, one accent a game, in light, dark and print."""

from __future__ import annotations

from companion.core.show.people import People
from companion.core.show.player_colours import DARK, LIGHT, ink_on, legible, mix, valid_colour

SHEET = """
*{box-sizing:border-box}
html{color-scheme:light dark;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.45 system-ui,-apple-system,"Segoe UI",Roboto,
"Noto Sans","DejaVu Sans",sans-serif;overflow-wrap:break-word}
main,body>header,body>footer{max-width:60rem;margin:0 auto;padding:0 1.1rem}
body>header{padding-top:2.2rem}
h1,h2,.big{font-family:"Iowan Old Style",Charter,"Palatino Linotype","Noto Serif","DejaVu Serif",Georgia,serif;
line-height:1.15;text-wrap:balance}
h1{font-size:clamp(1.9rem,6vw,2.9rem);margin:.1rem 0 .4rem}
h2{font-size:1.5rem;margin:2.4rem 0 .8rem}
h3{font-size:1rem;margin:1.6rem 0 .3rem}
p{margin:.4rem 0}
.kicker{color:var(--accent);font-weight:700;letter-spacing:.02em;margin:0}
.soft,.kicker+h1+p{color:var(--soft)}
.seats,.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.5rem 1.3rem;padding:0;margin:1rem 0}
.who{display:inline-flex;align-items:center;gap:.5rem;min-width:0;max-width:100%}
.who bdi,h1,h2,.podium b{min-width:0;overflow-wrap:anywhere}
.seats li,.legend li,.cards>*,.rest li{min-width:0;max-width:100%}
.badge{width:1.9rem;height:1.9rem;flex:none;overflow:visible}
.badge path{stroke:var(--edge);stroke-width:1.5}
.badge .letter{font:700 18px system-ui,sans-serif;text-anchor:middle}
nav{margin:1.2rem 0 0;display:flex;flex-wrap:wrap;gap:0 1.3rem;border-top:1px solid var(--hair);
border-bottom:1px solid var(--hair)}
a{color:var(--accent);text-underline-offset:.2em}
nav a{padding:.75rem 0;min-height:3rem}
a:focus-visible,summary:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:.3rem}
.card{background:var(--card);border:1px solid var(--hair);border-radius:.9rem;padding:1rem 1.1rem}
.note{background:var(--note);color:var(--on-note);border-radius:.6rem;padding:.7rem .9rem;margin:1rem 0}
.end{border:2px solid var(--accent);text-align:center;margin-top:1.8rem;padding:1.6rem 1rem 0}
.end .big{font-size:clamp(1.6rem,5vw,2.2rem);margin:0}
.podium{list-style:none;display:flex;flex-wrap:wrap;justify-content:center;align-items:flex-end;gap:.4rem;
padding:0;margin:1.4rem 0 0}
.podium li{flex:1 1 4.6rem;max-width:11rem;min-width:0;display:flex;flex-direction:column;align-items:center;gap:.15rem}
.podium .badge{width:2.6rem;height:2.6rem}
.podium b,.podium span{max-width:100%}
.step{display:flex;align-items:center;justify-content:center;width:100%;font-size:1.6rem;font-weight:700;
background:var(--fill);border-radius:.7rem .7rem 0 0;margin-top:.4rem;height:3rem}
.step.s1{height:6.5rem;background:var(--accent);color:var(--on-accent)}
.step.s2{height:4.6rem}
.first{order:2}.second{order:1}.third{order:3}
.rest{list-style:none;padding:.6rem 0;margin:0 auto;max-width:26rem;text-align:left;border-top:1px solid var(--hair)}
.rest li{display:flex;flex-wrap:wrap;gap:0 .7rem;align-items:center;padding:.3rem 0}.rest b:last-child{margin-left:auto}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:.9rem}
.cards h3{display:flex;margin:0;font-size:1.1rem}
.top h3,.top>*{min-width:0;max-width:100%}
.top{display:flex;gap:.7rem;align-items:center;flex-wrap:wrap;justify-content:space-between}
.big.num{font-family:inherit;font-size:1.6rem;font-weight:700;margin:0}
.num,td.n,.f{font-variant-numeric:tabular-nums}
.chips{display:flex;flex-wrap:wrap;gap:.35rem;padding:0;margin:.5rem 0;list-style:none}
.chips li{background:var(--fill);border-radius:1rem;padding:.1rem .7rem;font-size:.85rem}
dl{margin:.6rem 0 0}
dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;padding:.25rem 0;
border-top:1px solid var(--hair)}
dl div:first-child{border-top:0}
dt{color:var(--soft)}dd{margin:0 0 0 auto;text-align:right}dt,dd{max-width:100%}
figure{margin:0 0 1.6rem}
.plot{display:block;width:100%;height:clamp(15rem,48vw,22rem);overflow:visible;margin:.4rem 0 0}
.plot .grid{stroke:var(--hair);stroke-width:1;vector-effect:non-scaling-stroke}
.plot .zero{stroke:var(--edge)}
.plot .limit,.plot .goal{stroke:var(--loss);stroke-dasharray:4 4}
.plot .goal{stroke:var(--gain)}
.plot polyline{fill:none;stroke-width:2.5;vector-effect:non-scaling-stroke;stroke-linejoin:round}
.plot text{fill:var(--soft);font-size:.78rem;font-variant-numeric:tabular-nums;paint-order:stroke;stroke:var(--card);
stroke-width:4px;stroke-linejoin:round}
.plot .alone{stroke:var(--accent);fill:var(--accent)}.plot polyline.alone{fill:none}
.plot .end-mark path{stroke:var(--card);stroke-width:3}
.legend{margin:.6rem 0}
.legend li{display:flex;align-items:center;gap:0 .6rem;flex-wrap:wrap}
.legend .badge{width:1.5rem;height:1.5rem}.legend svg.dash{width:2rem;height:.6rem}
.dash line{stroke-width:2.5}
table{border-collapse:collapse;width:100%;font-size:.92rem}
.wide{overflow-x:auto;max-width:100%}
.wide table{min-width:100%;width:auto;overflow-wrap:normal}
.wide td,.wide thead th{min-width:4.5rem;max-width:22rem;overflow-wrap:anywhere}
caption{text-align:left;color:var(--soft);padding:.4rem 0}
th,td{text-align:left;padding:.35rem .8rem .35rem 0;border-bottom:1px solid var(--hair);vertical-align:top}
thead th{border-bottom:1px solid var(--edge)}
td.n,th.n{text-align:right}
tfoot td,tfoot th{font-weight:700;border-bottom:0}
summary{cursor:pointer;min-height:3rem}
.figures>summary{padding:.75rem 0;color:var(--accent);font-weight:600}
.lines{list-style:none;margin:0;padding:0}
.lines>li{border-bottom:1px solid var(--hair)}
.long>li{content-visibility:auto;contain-intrinsic-size:auto 4.2rem}
.lines summary{display:grid;grid-template-columns:minmax(2.4rem,auto) minmax(0,1fr) auto;gap:.1rem .8rem;
padding:.7rem 0;list-style:none}
.lines summary::-webkit-details-marker{display:none}
.lines summary:hover .t{text-decoration:underline;text-decoration-color:var(--edge);text-underline-offset:.2em}
.seq,.lines small{color:var(--soft);font-size:.85rem}
.lines small{grid-column:2/-1}
.f{font-weight:600;text-align:right}
.lines .t{min-width:0;overflow-wrap:anywhere}
.lines .f{max-width:40vw}
.gain{color:var(--gain)}.loss{color:var(--loss)}
.crossed-out .t,.crossed-out .f{color:var(--soft)}
.crossed-out s{text-decoration-thickness:1.5px}
.receipt{background:var(--card);border:1px solid var(--hair);border-radius:.6rem;padding:.6rem .9rem;
margin:0 0 .9rem 3.2rem}
.receipt p{margin:.25rem 0}
.w{display:flex;justify-content:space-between;gap:1rem}.w.total{font-weight:600}
.w.sum{border-top:1px solid var(--edge);padding-top:.3rem}
body>footer{color:var(--soft);font-size:.88rem;padding-top:2.5rem;padding-bottom:3rem}
@media (max-width:34rem){.receipt{margin-left:0}}
@page{margin:12mm}
@media print{
html{color-scheme:light;font-size:8pt}
body{background:#fff}
main,body>header,body>footer{max-width:none;padding-left:0;padding-right:0}
body>header{padding-top:0}
h2{margin:1.2rem 0 .5rem}
dl div{padding:.1rem 0}
nav,.figures,.hint{display:none}
.card,.receipt,figure,.podium,.lines>li,tr{break-inside:avoid}
h2,h3,summary{break-after:avoid}
.end{margin-top:1rem}
.cards{grid-template-columns:repeat(auto-fit,minmax(14rem,1fr))}
.cards .card{padding:.6rem .8rem}
.plot{height:40mm}
figure{margin-bottom:.8rem}
body>footer{padding-top:.6rem;padding-bottom:0}
.lines{columns:2;column-gap:1.8rem}
.long>li{content-visibility:visible}
details::details-content{content-visibility:visible;display:block;height:auto;overflow:visible}
.lines summary{padding:.3rem 0 .1rem;min-height:0;grid-template-columns:minmax(1.8rem,auto) minmax(0,1fr) auto;
column-gap:.6rem}
.receipt{margin:0 0 .3rem 2.4rem;padding:0;border:0;background:none;font-size:.92em}
.receipt p{margin:0}
.receipt .soft,.receipt .by{display:inline;margin-right:.5em}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}
}
"""


def sheet(accent: str, people: People) -> str:
    """The style of a page with a game's accent and everybody's colours, by the numbers of their places."""
    # on black a pure accent glares; a little of the ink softens it
    day = _colours(valid_colour(accent), people, LIGHT)
    night = _colours(mix(valid_colour(accent), DARK["ink"], 0.3), people, DARK)
    badges = "".join(
        f".badge.p{at} path{{fill:{person.colour}}}.end-mark.p{at} path{{fill:var(--p{at})}}"
        f".badge.p{at} .letter{{fill:{ink_on(person.colour)}}}"
        f".p{at} polyline,polyline.p{at},.dash.p{at} line{{stroke:var(--p{at})}}"
        for at, person in enumerate(people)
    )
    dark = f"@media screen and (prefers-color-scheme:dark){{:root{{{night}}}}}"
    return f":root{{{day}}}{dark}{SHEET}{badges}"


def _colours(accent: str, people: People, ground: dict[str, str]) -> str:
    """The colours that differ between light and dark. Lines have the contrast of edges, text that of text."""
    main = legible(legible(accent, ground["card"], 4.6), ground["paper"], 4.6)
    named = {**ground, "accent": main, "on-accent": ink_on(main)}
    named |= {
        f"p{at}": legible(person.colour, ground["card"], 3) for at, person in enumerate(people)
    }
    return ";".join(f"--{name}:{colour}" for name, colour in named.items())
