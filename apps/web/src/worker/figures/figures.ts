import {
  type Batch,
  type Fault,
  type FaultyRows,
  type Schema,
  type JourneyTimeline,
  type Timeline,
  rowIndex,
} from '@catbird/engine';
import type { FiguresReport, JourneyFigure, JourneyMove } from './figures-protocol.ts';
import { learn, rowOf, valueAt } from './learn.ts';
import { newTally } from './tally.ts';

/** Counts what the rows of a run are like. */
export interface Figures {
  /** A row of the next batch has a fault. */
  fault(fault: Fault): void;
  /** A batch is about to be sent. Its first rows are read, so many a second. */
  made(batch: Batch): void;
  /** Before the first row: the shares that the schema asks for, and numbers as in a preview, of which none is counted. */
  report(): FiguresReport;
  /** Undefined if nothing changed, or too soon after the last call that returned some. */
  take(nowMs: number): FiguresReport | undefined;
}

/** A stream whose rows are counted. */
interface FiguresSource {
  readonly schema: Schema;
  readonly seed: string;
  readonly rows: Pick<FaultyRows, 'rowAt'>;
  readonly timeline: Timeline | JourneyTimeline | undefined;
}

/** Rows that are read in a second: about a hundredth of a core. */
const ROWS_PER_SECOND = 2000;

/** Least time between two reports, in milliseconds. */
const EVERY_MS = 200;

const decoder = new TextDecoder();

/** Figures on a stream that is about to start. @param now monotonic milliseconds */
export function newFigures({ schema, seed, rows, timeline }: FiguresSource, now: () => number): Figures {
  const { fields, columns } = learn(schema, seed, now);
  const counted = fields.map((field) => ({ names: field.names, tally: newTally(field) }));
  const moves = newMoves(schema, timeline, rows);
  let [read, made] = [0, 0];
  let [room, refilledMs] = [ROWS_PER_SECOND, now()];
  let takenMs = -Infinity;
  let hasChanged = false;

  const count = (line: string): void => {
    const row = rowOf(line);
    if (row === undefined) return;
    read++;
    for (const { names, tally } of counted) tally.add(valueAt(row, names));
  };
  const report = (): FiguresReport => {
    const journey = moves?.figure();
    return {
      rows: read,
      made,
      columns,
      fields: counted.map(({ tally }) => tally.figure()),
      ...(journey !== undefined && { journey }),
    };
  };
  return {
    report,
    fault({ kind, position }) {
      if (kind === 'duplicate') moves?.repeats(position);
    },
    made(batch) {
      hasChanged = true;
      made += batch.count;
      moves?.made(batch);
      const nowMs = now();
      room = Math.min(ROWS_PER_SECOND, room + ((nowMs - refilledMs) / 1000) * ROWS_PER_SECOND);
      refilledMs = nowMs;
      const taken = Math.min(batch.count, Math.floor(room));
      if (taken === 0 || batch.isBinary === true) return;
      room -= taken;
      const text = decoder.decode(batch.bytes.subarray(0, batch.ends[taken - 1] ?? 0));
      for (const line of text.split('\n', taken)) count(line);
    },
    take(nowMs) {
      if (!hasChanged || nowMs - takenMs < EVERY_MS) return undefined;
      hasChanged = false;
      takenMs = nowMs;
      return report();
    },
  };
}

/** Counts the steps of journeys. */
export interface Moves {
  /** The row at a position repeats one before. */
  repeats(position: number): void;
  made(batch: Batch): void;
  figure(): JourneyFigure;
}

/** Journeys under way that are remembered. For others, the timeline tells what came before. */
const MOST_OPEN = 50_000;
/** What begins a journey, in place of a state. */
const BEGINNING = -1;

/** Counts the moves of a schema's journey in time; undefined: it has none. */
function newMoves(
  { journey: plan }: Pick<Schema, 'journey'>,
  timeline: Timeline | JourneyTimeline | undefined,
  { rowAt }: Pick<FaultyRows, 'rowAt'>,
): Moves | undefined {
  if (plan === undefined || timeline === undefined || !('putSteps' in timeline)) return undefined;
  const { states } = plan;
  const size = states.length;
  const rows = new Float64Array(size);
  const waiting = new Float64Array(size);
  /** By from + 1, and to. */
  const counts = new Float64Array((size + 1) * size);
  /** The latest state of journeys that go on, and its step. */
  const open = new Map<number, { readonly step: number; readonly state: number }>();
  const repeated = new Set<number>();
  const columns = newColumns(1);

  const before = (start: number, step: number): number => {
    if (step === 0) return BEGINNING;
    const known = open.get(start);
    if (known?.step === step - 1) return known.state;
    return timeline.stepsOf(start)[step - 1]?.state ?? BEGINNING;
  };
  const see = (row: number): void => {
    timeline.putSteps(columns, row, 1);
    const [start = 0, step = 0, state = 0] = [columns.start[0], columns.step[0], columns.state[0]];
    const from = before(start, step);
    add(counts, (from + 1) * size + state);
    add(rows, state);
    const known = open.get(start);
    // A later step was seen before this late one.
    if (known !== undefined && known.step > step) return;
    if (known !== undefined) add(waiting, known.state, -1);
    open.delete(start);
    if (Number.isNaN(columns.nextMs[0])) return;
    add(waiting, state);
    open.set(start, { step, state });
    if (open.size > MOST_OPEN) forgetOldest(open);
  };
  return {
    repeats: (position) => void repeated.add(position),
    made(batch) {
      for (let place = 0; place < batch.count; place++) {
        const position = rowIndex(batch, place);
        if (!repeated.delete(position)) see(rowAt(position));
      }
    },
    figure: () => ({
      name: plan.name,
      states: states.map((name, i) => ({ name, rows: rows[i] ?? 0, waiting: waiting[i] ?? 0 })),
      moves: movesOf(counts, plan),
    }),
  };
}

const add = (counts: Float64Array, i: number, by = 1): void => void (counts[i] = (counts[i] ?? 0) + by);

function forgetOldest(open: Map<number, unknown>): void {
  for (const oldest of open.keys()) {
    open.delete(oldest);
    return;
  }
}

const newColumns = (rows: number): Parameters<JourneyTimeline['putSteps']>[0] => ({
  start: new Float64Array(rows),
  step: new Int32Array(rows),
  state: new Int32Array(rows),
  visit: new Int32Array(rows),
  nth: new Int32Array(rows),
  startedMs: new Float64Array(rows),
  nextMs: new Float64Array(rows),
});

type Plan = NonNullable<Schema['journey']>;

/** Moves that were made or can be, the most frequent first. */
function movesOf(counts: Float64Array, { states, begins, ways }: Plan): readonly JourneyMove[] {
  const moves: JourneyMove[] = [];
  counts.forEach((count, at) => {
    const from = Math.floor(at / states.length) - 1;
    const to = at % states.length;
    const own = from === BEGINNING ? begins : (ways[from] ?? []);
    if (count === 0 && !own.some((way) => way.to === to)) return;
    const asked = askedShare(own, to);
    moves.push({ from, to, count, ...(asked !== undefined && { asked }) });
  });
  return moves.toSorted((one, other) => other.count - one.count);
}

function askedShare(ways: Plan['begins'], to: number): number | undefined {
  if (ways.some(({ byKind }) => byKind !== undefined)) return undefined;
  const sum = ways.reduce((total, { weight }) => total + weight, 0);
  const weight = ways.find((way) => way.to === to)?.weight;
  return weight === undefined ? undefined : weight / sum;
}
