// Counts what the worker fetches, and tells the page, which shows it. Imported first, so that nothing is missed.

const ask = self.fetch;
let count = 0;
let told = 0;

function tell() {
    told = performance.now();
    self.postMessage({ kind: "bytes", count });
    count = 0;
}

if (self.name === "first") {
    self.fetch = async (...asked) => {
        const answer = await ask(...asked);
        if (!answer.ok || !answer.body) return answer;
        const counting = new TransformStream({
            transform(chunk, onward) {
                count += chunk.byteLength;
                if (performance.now() - told > 100) tell();
                onward.enqueue(chunk);
            },
            flush: tell,
        });
        return new Response(answer.body.pipeThrough(counting), { status: answer.status, headers: answer.headers });
    };
}
