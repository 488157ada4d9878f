// Runs in analytics.html: holds the analytics script in a document of its own, which the page sandboxes. Nothing in here
// can reach the page's address, storage or document, and the page sends nothing but the name of the step in view.

// Opened alone, or framed without a sandbox, this document would share the page's origin and storage: then it does nothing.
if (self.origin === 'null') {
  const { script, token, host } = document.currentScript.dataset;
  // The address is still that of the page's host. Another host's page may frame this one, too, and is not listened to.
  const page = new URL(location.href).origin;

  // A sandboxed document has no cookies and throws where they are read; trackers keep their session's name in one.
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

  // A change of the fragment is told twice, and trackers listen to both: once is enough.
  addEventListener('popstate', (event) => event.stopImmediatePropagation());

  let isLoaded = false;
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || origin !== page || typeof data?.step !== 'string') return;
    // Trackers count a change of the fragment as a page view. Replacing leaves the history of the tab alone.
    location.replace(`#${encodeURIComponent(data.step)}`);
    if (!isLoaded) load();
    isLoaded = true;
  });
}
