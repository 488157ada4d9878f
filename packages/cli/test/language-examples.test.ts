import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonLines } from './catbird.ts';
import { here } from './here.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-language-'))));
afterAll(() => rm(folder, { recursive: true }));

type Row = Readonly<Record<string, unknown>>;

/** Runs an example. Returns the rows of its streams. */
async function run(example: string, streams: readonly string[]): Promise<readonly (readonly Row[])[]> {
  const file = fileURLToPath(new URL(`../../../examples/${example}.yaml`, import.meta.url));
  const pathOf = (stream: string): string => join(folder, `${example}-${stream}.ndjson`);
  const flags = streams.flatMap((name) => ['--set', `streams.${name}.settings.path=${pathOf(name)}`]);
  const { code, err } = await here(['run', file, ...flags]);
  expect(code, err).toBe(0);
  return Promise.all(
    streams.map(async (name) => jsonLines(await readFile(pathOf(name), 'utf8')) as readonly Row[]),
  );
}

const share = (rows: readonly Row[], holds: (row: Row) => boolean): number =>
  rows.filter(holds).length / rows.length;

test('fraud rings pass money to the next account of five, and all receivers are known', async () => {
  const [accounts = [], transfers = []] = await run('fraud-rings', ['accounts', 'transfers']);
  expect([accounts.length, transfers.length]).toEqual([5000, 72_000]);
  const known = new Map(accounts.map((account) => [account['account_id'], account]));
  const inRing = transfers.filter(({ in_ring: isInRing }) => isInRing);
  const unknown = transfers.filter(({ receiver, receiver_name: name, receiver_bank: bank }) => {
    const account = known.get(receiver);
    return account === undefined || account['holder'] !== name || account['bank'] !== bank;
  });
  expect(unknown).toEqual([]);
  const astray = inRing.filter(({ sender, receiver }) => {
    const [from, to] = [Number(sender) - 1, Number(receiver) - 1];
    return Math.floor(to / 5) !== Math.floor(from / 5) || to % 5 !== (from + 1) % 5;
  });
  expect(astray).toEqual([]);
  expect(share(transfers, ({ in_ring: isInRing }) => isInRing === true)).toBeCloseTo(0.08, 2);
  const senders = new Set(inRing.map(({ sender }) => sender));
  expect([senders.size, Math.max(...[...senders].map(Number))]).toEqual([500, 500]);
});

test('bots crawl products and never buy, people buy, and both are the visitors of the table', async () => {
  const [visitors = [], views = []] = await run('bots', ['visitors', 'views']);
  const known = new Map(visitors.map((visitor) => [visitor['visitor_id'], visitor]));
  const kinds = { person: new Map<unknown, string[]>(), bot: new Map<unknown, string[]>() };
  const foreign = views.filter(({ visitor, ip, agent }) => {
    const own = known.get(visitor);
    return own === undefined || own['ip'] !== ip || own['agent'] !== agent;
  });
  expect(foreign).toEqual([]);
  for (const { visitor, page } of views) {
    const visits = kinds[known.get(visitor)?.['kind'] as keyof typeof kinds];
    visits.set(visitor, [...(visits.get(visitor) ?? []), String(page)]);
  }
  const [people, bots] = [[...kinds.person.values()], [...kinds.bot.values()]];
  // Two a second for two hours, of which the first block has exactly its share.
  expect(people.length + bots.length).toBeCloseTo(14_400, -2);
  const first = visitors.slice(0, 4096);
  expect(first.filter(({ kind }) => kind === 'bot').length).toBe(205);
  expect(bots.flat().every((page) => page === 'home' || page === 'product')).toBe(true);
  expect(bots.flat().length / bots.length).toBeGreaterThan(2.2 * (people.flat().length / people.length));
  // From product to paid: 3 of 8 leave it for the cart, and 4 of 10 pay.
  const bought = people.filter((pages) => pages.includes('paid')).length;
  const wanted = people.filter((pages) => pages.includes('product')).length;
  expect(bought / wanted).toBeCloseTo((3 / 8) * 0.4, 1);
});
