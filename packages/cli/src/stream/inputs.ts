import {
  keyFor,
  loadData,
  parseConfig,
  rowFieldProblems,
  streamFaultProblems,
  unfitFaults,
} from '@catbird/core';
import type { FaultChange, Faults, KeyField, Schema } from '@catbird/core';
import { readFaults } from '@catbird/core/config';
import { settingProblems, withPredecessor } from '../destinations/settings.ts';
import { allOf, refusalOf, refusalOfSchema, type Refusal } from '../refusal.ts';
import { readSchema, type SchemaReading } from '../schema/read.ts';
import type { Terminal } from '../terminal.ts';
import type { WorkerPart } from '../workers/part.ts';
import { driftProblems, formatFor, type StreamFormat } from './format.ts';
import type { StreamSpec } from './spec.ts';
import { orderProblems } from './ordered.ts';
import { splitKeyOf } from './split-key.ts';
import { readTime, type StreamTime } from './timing.ts';

/** A stream's inputs, read and valid. */
export interface Inputs {
  readonly ok: true;
  readonly schema: Extract<SchemaReading, { ok: true }>;
  readonly config: unknown;
  readonly faults: Faults;
  readonly faultChanges: readonly FaultChange[];
  readonly time: StreamTime;
  /** The field whose values are the rows' keys, if the config names one. */
  readonly key: KeyField | undefined;
  /** The field by whose values the rows are split among threads, if there is one. */
  readonly splitKey: KeyField | undefined;
  /** How the rows are written. Undefined: as lines of JSON. */
  readonly format: StreamFormat | undefined;
}

/** Why a stream cannot start. */
export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
}

/** Reads schema, settings, faults and times. Reports the problems of all four at once. */
export async function readInputs(spec: StreamSpec, terminal: Terminal): Promise<Inputs | Refused> {
  const { destination, settings, nameOf } = spec;
  const schema = await schemaFor(spec, terminal);
  const given = withPredecessor(destination.command, settings, terminal.env);
  const parsed = parseConfig(destination, given, { clearText: true, nameOf });
  const faults = readFaults(spec);
  const time = readTime(spec, schema.ok ? schema.schema.journey !== undefined : undefined);
  if (!schema.ok || !parsed.ok || !faults.ok || !time.ok) {
    const refusals = [
      ...(parsed.ok ? [] : [refusalOf('config', settingProblems(parsed.errors, nameOf))]),
      ...(faults.ok ? [] : [refusalOf('usage', faults.lines)]),
      ...(time.ok ? [] : [refusalOf('usage', time.lines)]),
      ...(schema.ok ? [] : [refusalOfSchema(schema)]),
    ];
    return { ok: false, refusal: allOf(refusals) };
  }
  const { config } = parsed;
  const { format, refusals } = await formatAnd(spec, schema.schema, { config, faults, time });
  if (refusals.length > 0) return { ok: false, refusal: allOf(refusals) };
  const keys = keysFor(spec, schema.schema, { config, isTimed: time.timing !== undefined });
  if ('refusal' in keys) return { ok: false, ...keys };
  return {
    ok: true,
    schema,
    config,
    faults: faults.faults,
    faultChanges: faults.faultChanges,
    time,
    format,
    ...keys,
  };
}

/** The format of the rows, and what does not fit their fields, their faults or each other. */
async function formatAnd(
  spec: StreamSpec,
  schema: Schema,
  { config, faults: given, time }: Pick<Inputs, 'config' | 'time'> & { readonly faults: GivenFaults },
): Promise<{ readonly format: StreamFormat | undefined; readonly refusals: readonly Refusal[] }> {
  const { faults, faultChanges } = given;
  const unfit = streamFaultProblems(spec, given, { schema, ...time });
  if (unfit.length > 0) return { format: undefined, refusals: [refusalOf('usage', unfit)] };
  const { format, lines } = await formatFor(spec, { schema, drift: faults.drift }, config);
  const changes = faultChanges.flatMap((each, n) =>
    driftProblems(format?.plan, faults, each.faults).map(
      (line) => `${spec.optionOf('faultChanges')}.${n}.faults.${line}`,
    ),
  );
  const refusals = [
    refusalOf('config', rowFieldProblems(spec, schema, config)),
    refusalOf('usage', lines),
    refusalOf('usage', changes),
    refusalOf('usage', orderProblems(spec, schema)),
    refusalOf('usage', unfitFaults(spec, [faults, ...faultChanges.map((each) => each.faults)], config)),
  ];
  return { format, refusals: refusals.filter((each) => each.lines.length > 0) };
}

type GivenFaults = Pick<Inputs, 'faults' | 'faultChanges'>;

/** The keys that the settings and the options name. */
function keysFor(
  spec: StreamSpec,
  schema: Schema,
  { config, isTimed }: { readonly config: unknown; readonly isTimed: boolean },
): Pick<Inputs, 'key' | 'splitKey'> | { readonly refusal: Refusal } {
  const key = keyFor(spec, schema, config);
  if (!key.ok) return { refusal: refusalOf('config', [key.message]) };
  const splitKey = splitKeyOf(spec, schema, { isTimed });
  if (typeof splitKey === 'string') return { refusal: refusalOf('usage', [splitKey]) };
  return { key: key.value, splitKey };
}

const schemaFor = ({ source, entities, worker }: StreamSpec, terminal: Terminal): Promise<SchemaReading> =>
  worker === undefined ? readSchema(source, terminal, entities) : schemaOfMain(worker);

/** The schema that the main thread read. It told its notes. */
async function schemaOfMain({
  schema: { schema, name },
}: WorkerPart): Promise<Extract<SchemaReading, { ok: true }>> {
  await loadData(schema);
  return { ok: true, schema, name, notes: [], issues: [] };
}
