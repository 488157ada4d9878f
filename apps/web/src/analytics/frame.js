// Runs in analytics.html, the sandboxed document of the analytics script. Nothing here can reach the page's address,
// storage or document, and the page sends only the name of the step in view.

// Does nothing when opened directly or framed without a sandbox: it would share the page's origin and storage.
if (self.origin === 'null') {
  const { script, token, host } = document.currentScript.dataset;
  // Messages are accepted only from the page on the same host; another host might frame this document, too.
  const page = new URL(location.href).origin;

  // Reading cookies throws in a sandboxed document, and trackers keep their session id in one.
  const cookies = new Map();
  Object.defineProperty(document, 'cookie', {
    get: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    set(text) {
      const [name, ...value] = String(text).split(';', 1)[0].split('=');
      cookies.set(name.trim(), value.join('='));
    },
  });

  const load = () => {
    const tracker = document.createElement('script');
    tracker.src = script;
    if (token) tracker.dataset.token = token;
    if (host) tracker.dataset.host = host;
    document.head.append(tracker);
  };

  // A new fragment fires two events, and trackers count both. One is enough.
  addEventListener('popstate', (event) => event.stopImmediatePropagation());

  let isLoaded = false;
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || origin !== page || typeof data?.step !== 'string') return;
    // Trackers count a new fragment as a page view. `replace` adds no history entry.
    location.replace(`#${encodeURIComponent(data.step)}`);
    if (!isLoaded) load();
    isLoaded = true;
  });
}
