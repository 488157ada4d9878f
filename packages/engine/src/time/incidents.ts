import { findZone } from '../data/zones.ts';
import type { IncidentStarts, IncidentTimes, StartedIncident } from '../model/incident.ts';
import { draw, drawKey, newSubject, rowsAsSubjects, type Seed, seedOf, UNIT32 } from '../numeric/random.ts';
import { cronOf, cronTimes } from './cron.ts';
import { zoneOffsets } from './intensity/offsets.ts';
import { constant, type Factor, level, lastWhere, type Stretch } from './intensity/stretch.ts';

/** An incident that happens once, in milliseconds since 1970. */
export interface Occurrence {
  /** Unique among those of the incident, whatever the run: a cycle, a place in the list, or the minute of a cron expression. */
  readonly number: number;
  readonly startMs: number;
  /** Exclusive. */
  readonly endMs: number;
  readonly drawn: Readonly<Record<string, string | number | boolean | null>>;
}

/** When an incident happens: a pure function of its settings and the seed. */
export interface IncidentPlan {
  /** The occurrence that an instant lies in; of several, the one that began last. */
  at(ms: number): Occurrence | undefined;
  /** Those that are not over at an instant, and begin before another, in order. */
  between(fromMs: number, toMs: number): readonly Occurrence[];
  /** From 0 to 1. */
  strengthAt(occurrence: Occurrence, ms: number): number;
}

