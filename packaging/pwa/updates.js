// Placeholder until the service worker is there.
