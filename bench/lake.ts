import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parquetMetadata } from 'hyparquet';
import { report, short } from './measure.js';

/**
 * What `catbird lake` takes for reads of a table of 5.4 · 10¹⁰ rows in 13 columns, in CPU seconds of its process: a page of a list of 10⁹
 * objects, the feet of all objects of a day (what `count(*)` reads), and a column of whole numbers of four objects (what a sum reads);
 * and its memory after all of them. On Linux only.
 *
 *     node dist/lake.js
 */
const LIMITS = { listMs: 20, countSeconds: 5, rowsPerCore: 7e6, rssMb: 300 };
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CATBIRD = join(ROOT, 'packages/cli/bin/catbird.js');
const PAGES = Number(process.env['TURNS'] ?? 20);
/** Ticks of the clock in `/proc` per second, which is the same on all platforms of Node. */
const TICKS = 100;
const ORDERS = {
  id: { type: 'catbird.sequence' },
  uid: { type: 'string.uuid' },
  customer_id: { type: 'catbird.entity', params: { of: 'customer', skew: { zipf: 1.1 } } },
  city: { type: 'catbird.ref', params: 'customer_id.city' },
  product_id: { type: 'catbird.entity', params: { of: 'product' } },
  quantity: { type: 'number.int', params: { min: 1, max: 5 } },
  total: { type: 'catbird.expression', params: 'round(product_id.price * quantity, 2)' },
  status: { type: 'helpers.arrayElement', params: ['paid', 'pending', 'refunded', 'cancelled'] },
  coupon: { type: 'helpers.arrayElement', params: ['SPRING', 'VIP'], nulls: 0.8 },
  gift: { type: 'datatype.boolean' },
  note: { type: 'lorem.sentence', nulls: 0.5 },
  tags: { type: 'commerce.productAdjective', count: { min: 0, max: 3 } },
  at: { type: 'catbird.timestampNow' },
};
const CONFIG = {
  seed: 42,
  from: '2026-03-01T00:00:00Z',
  to: '2026-03-31T00:00:00Z',
  entities: {
    customer: {
      size: 100_000,
      fields: { name: { type: 'person.fullName' }, city: { type: 'location.city' } },
    },
    product: {
      size: 500,
      fields: { price: { type: 'number.float', params: { min: 1, max: 200, fractionDigits: 2 } } },
    },
  },
  streams: { orders: { destination: 'log', eps: 40_000, rate: 'business day', schema: ORDERS } },
};

const folder = mkdtempSync(join(tmpdir(), 'catbird-bench-'));
const file = join(folder, 'lake.json');
writeFileSync(file, JSON.stringify(CONFIG));

interface Served {
  readonly child: ChildProcess;
  readonly address: string;
}

async function serve(...flags: readonly string[]): Promise<Served> {
  const args = [CATBIRD, 'lake', file, '--port', '0', '--partition', 'day', ...flags];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  for (;;) {
    const [text] = (await once(child.stderr, 'data')) as [Buffer];
    printed += text.toString();
    const [, address] = /Listening on (http:[^,]+)/.exec(printed) ?? [];
    if (address !== undefined) return { child, address: `${address}/catbird` };
  }
}

/** CPU seconds of a process with all its threads so far. */
function cpuSeconds({ pid = 0 }: ChildProcess): number {
  const parts = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(parts[11]) + Number(parts[12])) / TICKS;
}

const rssMb = ({ pid = 0 }: ChildProcess): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;

async function bytesOf(url: string, range?: string): Promise<ArrayBuffer> {
  const response = await fetch(url, range === undefined ? {} : { headers: { range: `bytes=${range}` } });
  if (!response.ok) throw new Error(`${url}: ${await response.text()}`);
  return response.arrayBuffer();
}

/** The keys of a folder. */
async function keysIn({ address }: Served, prefix: string): Promise<readonly string[]> {
  const xml = Buffer.from(
    await bytesOf(`${address}?list-type=2&prefix=${encodeURIComponent(prefix)}`),
  ).toString();
  return Array.from(xml.matchAll(/<Key>([^<]*)/g), ([, key = '']) => key);
}

/** The foot of an object, as readers take it: its length, then the rest. */
async function footOf({ address }: Served, key: string): Promise<ArrayBuffer> {
  const end = await bytesOf(`${address}/${key}`, '-8');
  return bytesOf(`${address}/${key}`, `-${new DataView(end).getUint32(0, true) + 8}`);
}

/** CPU seconds of the server while something is read, and what is. */
async function measured<Result>(
  { child }: Served,
  work: () => Promise<Result>,
): Promise<readonly [seconds: number, result: Result]> {
  const before = cpuSeconds(child);
  const result = await work();
  return [cpuSeconds(child) - before, result];
}

execFileSync(process.execPath, ['scripts/bundle.js'], { cwd: ROOT });
const small = await serve('--group-rows', '50', '--object-rows', '50');
const pages = async (from: number, to: number): Promise<void> => {
  for (let i = from; i < to; i++) {
    const day = String(1 + ((i * 7) % 28)).padStart(2, '0');
    const after = `orders/day=2026-03-${day}/part-${String(i * 100_003).padStart(8, '0')}`;
    await bytesOf(`${small.address}?list-type=2&start-after=${encodeURIComponent(after)}`);
  }
};
await pages(0, PAGES);
const [listSeconds] = await measured(small, () => pages(PAGES, 3 * PAGES));
small.child.kill('SIGINT');

const served = await serve();
const day = await keysIn(served, 'orders/day=2026-03-04/');
const [countSeconds, counted] = await measured(served, async () => {
  let rows = 0n;
  for (const key of day) rows += parquetMetadata(await footOf(served, key)).num_rows;
  return Number(rows);
});
const [sumSeconds, summed] = await measured(served, async () => {
  let rows = 0;
  for (const key of day.slice(0, 4))
    for (const { columns, num_rows } of parquetMetadata(await footOf(served, key)).row_groups) {
      const chunk = columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === 'quantity')?.meta_data;
      if (chunk === undefined) throw new Error('The column is missing');
      const from = Number(chunk.data_page_offset);
      await bytesOf(`${served.address}/${key}`, `${from}-${from + Number(chunk.total_compressed_size) - 1}`);
      rows += Number(num_rows);
    }
  return rows;
});
const memory = rssMb(served.child);
served.child.kill('SIGINT');
rmSync(folder, { recursive: true });

const figures = {
  listMs: (listSeconds * 1000) / (2 * PAGES),
  countSeconds,
  rowsPerCore: summed / sumSeconds,
  rssMb: memory,
};
report(
  'lake',
  [
    {
      read: 'LIST, a page of 10⁹ objects',
      CPU: `${short(figures.listMs)} ms`,
      limit: `${LIMITS.listMs} ms`,
    },
    {
      read: `feet of ${day.length} objects, ${counted} rows`,
      CPU: `${short(countSeconds)} s`,
      limit: `${LIMITS.countSeconds} s`,
    },
    {
      read: `a column of ${summed} rows, a second and core`,
      CPU: short(figures.rowsPerCore),
      limit: short(LIMITS.rowsPerCore),
    },
    { read: 'memory, MB', CPU: short(memory), limit: short(LIMITS.rssMb) },
  ],
  figures,
);
const isMet =
  figures.listMs <= LIMITS.listMs &&
  figures.countSeconds <= LIMITS.countSeconds &&
  figures.rowsPerCore >= LIMITS.rowsPerCore &&
  figures.rssMb <= LIMITS.rssMb;
if (!isMet) process.exitCode = 1;
