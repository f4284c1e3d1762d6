// Starts Flet's client, which draws what Python says. It stands at the end of the body, which it needs.

var flet = {
    pyodide: true,
    noCdn: true,
    multiView: false,
    webSocketEndpoint: "ws",
    entrypointBaseUrl: "@BASE@",
    assetBase: "@BASE@",
    routeUrlStrategy: "path",
    webRenderer: "canvaskit",
};

navigator.canShare ??= () => false; // no share sheet: Flet's client then saves the file, and trips over nothing

(() => {
    if (!companionCan) return;

    // The client asks for a drawing engine on another server, for moving pictures that this app has none of, and goes
    // on without it. Nothing of this app asks anybody else for anything.
    const here = (node) => !(node instanceof HTMLScriptElement) || new URL(node.src, document.baseURI).origin === location.origin;
    document.body.append = (...nodes) => Element.prototype.append.apply(document.body, nodes.filter(here));

    const config = {
        renderer: flet.webRenderer,
        canvasKitVariant: companionBrowser,
        // Drawn where it is shown, as Firefox and Safari have it by default: elsewhere each frame is drawn out of sight and
        // copied, which takes longer, and a tap's frames hold back what Python says.
        canvasKitForceMultiSurfaceRasterizer: true,
        multiViewEnabled: false,
        entrypointBaseUrl: flet.entrypointBaseUrl,
        assetBase: flet.assetBase,
        canvasKitBaseUrl: "@BASE@canvaskit/",
        // For a letter that no font has the client asks here for one of many more, again and again until it gets one, and
        // draws the whole screen anew each time. It gets one that is here, whatever it asks for.
        fontFallbackBaseUrl: "@BASE@fonts/companion-symbols.ttf#",
    };
    const run = async (initializer) => {
        const engine = await initializer.initializeEngine(config);
        await companionAdmitted; // a guest's, once the tablet has let it in: by then its address is that of its game
        flet.flutterApp = await engine.runApp();
        flet.flutterAppResolve(flet.flutterApp);
    };
    const unable = (error) => {
        console.error(error);
        companionFailed("Companion could not be started in this browser.");
    };
    flet.flutterAppLoaded = new Promise((resolve) => (flet.flutterAppResolve = resolve));

    const flutter = document.createElement("script");
    flutter.src = "flutter.js";
    flutter.onload = () => {
        _flutter.buildConfig = @CLIENT@;
        _flutter.loader
            .load({
                config,
                onEntrypointLoaded: (initializer) => run(initializer).catch(unable), // the loader drops what fails here
            })
            .catch(unable);
    };
    document.head.append(flutter);
})();
