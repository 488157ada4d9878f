import { createServer } from 'node:http';
import type { CDPSession } from '@playwright/test';
import { listen } from '../../../scripts/serve.js';
import { expect, test } from './page.ts';

const MINUTES = Number(process.env['CATBIRD_MEMORY_MINUTES'] ?? 30);
/** Memory is looked at so many times. */
const LOOKS = 30;
/** What the last third of a run may use more than the one before it, as a share: noise. In half an hour, a leak of 2 bytes per event is more. */
const MOST_GROWTH = 0.05;

/** Answers with what DevTools tell of a page or of one of its workers. */
type Ask = (method: string) => Promise<unknown>;

/** Asks the page of a session and each of its workers. */
async function heapsOf(session: CDPSession): Promise<() => readonly Ask[]> {
  const workers = new Map<string, Ask>();
  const waiting = new Map<number, (result: unknown) => void>();
  let next = 0;
  session.on('Target.attachedToTarget', ({ sessionId }) =>
    workers.set(
      sessionId,
      (method) =>
        new Promise((resolve) => {
          const id = next++;
          waiting.set(id, resolve);
          const message = JSON.stringify({ id, method });
          // A worker that ends meanwhile uses nothing.
          session.send('Target.sendMessageToTarget', { sessionId, message }).catch(() => resolve({}));
        }),
    ),
  );
  session.on('Target.detachedFromTarget', ({ sessionId }) => workers.delete(sessionId));
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message) as { readonly id: number; readonly result: unknown };
    waiting.get(id)?.(result);
  });
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  const page: Ask = (method) => session.send(method as 'HeapProfiler.collectGarbage');
  return () => [page, ...workers.values()];
}

/** Megabytes in use by scripts, by the document, and by buffers, of which older browsers tell nothing. */
async function used(ask: Ask): Promise<number> {
  await ask('HeapProfiler.collectGarbage');
  const {
    usedSize = 0,
    embedderHeapUsedSize = 0,
    backingStorageSize = 0,
  } = (await ask('Runtime.getHeapUsage')) as {
    usedSize?: number;
    embedderHeapUsedSize?: number;
    backingStorageSize?: number;
  };
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / 1e6;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

test(`what page and workers use of memory levels off at 5,000 events per second over ${MINUTES} minutes`, async ({
  catbird,
  page,
}) => {
  test.setTimeout((MINUTES + 10) * 60_000);
  const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
  const server = createServer((request, response) =>
    request.resume().on('end', () => response.writeHead(200, cors).end('{}')),
  );
  const port = await listen(server, 0, '127.0.0.1');
  const heaps = await heapsOf(await page.context().newCDPSession(page));
  await catbird.open({
    generatorName: 'HTTP',
    url: `http://127.0.0.1:${port}/events`,
    eps: '5000',
    template: 'Online Shop',
    schema: 'Preset',
  });
  await catbird.generate();
  await expect(catbird.total).not.toHaveText('0');
  const looks: number[][] = [];
  for (let look = 0; look < LOOKS; look++) {
    await page.waitForTimeout((MINUTES * 60_000) / LOOKS);
    looks.push(await Promise.all(heaps().map(used)));
  }
  await expect(catbird.phase).not.toHaveText(/Failed|Stopped/);
  await catbird.stop();
  await catbird.over('Stopped');
  server.close();
  const sums = looks.map((parts) => parts.reduce((sum, part) => sum + part, 0));
  const before = mean(sums.slice(LOOKS / 3, (2 * LOOKS) / 3));
  const after = mean(sums.slice((2 * LOOKS) / 3));
  const shown = looks.map((parts) => parts.map((part) => part.toFixed(1)).join(' + ')).join('\n');
  console.log(`${await catbird.total.innerText()} events. Megabytes of the page and its workers:\n${shown}`);
  expect(after, shown).toBeLessThanOrEqual(before * (1 + MOST_GROWTH));
});
