import { createHash } from 'node:crypto';

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { margin: 1.5rem auto; max-width: 70rem; padding: 0 1rem; }
  h1 { font-size: 1.3rem; }
  ol { list-style: none; padding: 0; font: 13px/1.6 ui-monospace, monospace; overflow-wrap: anywhere; }
  li { border-top: 1px solid #8884; padding: .2rem 0; }
  b { color: #777; font-weight: normal; margin-right: .8em; }
`;

/** Shows at most 100 rows, ten times a second, so that a fast stream does not stall the page. */
const SCRIPT = `
  const list = document.querySelector('ol'), status = document.querySelector('p'), pause = document.querySelector('button');
  let total = 0, lost = 0, state = 'Waiting for events', latest = [], paused = false;
  const source = new EventSource('events' + location.search);
  source.onopen = () => { state = 'Connected'; };
  source.onmessage = ({ lastEventId, data }) => {
    total++;
    latest.push([lastEventId, data]);
    if (latest.length > 100) latest.shift();
  };
  source.addEventListener('lost', ({ data }) => { lost += JSON.parse(data).rows; });
  source.addEventListener('end', () => { state = 'The stream has ended'; source.close(); });
  source.onerror = () => { state = source.readyState === 2 ? 'Not connected' : 'Connecting again'; };
  pause.onclick = () => { paused = !paused; pause.textContent = paused ? 'Resume' : 'Pause'; };
  let before = 0, rate = 0;
  setInterval(() => { rate = total - before; before = total; }, 1000);
  setInterval(() => {
    status.textContent = state + ' · ' + total.toLocaleString('en') + ' events · ' + rate.toLocaleString('en') + '/s'
      + (lost > 0 ? ' · ' + lost.toLocaleString('en') + ' lost' : '');
    if (paused) return;
    list.replaceChildren(...latest.toReversed().map(([id, data]) => {
      const item = document.createElement('li'), number = document.createElement('b');
      number.textContent = id;
      item.append(number, data);
      return item;
    }));
  }, 100);
`;

/** A page that shows the stream. */
export const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Catbird: events</title>
<style>${STYLE}</style>
<h1>Events</h1>
<p role="status">Connecting</p>
<button type="button">Pause</button>
<ol></ol>
<script>${SCRIPT}</script>
</html>
`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Headers of the page: nothing from elsewhere. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; script-src ${hashOf(SCRIPT)}; style-src ${hashOf(STYLE)}; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
};
