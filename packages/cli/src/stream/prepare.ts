import {
  byteLength,
  compile,
  findKey,
  newBatch,
  parseConfig,
  parseFaults,
  planRate,
  poolsIn,
  steady,
  unlimited,
  withFaults,
  withKeys,
} from '@catbird/core';
import type { Faults, FaultsResult, Pace, PoolUse, RequestLimits, RowWriter } from '@catbird/core';
import { clearTextNotes } from '../destinations/clear-text.ts';
import type { CliDestination, FilePlace, LocalFiles } from '../destinations/local.ts';
import { settingProblems } from '../destinations/settings.ts';
import { withPredecessor } from '../destinations/predecessor.ts';
import { rate } from '../report/words.ts';
import { readSchema, type SchemaSource } from '../schema/read.ts';
import type { Values } from '../flags/flag.ts';
import { allOf, refusalOf, refusalOfSchema, type Refusal } from '../refusal.ts';
import type { Terminal } from '../terminal.ts';
import type { streamFlags } from './flags.ts';
import { newLedger, type Ledger } from './ledger.ts';
import { exactLimit } from './limit.ts';
import { outputRefusals } from './outputs.ts';
import { partOf } from './part.ts';
import type { Range } from './ranges.ts';
import { remainingLimit } from './remaining.ts';
import { shardLimit, shardRows, type Shard } from './shard.ts';
import { fileProblem, resumeNotes } from './resume.ts';
import { fingerprintOf } from './state.ts';
import type { Span } from './times.ts';

/** The stream's options, as flags or a config file give them. */
export type StreamOptions = Partial<Values<typeof streamFlags>>;

/** What a person asked for: not checked yet. */
export interface Asked {
  /** The stream's name, where there are several. */
  readonly name?: string;
  readonly destination: CliDestination;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly source: SchemaSource;
  readonly options: StreamOptions;
  /** How a setting is called where it was asked for: `--api-key` or `settings.apiKey`. */
  readonly nameOf: (setting: string) => string;
}

/** A stream that may begin. */
export interface Prepared {
  readonly config: unknown;
  readonly limits: RequestLimits;
  readonly rows: RowWriter;
  readonly schemaName: string;
  readonly seed: string;
  readonly pace: Pace;
  readonly limit: number;
  /** Index of the first row: above 0 for a stream that goes on. */
  readonly first: number;
  /** The rows to send, it among them, in order and apart: the last range has no end. */
  readonly remaining: readonly Range[];
  /** Later rows that an earlier process sent. */
  readonly acknowledged: readonly Range[];
  /** The times of remaining rows that an earlier process may have sent. */
  readonly spans: readonly Span[];
  /** Where the rows of an earlier process end in a file. */
  readonly file: FilePlace | null;
  /** An earlier process sent some. */
  readonly hasRows: boolean;
  /** Earlier processes sent all. */
  readonly isFinished: boolean;
  /** The files that it writes, for a destination of this machine. */
  readonly local: LocalFiles | undefined;
  readonly shard: Shard | undefined;
  /** The faults of its rows, where some are wanted. */
  readonly ledger: Ledger | undefined;
  readonly fingerprint: string;
  /** The limit is what the duration allows, not what was asked. */
  readonly limitedByDuration: boolean;
  /** The pools of keys that its schema draws from. */
  readonly pools: readonly PoolUse[];
  /** What a person should know before it begins. */
  readonly notes: readonly string[];
}

/** Checks schema and settings, and says everything that is wrong with both. */
export async function prepare(
  asked: Asked,
  terminal: Terminal,
): Promise<
  { readonly ok: true; readonly prepared: Prepared } | { readonly ok: false; readonly refusal: Refusal }
