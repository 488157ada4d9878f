import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../../test/long.ts';
import { newLake, type Lake } from './lake.ts';
import { listing } from './listing.ts';
import { newParts, type Partition } from './division.ts';
import type { Table } from './table.ts';

const FROM = Date.UTC(2026, 1, 27);
const HOUR = 3_600_000;

/** A table with so many rows an hour, whatever they are. */
function tableOf(
  table: string,
  rows: number,
  perHour: number | undefined,
  partition: Partition = 'day',
  nowMs?: number,
): Table {
  const toMs = nowMs === undefined ? FROM + 100 * HOUR : null;
  const before = (ms: number): number => Math.max(0, Math.ceil(((ms - FROM) / HOUR) * (perHour ?? 0)));
  const times = perHour !== undefined && {
    timeline: { before },
    timing: { fromMs: FROM, toMs },
    partition,
    day: 'day',
    nowMs: () => nowMs ?? 0,
  };
  const parts = newParts({ table, objectRows: 7, rows, ...(times && { times }) });
  const unused = {} as Pick<Table, 'schema' | 'layout'>;
  return {
    ...unused,
    name: table,
    parts,
    layout: { fileBytes: (count: number) => count } as Table['layout'],
    modifiedMs: () => FROM,
    digest: '',
  } as unknown as Table;
}

const TABLES = [
  tableOf('a', 30, undefined),
  tableOf('a-b', 200, 2),
  tableOf('a_b', 60, 3, 'hour'),
  tableOf('b', 0, undefined),
  tableOf('shop', Infinity, 5, 'day', FROM + 50 * HOUR),
].toSorted((x, y) => (`${x.name}/` < `${y.name}/` ? -1 : 1));
const LAKE = newLake(TABLES);
const KEYS = Array.from({ length: LAKE.count() }, (_, i) => LAKE.at(i).part.key);

test('keys are in order, and each is found again', () => {
  expect(KEYS.length).toBeGreaterThan(50);
  expect(KEYS).toEqual(KEYS.toSorted());
  for (const [i, key] of KEYS.entries()) expect(LAKE.find(key)).toEqual(LAKE.at(i));
});

test('rows of objects are those of the table, each once', () => {
  for (const { parts, name } of TABLES) {
    let next = 0;
    for (let i = 0; i < parts.count(); i++) {
      const { first, count } = parts.at(i);
      expect(first).toBe(next);
      next += count;
    }
    // The last rows of a table that grows are no object yet.
    expect(next).toBe({ a: 30, 'a-b': 200, a_b: 60, b: 0, shop: 50 * 5 - ((50 * 5 - 120 * 2) % 7) }[name]);
  }
});

test.each([
  'a/part-0.parquet',
  'a/part-000000.parquet',
  'a/part-99999.parquet',
  'a/day=2026-02-27/part-00000.parquet',
  'a-b/day=2026-02-31/part-00000.parquet',
  'a-b/day=2026-02-27/hour=00/part-00000.parquet',
  'a-b/dey=2026-02-27/part-00000.parquet',
  'a_b/day=2026-02-27/hour=24/part-00000.parquet',
  'shop/day=2027-02-27/part-00000.parquet',
  'constructor/part-00000.parquet',
  '../a/part-00000.parquet',
])('there is no %s', (key) => expect(LAKE.find(key)).toBeUndefined());

/** What a list that is held would answer. */
function held(query: { prefix: string; delimiter: string; after: string }): readonly string[] {
  const found = KEYS.filter((key) => key.startsWith(query.prefix) && key > query.after).map((key) => {
    const cut = query.delimiter === '' ? -1 : key.indexOf(query.delimiter, query.prefix.length);
    return cut < 0 ? key : key.slice(0, cut + query.delimiter.length);
  });
  return [...new Set(found)];
}

