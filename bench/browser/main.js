// The page of the browser benchmark: runs the worker and posts its results to the page's server.
const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
const query = new URLSearchParams(location.search);
worker.addEventListener('message', ({ data }) => {
  void fetch('/result', { method: 'POST', body: JSON.stringify(data) });
});
worker.addEventListener('error', ({ message }) => {
  void fetch('/result', { method: 'POST', body: JSON.stringify({ error: message }) });
});
worker.postMessage({
  sink: query.get('sink'),
  ms: Number(query.get('ms')),
  rounds: Number(query.get('rounds')),
});
