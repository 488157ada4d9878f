import {
  compile,
  loadData,
  newBatch,
  type EventTime,
  type RowTimes,
  type RowWriter,
  templates,
  ARRIVALS,
  newTiming,
  timelineOf,
  type Arrivals,
} from '@catbird/engine';
import { cpuRate, median, report, schemaOf, short } from './measure.js';

/**
 * Rows per CPU second of each template with computed event times and in shards, as shares of consecutive rows with times at a
 * constant step. Steps of journeys in time have computed times always: theirs are even. All are measured in each turn, in one process;
 * medians over the turns.
 *
 *     node dist/rows.js [template]
 */
const TURNS = Number(process.env['TURNS'] ?? 30);
const MS = Number(process.env['MS'] ?? 15);
const ROWS = 2048;
const SEED = 42;
const SHARDS = [2, 4, 8, 16];
const FROM_MS = Date.UTC(2026, 9, 22);
const EPS = 1000;
const CONSTANT: EventTime = { startMs: FROM_MS, stepMs: 1000 / EPS };

const timing = newTiming({ fromMs: FROM_MS, eps: EPS });

/** Fills batch after batch, and returns the rows per CPU second of about `MS` milliseconds. */
function filling(writer: RowWriter, time: EventTime | RowTimes, step = 1): () => number {
  const batch = newBatch();
  let first = 0;
  const work = (): number => {
    writer.fill(batch, { first, step, count: ROWS, time });
    first += ROWS * step;
    return ROWS;
  };
  return () => cpuRate(work, MS);
}

async function measure(name: string, text: string) {
  const schema = schemaOf(text);
  await loadData(schema);
  const writer = (): RowWriter => compile(schema, { seed: SEED });
  const timed = (arrivals: Arrivals): RowTimes => timelineOf(schema, { ...timing, arrivals }, SEED);
  const plain = (): EventTime | RowTimes => (schema.journey === undefined ? CONSTANT : timed('even'));
  const works = {
    whole: filling(writer(), plain()),
    ...Object.fromEntries(ARRIVALS.map((arrivals) => [arrivals, filling(writer(), timed(arrivals))])),
    ...Object.fromEntries(SHARDS.map((count) => [`shard 0/${count}`, filling(writer(), plain(), count)])),
  };
  const rates = new Map(Object.keys(works).map((each) => [each, [] as number[]]));
  // The first turn warms up.
  for (let turn = 0; turn <= TURNS; turn++)
    for (const [each, work] of Object.entries(works)) {
      const rate = work();
      if (turn > 0) rates.get(each)?.push(rate);
    }
  const whole = rates.get('whole') ?? [];
  const shares = [...rates].map(([each, own]) => {
    const share = median(own.map((rate, turn) => rate / (whole[turn] ?? NaN)));
    return [each, each === 'whole' ? short(median(own)) : short(share)] as const;
  });
  return { template: name, ...Object.fromEntries(shares) };
}

const [, , only = ''] = process.argv;
const rows: Awaited<ReturnType<typeof measure>>[] = [];
for (const { name, text } of templates) if (name.startsWith(only)) rows.push(await measure(name, text));
const lowest = (column: string): number =>
  Math.min(...rows.map((row: Readonly<Record<string, string | number>>) => Number(row[column])));
report('rows', rows, {
  'lowest share with even times': lowest('even'),
  'lowest share in a shard of up to four': Math.min(lowest('shard 0/2'), lowest('shard 0/4')),
  'lowest share in a shard': Math.min(...SHARDS.map((count) => lowest(`shard 0/${count}`))),
});
