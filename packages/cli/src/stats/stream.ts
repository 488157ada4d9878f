import { linesOf, type CommandIssue } from '../refusal.ts';
import {
  invalid,
  issuesIn,
  prefixed,
  type Result,
  askedShares,
  compile,
  rowsIn,
  type Schema,
  clockTimes,
} from '@catbird/engine';
import { flagName } from '@catbird/send';
import { countText, streamStatistics, type LineStatistics, type Statistics } from '@catbird/verify';
import { sourceIn } from '../commands/sample-config.ts';
import { timesOf, type Times } from '../commands/sample-rows.ts';
import { readNamed } from '../schema/read.ts';
import { randomSeed } from '../seed.ts';
import { withGivenFiles } from '../stream/given-files.ts';
import type { StreamOptions } from '../stream/spec.ts';
import type { Terminal } from '../terminal.ts';

/** What was left out of statistics, in sentences. */
const statisticsNotes = ({ unfollowed }: Statistics): readonly string[] =>
  unfollowed === 0 ? [] : [`Skipped ${countText(unfollowed, 'field')}: too many or nested too deeply`];

/** What was skipped of lines, in sentences. */
export function lineNotes(statistics: LineStatistics): readonly string[] {
  const { skipped, hasMore, foreignLines, rows } = statistics;
  const reasons = [
    [skipped.invalid, 'not JSON'],
    [skipped.notObjects, 'not an object'],
    [skipped.tooLong, 'longer than 64 MiB'],
  ] as const;
  const parts = reasons
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${countText(count, 'line')} ${count === 1 ? 'that is' : 'that are'} ${what}`);
  return [
    ...(parts.length === 0
      ? []
      : [`Skipped ${parts.join(', ')}. The first one is line ${skipped.firstLine}`]),
    ...(foreignLines === 0 ? [] : [`${countText(foreignLines, 'line')} not in UTF-8, read as Windows-1252`]),
    ...(hasMore ? [`Counted the first ${countText(rows, 'row')}. Use -n for more`] : []),
    ...statisticsNotes(statistics),
  ];
}

/** Statistics of a stream, and what to say about it. */
interface Counted {
  readonly statistics: Statistics;
  readonly notes: readonly string[];
}

/** Statistics, unless there is nothing to count. */
export type CountReading = Result<Counted, CommandIssue>;

/** What to count. */
interface Asked {
  readonly seed?: string | undefined;
  readonly rows?: number | undefined;
}

/** The statistics of a schema's rows. */
export async function ofSchema(
  {
    template,
    schema,
    types,
    rows,
    seed = randomSeed(),
    ...given
  }: StreamOptions & Asked & { readonly template?: string | undefined; readonly schema?: string | undefined },
  terminal: Terminal,
): Promise<CountReading> {
  const options = await withGivenFiles(given);
  if (!options.ok) return options;
  const reading = await readNamed({ template, schema, types }, terminal);
  const optionOf = (option: string): string => `--${flagName(option)}`;
  const times = timesOf(
    { options: options.options, optionOf },
    reading.ok ? reading.schema : undefined,
    seed,
  );
  if (!reading.ok || !times.ok) return { ok: false, issues: issuesIn(times, reading) };
  const { eps } = options.options;
  return count(reading.schema, { times, eps, seed, rows, notes: linesOf(reading.issues) });
}

/** The statistics of a stream of a config, or of the table of an entity. */
export async function ofConfig(
  asked: Asked & {
    readonly file: string;
    readonly stream: string | undefined;
    readonly entity: string | undefined;
    readonly types: readonly string[] | undefined;
  },
  terminal: Terminal,
): Promise<CountReading> {
  const source = await sourceIn({ ...asked, atMs: undefined }, terminal);
  if (!source.ok) return source;
  const { spec, schema } = source;
  const seed = asked.seed ?? spec.options.seed ?? randomSeed();
  const times = timesOf(spec, schema, seed);
  if (!times.ok) return { ok: false, issues: prefixed(`${asked.file}: `, times.issues) };
  const isTable = asked.entity !== undefined;
  return count(schema, { times, eps: spec.options.eps, seed, rows: asked.rows, isTable });
}

interface Counting extends Asked {
  readonly times: Times;
  readonly eps: number | undefined;
  readonly seed: string;
  /** The rows are a table, which is whole whatever its times. */
  readonly isTable?: boolean;
  readonly notes?: readonly string[];
}

function count(
  schema: Schema,
  { times, eps = 1, seed, rows, isTable = false, notes = [] }: Counting,
): CountReading {
  const { computed, nowMs } = times;
  const statistics = streamStatistics({
    writer: compile(schema, { seed }),
    time: computed === undefined ? clockTimes(nowMs, eps, rows) : times.time(),
    computed: isTable ? undefined : computed,
    nowMs,
    rows,
    available: rowsIn(schema),
    asked: askedShares(schema),
  });
  if (statistics.rows === 0) return invalid('No rows: the stream has none before its end');
  return {
    ok: true,
    statistics,
    notes: [...notes, ...times.notes, ...statisticsNotes(statistics), `Seed ${seed}`],
  };
}