const contentOf = (xml: string, name: string): readonly string[] =>
  Array.from(xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g')), ([, text = '']) => text);

/** All pages of a listing. */
function pagesOf(lake: Lake, given: Readonly<Record<string, string>>): readonly string[] {
  const found: string[] = [];
  let token: string | undefined;
  do {
    const query = new URLSearchParams({ 'list-type': '2', ...given });
    if (token !== undefined) query.set('continuation-token', token);
    const xml = listing(lake, query);
    const groups = contentOf(xml.replace(/^.*<\/IsTruncated>/s, ''), 'Prefix');
    const page = [...contentOf(xml, 'Key'), ...groups].toSorted();
    expect(contentOf(xml, 'KeyCount')).toEqual([String(page.length)]);
    found.push(...page);
    token = contentOf(xml, 'NextContinuationToken')[0];
  } while (token !== undefined);
  return found;
}

test('any listing is that of a list that is held, whatever its pages', () => {
  const part = fc.constantFrom('', 'a', 'a/', 'a-b/', 'shop/day', 'part-', '=', '-', '00', 'é', '\u{1F600}');
  const key = fc.constantFrom(...KEYS, 'a/', 'a-b/day=2026-02-28', '', '~');
  fc.assert(
    fc.property(
      fc.oneof(
        part,
        key.chain((text) => fc.nat(text.length).map((end) => text.slice(0, end))),
      ),
      fc.oneof(fc.constantFrom('', '/', '='), part),
      key,
      fc.integer({ min: 1, max: 60 }),
      (prefix, delimiter, after, most) => {
        const given = { prefix, delimiter, 'start-after': after, 'max-keys': String(most) };
        expect(pagesOf(LAKE, given)).toEqual(held({ prefix, delimiter, after }));
      },
    ),
    { numRuns: cases(100) },
  );
});

test('a listing of a thousand million objects takes a page only', () => {
  const lake = newLake([tableOf('large', 7e9, undefined)]);
  const xml = listing(lake, new URLSearchParams({ 'list-type': '2', 'start-after': 'large/part-500000000' }));
  expect(contentOf(xml, 'Key')).toHaveLength(1000);
  expect(contentOf(xml, 'Key')[0]).toBe('large/part-500000000.parquet');
});

test('the first kind of listing goes on behind its marker', () => {
  const first = listing(LAKE, new URLSearchParams({ delimiter: '/', 'max-keys': '2' }));
  expect(contentOf(first, 'NextMarker')).toEqual(['a/']);
  const rest = listing(LAKE, new URLSearchParams({ delimiter: '/', marker: 'a/' }));
  expect(contentOf(rest.replace(/^.*<\/IsTruncated>/s, ''), 'Prefix')).toEqual(['a_b/', 'shop/']);
});

test.each([
  [{ 'max-keys': 'x' }, 'max-keys must be'],
  [{ 'max-keys': '-1' }, 'max-keys must be'],
  [{ 'encoding-type': 'xml' }, 'Invalid encoding type'],
  [{ 'list-type': '2', 'continuation-token': '' }, 'continuation token'],
  [{ 'list-type': '2', 'continuation-token': 'a/../..' }, 'continuation token'],
  [{ 'list-type': '2', 'continuation-token': 'cGE=' }, 'continuation token'],
])('%j is refused', (query, reason) => {
  expect(() => listing(LAKE, new URLSearchParams(query))).toThrow(reason);
});

test('what a client sends comes back as XML', () => {
  const prefix = '<a href="x">&\u0000\r\n\ud800';
  const xml = listing(LAKE, new URLSearchParams({ prefix, delimiter: '\'"' }));
  expect(xml).toContain('<Prefix>&#60;a href=&#34;x&#34;&#62;&#38;&#0;&#13;&#10;\ufffd</Prefix>');
  expect(listing(LAKE, new URLSearchParams({ prefix: 'a b/é', 'encoding-type': 'url' }))).toContain(
    '<Prefix>a%20b/%C3%A9</Prefix>',
  );
});