/** Where a plan is used. */
export interface PlanPlace {
  readonly seed: number | string | Seed;
  /** The beginning of the stream, for times after it. */
  readonly fromMs: number;
  /** The stream follows so much later. Default: at once. */
  readonly afterMs?: number | undefined;
  /** What was started by hand, of any incident. It may grow. Default: nothing. */
  readonly started?: readonly StartedIncident[] | undefined;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Cycles that are looked up together. */
const PAGE_CYCLES = 16;

/** The plan of an incident. If its cron expression has a zone, zones must be loaded. */
export function incidentPlan(
  times: IncidentTimes,
  { seed, fromMs, afterMs = 0, started = [] }: PlanPlace,
): IncidentPlan {
  const { name, forMs, upMs, downMs, draw: lists } = times;
  const unit = unitsOf(typeof seed === 'object' ? seed : seedOf(seed), name);
  const lengthOf = (n: number): number =>
    forMs.min + Math.floor(unit('for', n) * (forMs.max - forMs.min + 1));
  const made = (n: number, startMs: number): Occurrence => ({
    number: n,
    startMs: startMs + afterMs,
    endMs: startMs + afterMs + lengthOf(n),
    drawn: Object.fromEntries(
      Object.entries(lists).map(([key, list]) => [
        key,
        list[Math.floor(unit(`draw ${key}`, n) * list.length)] ?? null,
      ]),
    ),
  });
  const { startsIn, pageMs } = startsOf(times.starts, { fromMs, unit, lengthOf });
  const byHand = (): readonly Occurrence[] =>
    started
      .filter((each) => each.name === name)
      .map(({ number, atMs, forMs: lasts }) => ({
        ...made(number, atMs),
        endMs: atMs + afterMs + lasts,
      }));
  const between = (from: number, to: number): readonly Occurrence[] =>
    [
      ...startsIn(from - forMs.max - afterMs, to - afterMs).map(([n, startMs]) => made(n, startMs)),
      ...byHand(),
    ]
      .filter(({ startMs, endMs }) => endMs > from && startMs < to)
      .toSorted((a, b) => a.startMs - b.startMs);
  let page = { fromMs: NaN, toMs: NaN, hands: 0, all: [] as readonly Occurrence[] };
  const pageAt = (ms: number): typeof page => {
    if (ms >= page.fromMs && ms < page.toMs && page.hands === started.length) return page;
    const first = pageMs === Infinity ? -Infinity : Math.floor(ms / pageMs) * pageMs;
    const last = pageMs === Infinity ? Infinity : first + pageMs;
    return (page = { fromMs: first, toMs: last, hands: started.length, all: between(first, last) });
  };
  return {
    at: (ms) => pageAt(ms).all.findLast(({ startMs, endMs }) => ms >= startMs && ms < endMs),
    between,
    strengthAt: ({ startMs, endMs }, ms) =>
      Math.min(1, upMs > 0 ? (ms - startMs) / upMs : 1, downMs > 0 ? (endMs - ms) / downMs : 1),
  };
}

/** Random numbers from 0 to 1, 1 excluded, by purpose and occurrence. */
function unitsOf(seed: Seed, name: string): (purpose: string, n: number) => number {
  const subject = newSubject(1);
  return (purpose, n) => {
    const { key, odd } = drawKey(`\nincident\n${name}\n${purpose}`, 0);
    rowsAsSubjects(subject, seed, n, 1);
    return (draw(subject.a[0] ?? 0, subject.b[0] ?? 0, key, odd) >>> 0) * UNIT32;
  };
}

/** The starts of an incident, ascending, and how many of them are looked up together. */
interface Starts {
  readonly startsIn: (fromMs: number, toMs: number) => readonly (readonly [number: number, ms: number])[];
  readonly pageMs: number;
}

function startsOf(
  starts: IncidentStarts,
  {
    fromMs: beginMs,
    unit,
    lengthOf,
  }: {
    readonly fromMs: number;
    readonly unit: (purpose: string, n: number) => number;
    readonly lengthOf: (n: number) => number;
  },
): Starts {
  if ('at' in starts) {
    const all = starts.at.map(
      (each, n) => [n, typeof each === 'number' ? each : beginMs + each.afterMs] as const,
    );
    return { startsIn: (from, to) => all.filter(([, ms]) => ms >= from && ms < to), pageMs: Infinity };
  }
  if ('cron' in starts) {
    const cron = cronOf(starts.cron);
    const zone = starts.zone === undefined ? undefined : findZone(starts.zone);
    const offsets = zone && zoneOffsets(zone);
    return {
      startsIn: (from, to) => cronTimes(cron, from, to, offsets).map((ms) => [ms / MINUTE_MS, ms] as const),
      pageMs: DAY_MS,
    };
  }
  const { everyMs, jitter, chance } = starts;
  const startOf = (n: number): number =>
    n * everyMs + Math.floor(unit('start', n) * (jitter * (everyMs - lengthOf(n)) + 1));
  return {
    startsIn(from, to) {
      const found: (readonly [number, number])[] = [];
      for (let n = Math.floor(from / everyMs); n * everyMs < to; n++) {
        if (chance < 1 && unit('chance', n) >= chance) continue;
        const ms = startOf(n);
        if (ms >= from && ms < to) found.push([n, ms]);
      }
      return found;
    },
    pageMs: PAGE_CYCLES * everyMs,
  };
}

/** The factor of a rate by an incident: 1 outside, and `times` at full strength. */
export function incidentFactor(times: IncidentTimes, factor: number, place: PlanPlace): Factor {
  if (factor === 1) return constant(1);
  const plan = incidentPlan(times, place);
  const { starts, upMs, downMs } = times;
  const pageMs = 'everyMs' in starts ? PAGE_CYCLES * starts.everyMs : DAY_MS;
  let page: readonly Stretch[] = [];
  const pageOf = (ms: number): readonly Stretch[] => {
    const fromMs = Math.floor(ms / pageMs) * pageMs;
    if (page[0]?.startMs === fromMs) return page;
    page = stretchesOf(plan, { fromMs, toMs: fromMs + pageMs, upMs, downMs, factor });
    return page;
  };
  return {
    at(ms) {
      const stretches = pageOf(ms);
      return stretches[lastWhere(stretches, ({ startMs }) => startMs <= ms)] ?? level(ms, ms + 1, 1);
    },
    spacingMs: ('everyMs' in starts ? starts.everyMs : DAY_MS) / 4,
    zeroFromMs: Infinity,
  };
}

/** The stretches of a page, which are cut where another one begins or the strength bends. */
function stretchesOf(
  plan: IncidentPlan,
  page: {
    readonly fromMs: number;
    readonly toMs: number;
    readonly upMs: number;
    readonly downMs: number;
    readonly factor: number;
  },
): readonly Stretch[] {
  const { fromMs, toMs, upMs, downMs, factor } = page;
  const edges = plan
    .between(fromMs, toMs)
    .flatMap(({ startMs, endMs }) => [startMs, startMs + upMs, endMs - downMs, endMs])
    .filter((ms) => ms > fromMs && ms < toMs);
  const knots = [...new Set([fromMs, ...edges, toMs])].toSorted((a, b) => a - b);
  return knots.slice(0, -1).map((startMs, i) => {
    const endMs = knots[i + 1] ?? toMs;
    const occurrence = plan.at(startMs);
    const valueAt = (ms: number): number =>
      occurrence === undefined ? 1 : 1 + (factor - 1) * plan.strengthAt(occurrence, ms);
    return { startMs, endMs, atStart: valueAt(startMs), atEnd: valueAt(endMs) };
  });
}
