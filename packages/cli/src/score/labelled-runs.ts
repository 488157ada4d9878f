import { invalid, nameHint, type Result } from '@catbird/engine';
import type { EventTimes, LabelledRun } from '@catbird/stream';
import { streamsIn } from '../config/check.ts';
import { readRecord, type RecordedStream } from '../record/record-file.ts';
import type { CommandIssue } from '../refusal.ts';
import { offline, type StreamSpec } from '../stream/spec.ts';
import type { Terminal } from '../terminal.ts';
import { plannedAsSent } from '../verify/as-sent.ts';
import { specsOf } from '../verify/truth.ts';

/** What to label. */
export interface LabelsAsked {
  /** The path of a config. Undefined: the records say all. */
  readonly config?: string | undefined;
  readonly set?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  readonly records?: readonly string[] | undefined;
  /** Only this stream. Default: all. */
  readonly stream?: string | undefined;
  /** Windows that are not over at the first, and begin before the other, in milliseconds since 1970. Default: those of the run. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A run, and how fast it was: alerts by the clock fit those that were live. */
export type TimedRun = LabelledRun & { readonly isLive: boolean };

/** The streams of a config or of records that have incidents, planned as they were sent, and the names of all incidents. */
export async function labelledRuns(
  asked: LabelsAsked,
  terminal: Terminal,
): Promise<Result<{ readonly runs: readonly TimedRun[]; readonly names: readonly string[] }, CommandIssue>> {
  const records: RecordedStream[] = [];
  for (const file of asked.records ?? []) {
    const read = readRecord(file);
    if (!read.ok) return read;
    records.push(...read.record.streams);
  }
  const found =
    asked.config === undefined
      ? await specsOf(records, asked, terminal)
      : await configSpecs(asked.config, asked, terminal);
  if (!found.ok) return found;
  const chosen = chosenSpecs(found.specs, asked.stream);
  if (!chosen.ok) return chosen;
  const runs: TimedRun[] = [];
  for (const spec of chosen.specs) {
    const run = await runOf(spec, records, asked, terminal);
    if (!run.ok) return run;
    if (run.run.schema.incidents !== undefined) runs.push(run.run);
  }
  const names = chosen.specs.flatMap(({ incidents }) => incidents?.all.map(({ times }) => times.name) ?? []);
  return { ok: true, runs, names: [...new Set(names)] };
}

/** Says which incidents have no window, unless only some windows are asked for. */
export function noteUnseen(
  names: readonly string[],
  labels: readonly { readonly incident: string }[],
  { err, asked: { stream, from, to } }: Pick<Terminal, 'err'> & { readonly asked: LabelsAsked },
): void {
  if (stream !== undefined || from !== undefined || to !== undefined) return;
  for (const name of names)
    if (!labels.some(({ incident }) => incident === name))
      err.write(
        `${name} has no window: it does not happen in the run, or changes no stream. Check at, set and rate\n`,
      );
}

type Specs = Result<{ readonly specs: readonly StreamSpec[] }, CommandIssue>;

/** Those with incidents of the stream that is asked for. */
function chosenSpecs(specs: readonly StreamSpec[], stream: string | undefined): Specs {
  const named = specs.filter(({ name }) => stream === undefined || name === stream);
  if (named.length === 0)
    return invalid(
      `--stream: Unknown stream ${stream}. ${nameHint(
        stream ?? '',
        specs.flatMap(({ name }) => name ?? []),
        'Streams',
      )}`,
    );
  const used = named.filter(({ incidents }) => incidents !== undefined);
  return used.length === 0
    ? invalid('The config has no incidents. List them under incidents')
    : { ok: true, specs: used };
}

async function configSpecs(file: string, { set, types }: LabelsAsked, terminal: Terminal): Promise<Specs> {
  const found = await streamsIn(file, { set, types }, terminal);
  return found.ok ? { ok: true, specs: found.streams } : found;
}

async function runOf(
  spec: StreamSpec,
  records: readonly RecordedStream[],
  { from, to }: LabelsAsked,
  terminal: Terminal,
): Promise<Result<{ readonly run: TimedRun }, CommandIssue>> {
  const record = records.find(({ name }) => name === (spec.name ?? null));
  if (record === undefined && spec.options.seed === undefined)
    return invalid('Labels follow from the seed. Set seed in the config, or give the --record of the run');
  const planned = await plannedAsSent(offline(spec), record, {}, terminal);
  if (!planned.ok) return planned;
  const { schema, seed, time, wholeRows } = planned.prepared;
  if (time === undefined) return invalid('Incidents need computed event times. Set from');
  const { timeline, timing } = time;
  const rows = wholeRows < 0 ? Infinity : wholeRows;
  const toMs = Math.min(to ?? Infinity, endOf(rows, time));
  if (!Number.isFinite(toMs))
    return invalid('The stream has no end. Give --to, or set to, limit or duration in the config');
  return {
    ok: true,
    run: {
      schema,
      seed,
      timeline,
      disorderMs: timing.disorderMs,
      rows,
      name: spec.name,
      incidents: spec.incidents?.all ?? [],
      fromMs: Math.max(from ?? -Infinity, timing.fromMs),
      toMs,
      isLive: timing.speed === 1,
    },
  };
}

/** When a stream ends, in milliseconds since 1970: at its end, or after its last row. */
function endOf(rows: number, { timing, timeline }: EventTimes): number {
  const lastMs = Number.isFinite(rows) && rows > 0 ? timeline.time(rows - 1) + 1 : Infinity;
  return Math.min(timing.toMs ?? Infinity, lastMs);
}