> {
  const { destination, settings, source, options, nameOf } = asked;
  const schema = await readSchema(source, terminal);
  const given = withPredecessor(destination.command, settings, terminal.env);
  const parsed = parseConfig(destination, given, { clearText: true });
  const faulty = parseFaults(options.faults ?? {});
  if (!schema.ok || !parsed.ok || !faulty.ok) {
    const refusals = [
      ...(parsed.ok ? [] : [refusalOf('config', settingProblems(parsed.errors, nameOf))]),
      ...(faulty.ok ? [] : [refusalOf('usage', faultProblems(faulty, '--faults '))]),
      ...(schema.ok ? [] : [refusalOfSchema(schema)]),
    ];
    return { ok: false, refusal: allOf(refusals) };
  }
  const { config } = parsed;
  const keySetting = destination.keyField?.(config);
  const key = keySetting && findKey(schema.schema, keySetting.field);
  if (key?.ok === false) {
    const line = `${nameOf(keySetting?.setting ?? '')}: ${key.problem}`;
    return { ok: false, refusal: refusalOf('config', [line]) };
  }
  const fingerprint = fingerprintOf(
    options.faults === undefined ? schema.schema : [schema.schema, faulty.faults],
  );
  const local = destination.local?.(config);
  // Before the state is read: what else is in that file is no state.
  const clashes = outputRefusals([{ asked, local }]);
  if (clashes.length > 0) return { ok: false, refusal: allOf(clashes) };
  const part = partOf(options, fingerprint, terminal.env);
  if ('problem' in part) return { ok: false, refusal: refusalOf('usage', [part.problem]) };
  const { seed, shard, remaining, acknowledged } = part;
  const [[first] = [0]] = remaining;
  const { eps = 1, inFlight } = options;
  const published = destination.limits(config);
  const limits = inFlight === undefined ? published : { ...published, inFlight };
  const plain = compile(schema.schema, { seed });
  const whole = key === undefined ? plain : withKeys(plain, key.key, { seed });
  const ledger =
    options.faults === undefined && options.faultsLog === undefined ? undefined : newLedger(shard);
  const sent = ledger === undefined ? whole : withFaultsIn(ledger, whole, faulty.faults, seed);
  const { limit, byDuration } = exactLimit(options, eps);
  const pace = paceOf(eps / (shard?.count ?? 1));
  const left = remainingLimit(shard === undefined ? limit : shardLimit(limit, shard), remaining);
  const hasRows = first > 0 || acknowledged.length > 0;
  const isFinished = part.isResumed && left === 0;
  const problem = await fileProblem(local, { ...part, hasRows, isFinished, state: options.state ?? null });
  if (problem !== undefined) return { ok: false, refusal: refusalOf('usage', [problem]) };
  return {
    ok: true,
    prepared: {
      config,
      limits,
      rows: shard === undefined ? sent : shardRows(sent, shard),
      ledger,
      first,
      remaining,
      acknowledged,
      spans: part.spans,
      file: part.file,
      hasRows,
      isFinished,
      local,
      schemaName: schema.name,
      fingerprint,
      seed,
      shard,
      pace,
      limit: left,
      limitedByDuration: byDuration,
      pools: poolsIn(schema.schema),
      notes: [
        ...schema.notes,
        ...clearTextNotes(destination, config),
        ...resumeNotes(part, hasRows, local),
        ...rateNotes(pace, limits, whole, destination),
      ],
    },
  };
}

/** What is wrong with faults, a line each. */
export const faultProblems = ({ problems }: Extract<FaultsResult, { ok: false }>, prefix: string): string[] =>
  problems.map(
    ({ path, text }) => `${prefix}${path.map(String).join('.')}${path.length > 0 ? ': ' : ''}${text}`,
  );

const withFaultsIn = (ledger: Ledger, rows: RowWriter, faults: Faults, seed: string): RowWriter =>
  withFaults(rows, faults, { seed, onFault: ledger.note });

const paceOf = (eps: number): Pace => (Number.isFinite(eps) ? steady(eps) : unlimited());

function rateNotes(
  pace: Pace,
  limits: RequestLimits,
  rows: RowWriter,
  { title }: Pick<CliDestination, 'title'>,
): string[] {
  const probe = rows.fill(newBatch(), { first: 0, count: 20, time: { startMs: 0, stepMs: 0 } });
  const { fits, mostPerSecond } = planRate(pace, limits, byteLength(probe) / probe.count);
  if (fits) return [];
  const source = limits.source === undefined ? '' : `, see ${limits.source}`;
  return [`${title} takes at most ${rate(mostPerSecond)} such events a second${source}`];
}
