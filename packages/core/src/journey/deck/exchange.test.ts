import { expect, test } from 'vitest';
import { clicks } from '../../../test/journey-plans.ts';
import { rowsOf, textOf } from '../../../test/journeys.ts';
import { timing } from '../../../test/timings.ts';
import type { Timing } from '../../time/timing.ts';
import { newJourneyTimeline, type JourneyTimeline } from '../timeline.ts';
import { newPageExchange, newSharedPages, type PageExchange, type SharedPages } from './exchange.ts';
import { newPage, type Page } from './page.ts';
import type { Span } from './spans.ts';

const settings = timing({ eps: 500 });
const plan = { ...clicks, deck: 256 };
const make = (exchange?: PageExchange, changed: Partial<Timing> = {}): JourneyTimeline =>
  newJourneyTimeline(plan, { ...settings, ...changed }, 42, exchange);

/** An exchange that counts the pages its thread has computed. */
function counted(shared: SharedPages, of = 'the same'): PageExchange & { readonly made: () => number } {
  const exchange = newPageExchange(shared, of);
  let made = 0;
  return {
    ...exchange,
    made: () => made,
    load: (page, span, how) =>
      exchange.load(page, span, {
        ...how,
        make(own, wanted) {
          made++;
          how.make(own, wanted);
        },
      }),
  };
}

const ROWS = 60_000;
const RUN = 500;

/** The rows of shards, each a timeline, filled in turn, the first of them some runs ahead. */
function shardsOf(timelines: readonly JourneyTimeline[], ahead: number): string[] {
  const { length } = timelines;
  const runs = ROWS / RUN / length;
  const shards = timelines.map((): string[] => []);
  for (let turn = 0; turn < runs + ahead; turn++)
    timelines.forEach((timeline, shard) => {
      const run = shard === 0 ? turn : turn - ahead;
      if (run < 0 || run >= runs) return;
      shards[shard]?.push(textOf(rowsOf(timeline, run * RUN * length + shard, RUN, length)));
    });
  return shards.map((runs) => runs.join('\n'));
}

test.each([0, 40])('shards compute each page once, with the same rows; one is %i runs ahead', (ahead) => {
  const shared = newSharedPages(3);
  const exchanges = [counted(shared), counted(shared), counted(shared)];
  const rows = shardsOf(
    exchanges.map((each) => make(each)),
    ahead,
  );
  expect(rows).toEqual(shardsOf([make(), make(), make()], ahead));
  const alone = counted(newSharedPages(1));
  shardsOf([make(alone)], 0);
  expect(alone.made()).toBeGreaterThan(3);
  expect(exchanges.reduce((sum, { made }) => sum + made(), 0)).toBe(alone.made());
});

test('timelines of other texts compute pages of their own', () => {
  const shared = newSharedPages(2);
  const [slow, fast] = [counted(shared, 'slow'), counted(shared, 'fast')];
  const [slowly, quickly] = [make(slow), make(fast, { eps: 1000 })];
  for (let first = 0; first < ROWS; first += RUN)
    expect([slowly, quickly].map((each) => textOf(rowsOf(each, first, RUN)))).toEqual(
      [make(), make(undefined, { eps: 1000 })].map((each) => textOf(rowsOf(each, first, RUN))),
    );
  expect([slow.made() > 1, fast.made() > 1]).toEqual([true, true]);
});

test('a timeline whose rate changes goes on alone, and leaves the others their rows', () => {
  const shared = newSharedPages(2);
  const [changing, other] = [make(newPageExchange(shared, '')), make(newPageExchange(shared, ''))];
  rowsOf(changing, 0, 20_000);
  rowsOf(other, 0, 20_000);
  const change = { atMs: settings.fromMs + 60_000, to: 5 };
  changing.change(change);
  const changed = make();
  changed.change(change);
  expect(textOf(rowsOf(changing, 0, 40_000))).toBe(textOf(rowsOf(changed, 0, 40_000)));
  expect(textOf(rowsOf(other, 0, 40_000))).toBe(textOf(rowsOf(make(), 0, 40_000)));
});

test('a page that is too large for others is computed by each', () => {
  const shared = newSharedPages(2);
  const [one, other] = [newPageExchange(shared, ''), newPageExchange(shared, '')];
  const rows = one.mostRows + 5000;
  const how = {
    make: (page: Page, span: Span): void =>
      void Object.assign(page, { ...newPage(), ...span, rows, ms: new Float64Array(rows).fill(span.fromMs) }),
    after: ({ toMs }: Span): Span => ({ fromMs: toMs, toMs: toMs + 1 }),
  };
  const pages = [newPage(), newPage()];
  for (const [n, exchange] of [one, other].entries()) {
    exchange.load(pages[n] ?? newPage(), { fromMs: 7, toMs: 8 }, how);
    expect(pages[n]).toMatchObject({ fromMs: 7, toMs: 8, rows });
    expect(pages[n]?.ms[rows - 1]).toBe(7);
  }
  expect(pages[0]?.ms).not.toBe(pages[1]?.ms);
});

test('many threads take little memory, and have the same rows once all of it is in use', () => {
  const shared = newSharedPages(256);
  expect(shared.ms.byteLength + shared.which.byteLength).toBeLessThan(150e6);
  const how = {
    make: (page: Page, span: Span): void => void Object.assign(page, { ...newPage(), ...span }),
    after: ({ toMs }: Span): Span => ({ fromMs: toMs, toMs: toMs + 1 }),
  };
  const exchange = newPageExchange(shared, '');
  for (let fromMs = 0; fromMs < 300; fromMs++) {
    const page = newPage();
    exchange.load(page, { fromMs, toMs: fromMs + 1 }, how);
    expect(page).toMatchObject({ fromMs, toMs: fromMs + 1 });
  }
});

test('a thread that died holds the others up once, and they go on', () => {
  const shared = newSharedPages(2);
  const [dead, other] = [newPageExchange(shared, ''), newPageExchange(shared, '')];
  const made: number[] = [];
  const how = {
    make: (page: Page, span: Span): void => {
      made.push(span.fromMs);
      Object.assign(page, { ...newPage(), ...span });
    },
    after: ({ toMs }: Span): Span => ({ fromMs: toMs, toMs: toMs + 1 }),
  };
  const [page, span] = [newPage(), { fromMs: 7, toMs: 8 }];
  // As if it died while it computes the page.
  dead.load(newPage(), span, {
    ...how,
    make: (_, { fromMs }) => {
      if (fromMs === 7) other.load(page, span, how);
    },
  });
  expect(page).toMatchObject(span);
  // The next page first, as the other thread is at this one.
  expect(made).toEqual([8, 7]);
  // As if it died with the lock.
  shared.counters[0] = 1;
  for (const fromMs of [8, 9]) {
    other.load(page, { fromMs, toMs: fromMs + 1 }, how);
    expect(page).toMatchObject({ fromMs });
  }
  expect(made).toEqual([8, 7, 8, 9]);
});
