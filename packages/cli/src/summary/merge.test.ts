import { messagesOf } from '@catbird/engine';
import { expect, test } from 'vitest';
import { merged, type Merged } from './merge.ts';
import { summariesIn, type Found } from './summaries.ts';

/** The summary of a shard with 100 of 300 rows, as --json prints it. */
const lineOf = (index: number, more: object = {}, part: object = {}): string =>
  JSON.stringify({
    type: 'summary',
    generated: 100,
    accepted: 100,
    quarantined: 0,
    rejected: 0,
    failed: 0,
    uncertain: 0,
    dropped: 0,
    inFlight: 0,
    requests: { '200': 10 },
    retried: 1,
    bytes: 1e3,
    reason: 'limit',
    exitCode: 0,
    seed: '42',
    latencyBins: [[300 + index, 10]],
    ...more,
    part: {
      fingerprint: 'f',
      shard: {
        index,
        count: 3,
      },
      rows: 300,
      owed: 0,
      startedAt: `2026-01-01T00:00:0${index}.000Z`,
      endedAt: `2026-01-01T00:00:1${index}.000Z`,
      ...part,
    },
  });

const foundIn = (...lines: readonly string[]): readonly Found[] =>
  lines.flatMap((line, i) => {
    const found = summariesIn(`{"type":"start"}\n${line}\n`, `${i}.json`);
    if (!found.ok) throw new Error(messagesOf(found.issues).join('\n'));
    return found.found;
  });

function sumOf(...lines: readonly string[]): Merged {
  const added = merged(foundIn(...lines));
  if (!added.ok) throw new Error(messagesOf(added.issues).join('\n'));
  return added.sum;
}

test('counts, bytes, requests and histograms add up, and the rate is over the whole time', () => {
  const sum = sumOf(lineOf(2), lineOf(0), lineOf(1, { requests: { '200': 9, '429': 2 } }));
  expect(sum).toMatchObject({
    generated: 300,
    accepted: 300,
    retried: 3,
    bytes: 3e3,
    requests: {
      '200': 29,
      '429': 2,
    },
    latencyBins: [
      [300, 10],
      [301, 10],
      [302, 10],
    ],
    startedAt: '2026-01-01T00:00:00.000Z',
    endedAt: '2026-01-01T00:00:12.000Z',
    achieved: 25,
    shards: 3,
    found: 3,
    owing: [],
    exitCode: 0,
    seed: '42',
    rows: 300,
  });
  expect(sum.latency.p50).toBeGreaterThan(0.1 * 1.02 ** 301);
  expect(sum.latency.p50).toBeLessThan(0.1 * 1.02 ** 302);
});

test('a missing shard has all of its rows left, one that ended early the rest', () => {
  const early = lineOf(
    1,
    { generated: 60, accepted: 60, reason: 'interrupted', exitCode: 130 },
    { owed: 40 },
  );
  const sum = sumOf(early, lineOf(2));
  expect(sum.owing).toEqual([
    { shard: 0, rows: 100 },
    { shard: 1, rows: 40, reason: 'interrupted' },
  ]);
  expect(sum.exitCode).toBe(1);
  expect(sumOf(lineOf(0), early, lineOf(2)).exitCode).toBe(130);
  const running = merged(foundIn(lineOf(0), lineOf(2)), new Map([[1, 30]]));
  expect(running).toMatchObject({
    sum: { owing: [{ shard: 1, rows: 70, reason: 'unfinished' }], exitCode: 1 },
  });
  const endless = lineOf(0, {}, { rows: -1, owed: null });
  expect(sumOf(endless).owing).toEqual([1, 2].map((shard) => ({ shard, rows: null })));
});

test.each([
  ['another seed', lineOf(1, { seed: '7' }), '0.json and 1.json differ in seed: 42 and 7'],
  ['another schema', lineOf(1, {}, { fingerprint: 'g' }), 'differ in schema or faults: f and g'],
  ['another limit', lineOf(1, {}, { rows: 301 }), 'differ in limit: 300 and 301'],
  ['another number', lineOf(1, {}, { shard: { index: 1, count: 4 } }), 'number of shards: 3 and 4'],
  ['the same shard', lineOf(0), '0.json and 1.json are both of shard 0'],
])('%s is no shard of the same stream', (_, line, words) => {
  expect(merged(foundIn(lineOf(0), line))).toEqual({
    ok: false,
    issues: expect.arrayContaining([{ message: expect.stringContaining(words) as unknown }]) as unknown,
  });
});

test('digests add up only if every part has one', () => {
  const [one, two] = ['00000001ffffffff0000000000000000', '00000001000000020000000000000000'];
  expect(sumOf(lineOf(0, {}, { digest: one }), lineOf(1, {}, { digest: two })).digest).toBe(
    '00000002000000010000000000000000',
  );
  expect(sumOf(lineOf(0, {}, { digest: one }), lineOf(1)).digest).toBeUndefined();
});

/** The summaries in an output, or what is wrong with it. */
function found(output: string): readonly Found[] | string {
  const read = summariesIn(output, 'x');
  return read.ok ? read.found : messagesOf(read.issues).join();
}

test('the last summary of an output counts, a broken last line is none, and each stream has its own', () => {
  expect(found(`${lineOf(0)}\n${lineOf(1)}\n{"type":"sum`)).toMatchObject([
    { source: 'x', stream: undefined, summary: { part: { shard: { index: 1 } } } },
  ]);
  // As some editors and shells save it.
  expect(found(`\uFEFF${lineOf(0)}\r\n`)).toHaveLength(1);
  expect(found('Resuming at row 5\n{"type":"note"}\n')).toEqual([]);
  const total = `{"type":"summary","streams":{"a":${lineOf(0)},"b":${lineOf(1)}}}`;
  expect(found(total)).toMatchObject([{ stream: 'a' }, { stream: 'b' }]);
  expect(found('{"type":"summary","generated":-1}')).toMatch(/^x: the summary cannot be read: generated/);
});

test('a summary that cannot be true is none', () => {
  const problemOf = (more: object, part: object = {}): unknown => found(lineOf(0, more, part));
  expect(problemOf({ accepted: 99 })).toContain('Its counts do not add up');
  expect(problemOf({ accepted: 99.5, failed: 0.5 })).toContain('accepted');
  expect(problemOf({ generated: 1e308, accepted: 1e308 })).toContain('generated');
  expect(problemOf({}, { rows: -7 })).toContain('part.rows');
  const SHARDS = [
    [0, 0],
    [3, 3],
    [0, Number.MAX_SAFE_INTEGER],
  ] as const;
  for (const [index, count] of SHARDS)
    expect(problemOf({}, { shard: { index, count } })).toContain('part.shard');
});
