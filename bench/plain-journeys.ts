import type { JourneyPlan, Wait, JourneyTimeline } from '@catbird/engine';

/**
 * Journeys by decks as plainly as they can be computed: what the engine's are compared with. Its decks are sampled with the functions
 * of `Math`, its pages are of one length, and each start is looked up alone.
 */
export interface PlainJourneys {
  /** Sets time, start, step and state of rows `first`, …; */
  put(columns: Columns, first: number, rows: number): void;
  readonly pageRows: number;
}

export interface Columns {
  readonly ms: Float64Array;
  readonly start: Float64Array;
  readonly step: Int32Array;
  readonly state: Int32Array;
}

export const newColumns = (rows: number): Columns => ({
  ms: new Float64Array(rows),
  start: new Float64Array(rows),
  step: new Int32Array(rows),
  state: new Int32Array(rows),
});

/** A step of the deck: the least time after the start, and a width of which each start takes a share. */
interface Entry {
  readonly journey: number;
  readonly step: number;
  readonly state: number;
  readonly low: number;
  readonly width: number;
}

interface Tier {
  readonly length: number;
  readonly cap: number;
  readonly low: Float64Array;
  readonly width: Float64Array;
  readonly journey: Int32Array;
  readonly step: Int32Array;
  readonly state: Int32Array;
}

const UNIT32 = 2 ** -32;
const MAX_STEPS = 512;
const DAY_MS = 86_400_000;

function mix(x: number): number {
  x ^= x >>> 16;
  x = Math.imul(x, 0x21f0aaad);
  x ^= x >>> 15;
  x = Math.imul(x, 0x735a2d97);
  return x ^ (x >>> 15);
}

function permuted(size: number, place: number, a: number, b: number): number {
  const bits = 32 - Math.clz32(size - 1);
  const mask = (2 ** bits - 1) | 0;
  const half = Math.max(1, bits >> 1);
  let x = Math.imul((place + a) & mask, b | 1) & mask;
  x ^= x >>> half;
  x = Math.imul((x + b) & mask, 0x21f0aaad) & mask;
  x ^= x >>> half;
  x = Math.imul((x ^ (a >>> 7)) & mask, (a << 1) | 1) & mask;
  x ^= x >>> half;
  return (x + (b >>> 0) * UNIT32 * size) & mask;
}

