import {
  changeIn,
  instantText,
  invalid,
  loadZones,
  newBatch,
  prefixed,
  readTimeline,
  tableAt,
  type Batch,
  type JourneyTimeline,
  type Result,
  type Timeline,
  type Timing,
} from '@catbird/engine';
import { newFile, withFormat, type FormatPlan } from '@catbird/formats';
import { readFormat } from '../flags/format.ts';
import type { CommandIssue } from '../refusal.ts';
import { isRelative, readTime } from '../stream/event-times.ts';
import type { Terminal } from '../terminal.ts';
import type { WorkersChoice } from '../workers/count.ts';
import { sourceIn, type Given, type Source } from './rows-asked.ts';
import { JSON_LINES, print } from './sample-rows.ts';

/** How rows are printed. */
export interface Printing {
  /** At most. */
  readonly rows: number | undefined;
  readonly workers: WorkersChoice | undefined;
  /** The format and its settings, as on the command line. */
  readonly formatValues: Readonly<Record<string, unknown>>;
  /** Writes notes for people. */
  readonly write: (lines: readonly string[]) => void;
  readonly quiet: boolean;
}

/** Prints the table that the changes of a stream lead to at an instant, or the entities of a table that are created by then. */
export async function printTable(
  {
    file,
    at,
    ...given
  }: Pick<Given, 'stream' | 'entity' | 'types' | 'seed'> & { readonly file: string; readonly at: number },
  { rows = Infinity, workers, formatValues, write, quiet }: Printing,
  terminal: Terminal,
): Promise<Result<object, CommandIssue>> {
  const source = await sourceIn({ ...given, file, at }, terminal);
  if (!source.ok) return source;
  const { spec, schema } = source;
  await loadZones(spec.options.zone);
  const seed = given.seed ?? spec.options.seed;
  const read = timelineAt({ ...source, seed }, file, at);
  if (!read.ok) return read;
  const { timing, timeline } = read;
  const format = await readFormat(formatValues, schema, terminal, timing.zone);
  if (!format.ok) return format;
  write([`Seed ${read.seed}`]);
  if ('stepsOf' in timeline)
    await printFirst(
      tableAt(schema, { seed: read.seed, lives: timeline, atMs: at }),
      rows,
      format.plan,
      terminal.out,
    );
  else
    await print(
      {
        schema,
        types: spec.types,
        seed: read.seed,
        rows: Math.min(rows, timeline.before(at)),
        time: () => timeline,
        computed: { timing, timeline },
        workers,
        format: format.plan,
        quiet,
      },
      terminal,
    );
  return { ok: true };
}

/** The times of a stream whose rows tell what a table is like at an instant. */
function timelineAt(
  { spec, schema, seed }: Source & { readonly seed: string | undefined },
  file: string,
  at: number,
): Result<{ readonly timing: Timing; readonly timeline: Timeline | JourneyTimeline; readonly seed: string }> {
  const { creation, journey } = schema;
  if (creation === undefined && (changeIn(schema) === undefined || journey === undefined))
    return invalid(
      `--at: ${spec.name ?? 'the stream'} tells no changes. Choose a stream with a catbird.change`,
    );
  const reading = readTime(spec, schema);
  if (!reading.ok) return { ok: false, issues: prefixed(`${file}: `, reading.issues) };
  const { timing, nowMs } = reading;
  if (timing === undefined || seed === undefined || isRelative(spec, schema, { given: timing, nowMs }))
    return invalid(
      `--at needs a seed and an absolute from in ${file}: without them, the stream is another one each time`,
    );
  if (at < timing.fromMs)
    return invalid(`--at ${instantText(at)} is before the stream begins, at ${instantText(timing.fromMs)}`);
  const read = readTimeline(schema, timing, seed);
  if (!read.ok) return { ok: false, issues: prefixed(`${file}: `, read.issues) };
  return { ok: true, timing, timeline: read.value, seed };
}

async function printFirst(
  batches: Iterable<Batch>,
  rows: number,
  format: FormatPlan = JSON_LINES,
  out: Terminal['out'],
): Promise<void> {
  const file = newFile(format);
  await out.write(file.begin());
  let left = rows;
  for (const batch of batches) {
    const count = Math.min(left, batch.count);
    const given = { fill: (): Batch => ({ ...batch, count }) };
    const extent = { first: batch.first, count, time: { startMs: 0, stepMs: 0 } };
    await out.write(file.add(withFormat(given, format).fill(newBatch(), extent)));
    left -= count;
    if (left === 0) break;
  }
  await out.write(file.end());
}
