import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonLines, type Ended } from './catbird.ts';
import { here } from './here.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-time-'))));
afterAll(() => rm(folder, { recursive: true }));

const SCHEMA = '{"n": {"type": "catbird.sequence"}, "at": {"type": "catbird.timestampNow"}}';

interface Row {
  readonly n: number;
  readonly at: string;
}

const run = (...args: readonly string[]): Promise<Ended> =>
  here([...args, '--schema', '-', '--seed', '7'], { input: SCHEMA });
const sample = (...args: readonly string[]): Promise<Ended> => run('sample', '--quiet', ...args);
const rowsOf = (text: string): readonly Row[] => jsonLines(text) as Row[];
const summaryOf = ({ err }: Ended): unknown => jsonLines(err).at(-1);

const DAY = ['--from', '2026-01-01', '--to', '2026-01-02'];

describe('sample', () => {
  test('with --to prints all events until then', async () => {
    const { code, out } = await sample(...DAY, '--eps', '5');
    expect(code).toBe(0);
    const rows = rowsOf(out);
    expect(rows).toHaveLength(432_000);
    expect([rows[0]?.at, rows[1]?.at, rows.at(-1)?.at]).toEqual([
      '2026-01-01T00:00:00.000Z',
      '2026-01-01T00:00:00.200Z',
      '2026-01-01T23:59:59.800Z',
    ]);
  });

  test.each([
    [['-n', '3'], 3],
    [['-n', '1000000', '--eps', '0.01'], 864],
    [['--eps', '0.0001'], 9],
  ])('%j with --to: whichever is first', async (more, count) => {
    expect(rowsOf((await sample(...DAY, ...more)).out)).toHaveLength(count);
  });

  test('prints ten events without --to', async () => {
    const rows = rowsOf((await sample('--from', '2026-01-01', '--eps', '2')).out);
    expect(rows.map(({ at }) => at.slice(17, 21))).toEqual([
      '00.0',
      '00.5',
      '01.0',
      '01.5',
      '02.0',
      '02.5',
      '03.0',
      '03.5',
      '04.0',
      '04.5',
    ]);
  });

  test.each([
    [['--speed', '2'], 'Unknown option --speed'],
    [['--future'], 'Unknown option --future'],
    [['--eps', '5'], '--eps needs --from, --to or --arrivals'],
    [[...DAY, '--eps', 'max'], 'eps'],
  ])('%j is rejected: %s', async (args, words) => {
    const { code, out, err } = await sample(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(words);
  });
});

test.each([
  ['even', []],
  ['jitter', ['--rate', 'business day', '--disorder', '5s']],
  ['poisson', ['--rate', '{"day": {"low": 0.1, "high": 1.9, "top": "14:00"}}']],
])('a file of %s arrivals has the bytes that sample prints', async (arrivals, more) => {
  const args = [...DAY, '--eps', '2', '--arrivals', arrivals, ...more];
  const path = join(folder, `${arrivals}.ndjson`);
  const ended = await run('file', '--path', path, '--json', ...args);
  expect(ended.code, ended.err).toBe(0);
  expect((await readFile(path, 'utf8')) === (await sample(...args)).out).toBe(true);
  expect(summaryOf(ended)).toMatchObject({
    reason: 'end',
    time: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', changes: [] },
  });
});

test('the past is sent first, then the stream goes on live: no event is missing, and none is ahead', async () => {
  const ended = await run('log', '--from', '-5s', '--to', '+2s', '--eps', '20', '--json');
  expect(ended.code, ended.err).toBe(0);
  const rows = rowsOf(ended.out);
  expect(rows.map(({ n }) => n)).toEqual(rows.map((_, i) => i + 1));
  const { time } = summaryOf(ended) as { time: { from: string; to: string } };
  const fromMs = Date.parse(time.from);
  expect(rows.map(({ at }) => Date.parse(at))).toEqual(rows.map((_, i) => fromMs + i * 50));
  expect(rows).toHaveLength(((Date.parse(time.to) - fromMs) / 1000) * 20);
});

test.each([
  [['--duration', '10s'], 'duration', 500],
  [['--to', '2026-01-01T00:00:10Z'], 'end', 500],
  [['--to', '2026-01-01T00:00:10Z', '--limit', '300'], 'limit', 300],
  [['--duration', '10s', '--limit', '600'], 'duration', 500],
])('%j ends a stream by its %s, after exactly %d events', async (args, reason, accepted) => {
  const ended = await run('log', '--from', '2026-01-01', '--eps', '50', '--json', ...args);
  expect(ended.code, ended.err).toBe(0);
  expect(summaryOf(ended)).toMatchObject({ reason, accepted, generated: accepted });
});

test('changes of the rate repeat: earlier events stay, and the summary lists them as they are given', async () => {
  const changes = [
    ['2026-01-01T00:00:10Z', 1],
    ['2026-01-01T00:00:20Z', { week: [1, 1, 1, 1, 1, 1, 2] }],
    ['2026-01-01T00:00:30Z', 'planned'],
  ];
  const args = ['--from', '2026-01-01', '--to', '2026-01-01T00:01:00Z', '--eps', '4'];
  const ended = await run('log', ...args, '--changes', JSON.stringify(changes), '--json');
  expect(ended.code, ended.err).toBe(0);
  const secondOf = ({ at }: Row): number => Date.parse(at) - Date.parse('2026-01-01');
  const counts = [0, 10, 20, 30].map(
    (second) =>
      rowsOf(ended.out).filter(
        (row) => secondOf(row) >= second * 1000 && secondOf(row) < second * 1000 + 10_000,
      ).length,
  );
  expect(counts).toEqual([40, 10, 40, 40]);
  const { time } = summaryOf(ended) as { time: { changes: unknown } };
  expect(time.changes).toEqual(changes);
  expect((await sample(...args, '--changes', JSON.stringify(time.changes))).out).toBe(ended.out);
});

test('a stream with history that reached its end has no target rate, and names in its summary stand apart', async () => {
  const changes = '[{"position": 5, "faults": {}}]';
  const past = [
    'file',
    '--path',
    join(folder, 'end.ndjson'),
    '--fault-changes',
    changes,
    '--from',
    '-8s',
    '--to',
    '+2s',
  ];
  const { err } = await run(...past, '--eps', '10');
  expect(err).toMatch(/^  rate +[\d.]+\/s accepted(; live [\d.]+\/s)?$/m);
  expect(err).toMatch(/^  fault changes \[/m);
});

test('a rate may be in a file, in JSON or YAML', async () => {
  const file = join(folder, 'rate.yaml');
  await writeFile(file, 'bursts: [{ every: 1h, for: 10m, times: 3 }]\n');
  const json = '{"bursts": [{"every": "1h", "for": "10m", "times": 3}]}';
  const [given, read] = await Promise.all([
    sample(...DAY, '--eps', '0.1', '--rate', json),
    sample(...DAY, '--eps', '0.1', '--rate', file),
  ]);
  expect(given.code, given.err).toBe(0);
  expect(read.out).toBe(given.out);
});

describe('shards', () => {
  const FAULTS = JSON.stringify({
    duplicates: { share: 0.05 },
    late: { share: 0.1, delayMs: { mean: 60_000 } },
    reordering: { window: 20, share: 0.5 },
    malformed: { share: 0.02 },
    dropped: { share: 0.02 },
  });
  const args = ['log', ...DAY, '--eps', '0.2', '--arrivals', 'poisson', '--disorder', '1m', '--quiet'];

  test.each([
    ['', []],
    [', with faults', ['--faults', FAULTS]],
  ])('have together the bytes of the whole stream, times included%s', async (_, faults) => {
    const [whole, ...parts] = await Promise.all(
      [[], ['--shard', '0/4'], ['--shard', '1/4'], ['--shard', '2/4'], ['--shard', '3/4']].map(
        async (shard) => {
          const { code, out, err } = await run(...args, ...faults, ...shard);
          expect(code, err).toBe(0);
          return out.trimEnd().split('\n');
        },
      ),
    );
    expect(whole?.length).toBeGreaterThan(16_000);
    expect(whole?.map((_, i) => parts[i % 4]?.[Math.floor(i / 4)])).toEqual(whole);
    expect(parts.flat()).toHaveLength(whole?.length ?? 0);
  });

  test.each([[['--from', '-1h']], [['--arrivals', 'even']], [['--from', '2026-01-01', '--to', 'now']]])(
    'with the relative times %j are rejected',
    async (relative) => {
      const { code, out, err } = await run('log', '--shard', '0/2', ...relative);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain('--shard needs absolute --from and --to times');
    },
  );

  test('may count relative times from --start-at', async () => {
    const startAt = new Date(Math.floor(Date.now() / 1000) * 1000 - 60_000).toISOString();
    const relative = ['--from', '-1h', '--to', 'now', '--eps', '1', '--start-at', startAt, '--quiet'];
    const parts = await Promise.all(['0/2', '1/2'].map((shard) => run('log', ...relative, '--shard', shard)));
    const fromMs = Date.parse(startAt) - 3_600_000;
    const times = parts.flatMap(({ out }) => rowsOf(out)).map(({ at }) => Date.parse(at) - fromMs);
    expect(times.sort((a, b) => a - b)).toEqual(Array.from({ length: 3600 }, (_, i) => i * 1000));
  });
});

test('--min-rate is measured live only', async () => {
  const past = ['log', '--eps', '20', '--from', '-10m', '--min-rate', '100'];
  const live = await run(...past, '--limit', '12040');
  expect(live.code).toBe(99);
  expect(live.err).toMatch(/Threshold missed: [12]\d(\.\d+)? events\/s accepted, fewer than 100/);
  const never = await run(...past, '--to', '-5m');
  expect(never.code).toBe(0);
  expect(never.err).toContain('--min-rate does not apply: the stream was never live');
});

test('only a stream with a past says how many events there are by now', async () => {
  const now = await run('log', '--eps', '500', '--from', 'now', '--limit', '10');
  expect(now.err).not.toContain('by now');
  const past = ['log', '--eps', '500', '--from', '-10s', '--dry-run'];
  expect((await run(...past)).err).toMatch(/5,\d{3} events by now, then 500 a second/);
  expect((await run(...past, '--limit', '10000')).err).toMatch(/5,\d{3} events by now, then 500 a second/);
});

test.each([
  ['by now', ['--from', '2026-01-01']],
  ['until an end in the past', ['--from', '2026-01-01', '--to', '2026-02-01']],
  ['at a finite speed', ['--from', '2026-01-01', '--speed', '1000']],
  ['in journeys', ['--from', '2026-01-01', '--template', 'Online Shop']],
])('no more events of the past are announced than the limit lets through: %s', async (_, more) => {
  const args = ['log', '--seed', '1', '--eps', '10', '--limit', '1000', ...more];
  for (const part of [[], ['--shard', '0/4']]) {
    const { code, out, err } = await here([...args, ...part, '--dry-run']);
    const counts = Array.from(`${out}${err}`.matchAll(/([\d,]+) events?\b(?!\/s)/g), ([, count]) => count);
    expect({ code, counts: new Set(counts) }).toEqual({
      code: 0,
      counts: new Set([part.length === 0 ? '1,000' : '250']),
    });
    expect(err).toContain('events, all from the past');
  }
});

test.each([
  [
    ['--speed', '101'],
    /7,2\d\d events up to now, then 2 a second\. At speed 101, the stream reaches the present after 36\.0 s\n/,
  ],
  [['--speed', '1h/1s'], /At speed 3,600, the stream reaches the present after 1\.0 s\n/],
  [['--speed', '101', '--future'], /reaches the present after 36\.0 s and goes on at that speed\n/],
  [['--speed', '1'], /At speed 1, the stream stays this far behind the present\n/],
  [['--speed', '0.5'], /At speed 0\.5, the stream falls further behind the present\n/],
])(
  'with %j, a stream says when it reaches the present, as it does not send the past at once',
  async (speed, words) => {
    const { code, err } = await run('log', '--eps', '2', '--from', '-1h', '--dry-run', ...speed);
    expect(code, err).toBe(0);
    expect(err).toMatch(words);
  },
);

test('the event time of the summary is that of the last event sent', async () => {
  const ended = await run('log', ...DAY, '--eps', '5', '--limit', '1000', '--json');
  const { at } = rowsOf(ended.out).at(-1) ?? {};
  expect(summaryOf(ended)).toMatchObject({ time: { eventMs: Date.parse(at ?? '') } });
});

test.each([
  [100, 0, 'Reordering sends whole windows: events of an incomplete last window of 7 are left out', 7, 98],
  [100, 2, 'No event would be sent: the stream ends before its first window of 200 events', 200, 0],
])(
  '%d events in windows end with exit code %d if none, or not all, fill one',
  async (_, code, words, window, rows) => {
    const times = ['--from', '2026-01-01', '--to', '2026-01-01T00:00:10Z', '--eps', '10', '--seed', '1'];
    const faults = JSON.stringify({ reordering: { window } });
    const { out, ...ended } = await here(['log', ...times, '--faults', faults]);
    expect([ended.code, ended.err]).toEqual([code, expect.stringContaining(words)]);
    expect(out.split('\n')).toHaveLength(rows + 1);
  },
);

const NIGHTS = { day: [0, 0, 0, 0, 0, 0, 0, ...new Array<number>(15).fill(1), 0, 0] };
const NEVER = { ...NIGHTS, bursts: [{ at: '0 2 * * *', for: '30m', times: 1, rest: 0 }] };

test.each([
  ['always', ['--from', '2026-01-01'], NEVER, 'always 0'],
  [
    'until the end',
    ['--from', '2026-01-01T03:00', '--to', '2026-01-01T04:00'],
    NIGHTS,
    '0 until 2026-01-01T04:00:00Z',
  ],
])('a rate that is 0 %s is refused by every command', async (_, times, rate, words) => {
  for (const command of ['sample', 'log']) {
    const { code, err } = await here([command, ...times, '--rate', JSON.stringify(rate)]);
    expect([code, err]).toEqual([2, expect.stringMatching(`--rate: no event would .* the rate is ${words}`)]);
  }
});

test('a sample ends with the year 9999', async () => {
  const { code, out } = await here(['sample', '--from', '9999-12-31T23:59:58Z', '-n', '5000', '--eps', '3']);
  expect([code, out.split('\n').length]).toEqual([0, 7]);
});
