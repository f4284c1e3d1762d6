// Makes Back lead where a person expects it: from a screen of a play to its table, and from there home.
// Flet's client can only add steps to the browser's history. Here those that are no steps take the place of the last.

(() => {
    const TABS = new Set(["journal", "rules", "see", "board", "more", "house"]); // a play's screens beside its table
    const push = history.pushState.bind(history);
    const replace = history.replaceState.bind(history);
    const base = new URL(document.baseURI).pathname; // the app may lie in a folder of its site
    const path = (url) => {
        const there = url == null ? location.pathname : new URL(url, document.baseURI).pathname;
        return there.startsWith(base) ? `/${there.slice(base.length)}` : there;
    };
    const parts = (here) => {
        const [first, play, part = ""] = here.split("/").slice(1);
        return first === "play" ? { play, part } : { first };
    };
    const place = () => location.pathname + location.hash; // a phone that scans another square stays on one path
    let here = place();

    function takesPlace(from, to) {
        const [left, next] = [parts(from), parts(to)];
        if (from === to || from.startsWith(to.endsWith("/") ? to : `${to}/`)) return true; // nowhere, or up
        if (left.first === "new" && next.play) return true; // the form has become a play
        if (!left.part || left.play !== next.play) return false;
        return TABS.has(next.part) || left.part === "correct" || left.part === next.part;
    }

    history.pushState = (state, title, url) => {
        (takesPlace(path(), path(url)) ? replace : push)(state, title, url);
        here = place();
    };
    history.replaceState = (state, title, url) => {
        replace(state, title, url);
        here = place();
    };
    // A step that leads to the screen one is on already is none: the next one is taken at once.
    addEventListener("popstate", (event) => {
        if (place() === here) {
            event.stopImmediatePropagation();
            history.back();
        }
        here = place();
    }, true);
})();