/** The inverse of the standard normal distribution, by halves: exact enough, and slow. */
function probit(share: number): number {
  const density = (z: number): number => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  const below = (z: number): number => {
    // Abramowitz and Stegun, 26.2.17.
    const t = 1 / (1 + 0.2316419 * Math.abs(z));
    const tail =
      density(z) *
      t *
      (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
    return z >= 0 ? 1 - tail : tail;
  };
  let [low, high] = [-8, 8];
  for (let n = 0; n < 40; n++) {
    const middle = (low + high) / 2;
    if (below(middle) < share) low = middle;
    else high = middle;
  }
  return low;
}

function quantile(wait: Wait, share: number): number {
  const inside = Math.min(1 - 1e-9, Math.max(1e-9, share));
  if (wait.kind === 'between') return wait.minMs + share * (wait.maxMs - wait.minMs);
  if (wait.kind === 'mean') return -Math.log(1 - inside) * wait.meanMs;
  return wait.kind === 'median' ? wait.medianMs * Math.exp(wait.sigma * probit(inside)) : wait.ms;
}

function sample({ states, begins, ways, deck, longestMs = Infinity }: JourneyPlan): Entry[] {
  let draws = 0;
  const random = (): number => (mix(mix(draws++ ^ 0x5bd1e995) + 1) >>> 0) * UNIT32;
  const shuffled = <T>(list: T[]): T[] => {
    for (let n = list.length - 1; n > 0; n--) {
      const other = Math.floor(random() * (n + 1));
      [list[n], list[other]] = [list[other] as T, list[n] as T];
    }
    return list;
  };
  const deal = (list: number[], weights: readonly number[]): number[][] => {
    shuffled(list);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    let [sum, from] = [0, 0];
    return weights.map((weight, n) => {
      sum += weight;
      const to = n === weights.length - 1 ? list.length : Math.round((sum / total) * list.length);
      return list.slice(from, (from = to));
    });
  };
  const [low, width] = [new Float64Array(deck), new Float64Array(deck)];
  const entries: Entry[] = [];
  let here: number[][] = states.map(() => []);
  deal(
    Array.from({ length: deck }, (_, n) => n),
    begins.map(({ weight }) => weight),
  ).forEach((list, n) => {
    here[begins[n]?.to ?? 0]?.push(...list);
  });
  for (let step = 0; step < MAX_STEPS && here.some((list) => list.length > 0); step++) {
    const next: number[][] = states.map(() => []);
    here.forEach((list, state) => {
      for (const journey of list)
        entries.push({ journey, step, state, low: low[journey] ?? 0, width: width[journey] ?? 0 });
      const out = ways[state] ?? [];
      deal(
        [...list],
        out.map(({ weight }) => weight),
      ).forEach((dealt, n) => {
        const way = out[n];
        if (way === undefined || way.to < 0) return;
        shuffled(dealt).forEach((journey, rank) => {
          const from = quantile(way.wait, rank / dealt.length);
          const to = quantile(way.wait, (rank + 1) / dealt.length);
          low[journey] = (low[journey] ?? 0) + Math.max(1, from);
          width[journey] = (width[journey] ?? 0) + Math.min(to - from, from / 256 + 1);
          if ((low[journey] ?? 0) + (width[journey] ?? 0) <= (longestMs ?? Infinity))
            next[way.to]?.push(journey);
        });
      });
    });
    here = next;
  }
  return entries;
}

const packed = (entries: readonly Entry[]): Tier => ({
  length: entries.length,
  cap: entries.reduce((most, { width }) => Math.max(most, width), 0),
  low: Float64Array.from(entries, ({ low }) => low),
  width: Float64Array.from(entries, ({ width }) => width),
  journey: Int32Array.from(entries, ({ journey }) => journey),
  step: Int32Array.from(entries, ({ step }) => step),
  state: Int32Array.from(entries, ({ state }) => state),
});

/** @param starts the starts of a timeline, which are the same as the engine's */
export function plainJourneys(plan: JourneyPlan, { starts }: Pick<JourneyTimeline, 'starts'>): PlainJourneys {
  const size = plan.deck;
  const entries = sample(plan)
    .filter(({ state }) => plan.only?.includes(state) ?? true)
    .sort((x, y) => x.low - y.low || x.journey - y.journey);
  const each = entries.length;
  const tiers: Tier[] = [];
  for (let cap = 16, least = -1; least < 1e12; least = cap, cap *= 16) {
    const some = entries.filter(({ width }) => width > least && width <= cap);
    if (some.length > 0) tiers.push(packed(some));
  }
  const span = entries.reduce((most, { low, width }) => Math.max(most, low + width), 0);
  const perMs = starts.before(starts.fromMs + DAY_MS) / DAY_MS;
  const pageRows = Math.max(4 * each, 16_384, Math.ceil((4 * span * perMs) / size));
  const pageMs = Math.max(1, Math.round(((pageRows / each) * size) / perMs));
  let found = newColumns(Math.ceil(pageRows * 1.5));
  let order = new Int32Array(0);
  let ends = new Int32Array(0);
  let page = { number: -1, first: 0, rows: 0 };

  const late = (start: number): number => {
    const a = mix(start ^ 0x1b873593);
    const b = mix((a ^ Math.floor(start / 2 ** 32)) + 7);
    return (mix((b ^ 0x3c6ef372) + Math.imul(a, 0x2545f491)) >>> 0) * UNIT32;
  };
  const visit = (
    block: number,
    tier: Tier,
    from: number,
    to: number,
    fromMs: number,
    toMs: number,
    at: number,
  ): number => {
    const x = mix((block | 0) ^ 0x2c1b3c6d);
    const y = mix((x ^ Math.floor(block / 2 ** 32)) + 7);
    let rows = 0;
    for (let n = from; n < to; n++) {
      const start = block * size + permuted(size, tier.journey[n] as number, x, y);
      const ms =
        starts.time(start) + Math.floor((tier.low[n] as number) + late(start) * (tier.width[n] as number));
      if (ms < fromMs || ms >= toMs) continue;
      if (at >= 0) {
        found.ms[at + rows] = ms;
        found.start[at + rows] = start;
        found.step[at + rows] = tier.step[n] as number;
        found.state[at + rows] = tier.state[n] as number;
      }
      rows++;
    }
    return rows;
  };
  const walk = (list: Float64Array, end: number, limit: number): number => {
    let n = end;
    while (n > 0 && (list[n - 1] as number) >= limit) n--;
    return n;
  };
  const before = (ms: number): number => {
    const last = Math.floor((starts.before(ms) - 1) / size);
    const first = Math.max(0, Math.floor(starts.before(ms - span - 1) / size) - 1);
    let rows = first * each;
    const [lows, highs] = [tiers.map(({ length }) => length), tiers.map(({ length }) => length)];
    for (let block = first; block <= last; block++) {
      const [t0, t1] = [starts.time(block * size), starts.time(block * size + size - 1)];
      tiers.forEach((tier, q) => {
        const low = (lows[q] = walk(tier.low, lows[q] as number, ms - t1 - tier.cap - 1));
        const high = (highs[q] = walk(tier.low, highs[q] as number, ms - t0));
        rows += low + visit(block, tier, low, high, -Infinity, ms, -1);
      });
    }
    return rows;
  };
  const sort = (rows: number, fromMs: number): void => {
    const { ms, start, step } = found;
    if (order.length < rows) order = new Int32Array(rows * 2);
    if (ends.length < rows + 1) ends = new Int32Array(rows * 2 + 1);
    const scale = Math.max(1, rows) / pageMs;
    ends.fill(0, 0, rows + 1);
    const bucket = (r: number): number => (((ms[r] as number) - fromMs) * scale) | 0;
    for (let r = 0; r < rows; r++) ends[bucket(r)] = (ends[bucket(r)] as number) + 1;
    for (let n = 0, sum = 0; n < rows; n++) {
      const count = ends[n] as number;
      ends[n] = sum;
      sum += count;
    }
    for (let r = 0; r < rows; r++) {
      const place = ends[bucket(r)] as number;
      order[place] = r;
      ends[bucket(r)] = place + 1;
    }
    for (let r = 1; r < rows; r++) {
      const row = order[r] as number;
      const at = ms[row] as number;
      let n = r - 1;
      for (; n >= 0; n--) {
        const other = order[n] as number;
        const difference =
          (ms[other] as number) - at ||
          (start[other] as number) - (start[row] as number) ||
          (step[other] as number) - (step[row] as number);
        if (difference < 0) break;
        order[n + 1] = other;
      }
      order[n + 1] = row;
    }
  };
  const load = (number: number, firstRow?: number): void => {
    const fromMs = starts.fromMs + number * pageMs;
    const toMs = fromMs + pageMs;
    const last = Math.floor((starts.before(toMs) - 1) / size);
    const first = Math.max(0, Math.floor(starts.before(fromMs - span - 1) / size) - 1);
    let rows = 0;
    const [lows, highs] = [tiers.map(({ length }) => length), tiers.map(({ length }) => length)];
    for (let block = first; block <= last; block++) {
      const [t0, t1] = [starts.time(block * size), starts.time(block * size + size - 1)];
      if (rows + each > found.ms.length) {
        const more = newColumns(found.ms.length * 2 + each);
        more.ms.set(found.ms);
        more.start.set(found.start);
        more.step.set(found.step);
        more.state.set(found.state);
        found = more;
      }
      for (let q = 0; q < tiers.length; q++) {
        const tier = tiers[q] as Tier;
        const low = (lows[q] = walk(tier.low, lows[q] as number, fromMs - t1 - tier.cap - 1));
        const high = (highs[q] = walk(tier.low, highs[q] as number, toMs - t0));
        if (high > low) rows += visit(block, tier, low, high, fromMs, toMs, rows);
      }
    }
    sort(rows, fromMs);
    page = { number, first: firstRow ?? before(fromMs), rows };
  };
  const seek = (row: number): void => {
    let low = Math.floor((starts.time(Math.floor(row / each) * size) - starts.fromMs) / pageMs) - 1;
    let high =
      Math.floor((starts.time((Math.floor(row / each) + 1) * size) + span - starts.fromMs) / pageMs) + 1;
    low = Math.max(0, low);
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if (before(starts.fromMs + middle * pageMs) <= row) low = middle;
      else high = middle;
    }
    load(low);
  };
  return {
    pageRows,
    put(columns, first, rows) {
      for (let r = 0; r < rows;) {
        const row = first + r;
        if (row < page.first || row >= page.first + page.rows + 8 * pageRows) seek(row);
        while (row >= page.first + page.rows) load(page.number + 1, page.first + page.rows);
        for (let n = row - page.first; r < rows && n < page.rows; n++, r++) {
          const from = order[n] as number;
          columns.ms[r] = found.ms[from] as number;
          columns.start[r] = found.start[from] as number;
          columns.step[r] = found.step[from] as number;
          columns.state[r] = found.state[from] as number;
        }
      }
    },
  };
}
