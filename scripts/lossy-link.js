// Run by hand, as root on Linux, after `npm run build`: `node scripts/lossy-link.js [minutes]`, by default 10. Streams more than a slow, lossy
// link can carry, in its own network namespace, and checks that every row is accounted for and that memory stays flat. Requires tc (iproute2)
// and nft (nftables).
import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { compile, findTemplate, parseSchema, run, steady, systemClock } from '@catbird/core';
import { fetchHttp, findDestination, parseConfig } from '@catbird/core/destinations';

const SELF = fileURLToPath(import.meta.url);
const EPS = 10_000;
const LINK = ['rate', '8mbit', 'burst', '32kb', 'latency', '400ms'];
const LOST_PERCENT = 1;
/** Maximum growth of memory from the first to the second half of a run, after garbage collection. */
const MOST_GROWTH_BYTES = 8 * 1024 * 1024;

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
function must(command, ...args) {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}

/** Counts received lines, in a separate process so that only the engine's memory is measured. */
function serve() {
  let lines = 0;
  const server = createServer((incoming, outgoing) => {
    let own = 0;
    incoming.on('data', (/** @type {Buffer} */ chunk) => {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) own++;
    });
    incoming.on('end', () => {
      lines += own;
      outgoing.writeHead(200).end();
    });
  }).listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' ? address?.port : 0);
  });
  process.on('message', () => process.send?.(lines));
  process.on('disconnect', () => process.exit());
}

/** @param {number} minutes */
async function stream(minutes) {
  must('ip', 'link', 'set', 'lo', 'mtu', '1500', 'up');
  must('tc', 'qdisc', 'add', 'dev', 'lo', 'root', 'tbf', ...LINK);
  must('nft', 'add', 'table', 'inet', 'lossy');
  must('nft', 'add', 'chain', 'inet', 'lossy', 'input', '{ type filter hook input priority 0; }');
  must('nft', ...`add rule inet lossy input numgen random mod 100 < ${LOST_PERCENT} drop`.split(' '));
  const service = fork(SELF, ['serve'], { execArgv: [] });
  const [port] = await once(service, 'message');

  const http = findDestination('http');
  const template = findTemplate('Web Analytics Starter Kit');
  const parsed = parseSchema(JSON.stringify(template?.schema));
  const config = http && parseConfig(http, { url: `http://127.0.0.1:${port}/` });
  if (http === undefined || !config?.ok || !parsed.ok) throw new Error('Invalid settings in this script');
  const pace = steady(EPS);
  const stop = new AbortController();
  /** @type {number[]} */
  const heapBytes = [];
  let wrong = 0;
  let reports = 0;
  const sampling = setInterval(() => {
    globalThis.gc?.();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    heapBytes.push(heapUsed + arrayBuffers);
  }, 1000);
  const stopping = setTimeout(() => stop.abort(), minutes * 60_000);
  const summary = await run({
    rows: compile(parsed.schema, { seed: 1 }),
    pace,
    connection: await http.open(config.config, {
      http: fetchHttp(fetch),
      now: Date.now,
      random: Math.random,
      write: () => undefined,
    }),
    limits: http.limits(config.config),
    stop: stop.signal,
    graceMs: 30_000,
    clock: systemClock,
    random: Math.random,
    onFailure: 'continue',
    onProgress(report) {
      reports++;
      const { generated, accepted, quarantined, rejected, failed, dropped, inFlight, behind, elapsedMs } =
        report;
      const isWhole = generated === accepted + quarantined + rejected + failed + dropped + inFlight;
      const isExact = stop.signal.aborted || generated + behind.rows === pace.due(elapsedMs);
      if (!isWhole || !isExact) wrong++;
      if (reports % 100 === 0)
        console.log(
          `${Math.round(elapsedMs / 1000)} s: ${accepted} accepted, ${failed} failed, ${behind.rows} behind, ${((heapBytes.at(-1) ?? 0) / 1e6).toFixed(1)} MB`,
        );
    },
  });
  clearInterval(sampling);
  clearTimeout(stopping);
  service.send('count');
  const [stored] = await once(service, 'message');
  service.disconnect();
  return { summary, stored, wrong, reports, heapBytes };
}

/** @param {readonly number[]} numbers */
const most = (numbers) => numbers.reduce((a, b) => Math.max(a, b), 0);

/** @param {number} minutes */
async function check(minutes) {
  const { summary, stored, wrong, reports, heapBytes } = await stream(minutes);
  const settled = heapBytes.slice(Math.min(10, heapBytes.length - 2));
  const middle = Math.floor(settled.length / 2);
  const grownBytes = most(settled.slice(middle)) - most(settled.slice(0, middle));
  const { accepted, failed, uncertain, retried, behind, requests } = summary;
  console.log({
    minutes,
    reports,
    wrong,
    accepted,
    stored,
    failed,
    uncertain,
    retried,
    behind,
    requests,
    grownBytes,
  });
  const faults = [
    wrong > 0 && `${wrong} reports do not add up`,
    accepted > stored && 'more was accepted than stored',
    accepted === 0 && 'nothing was accepted',
    behind.rows === 0 && 'the link was not slow',
    grownBytes > MOST_GROWTH_BYTES && 'memory grew',
  ].filter((fault) => fault !== false);
  for (const fault of faults) console.error(`FAILED: ${fault}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

const [word = '10', isInside] = process.argv.slice(2);
if (word === 'serve') serve();
else if (isInside === 'inside') await check(Number(word));
else {
  const inside = spawn('unshare', ['--net', process.execPath, '--expose-gc', SELF, word, 'inside'], {
    stdio: 'inherit',
  });
  const [code] = await once(inside, 'exit');
  process.exitCode = code ?? 1;
}
