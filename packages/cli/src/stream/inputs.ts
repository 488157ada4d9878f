import {
  type FaultChange,
  type Faults,
  formatFor,
  loadData,
  type NamedField,
  type RegistryUse,
  rowFieldProblems,
  type Schema,
  type SidePlan,
  sidesFor,
  type StreamFormat,
  streamFaultProblems,
  unfitFaults,
} from '@catbird/core/internal/engine';
import { parseConfig } from '@catbird/core/destinations';
import { readFaults } from '@catbird/core/internal/config';
import { settingProblems, withPredecessor } from '../destinations/settings.ts';
import { allOf, refusalOf, refusalOfSchema, type Refusal } from '../refusal.ts';
import { readSchema, type SchemaReading } from '../schema/read.ts';
import type { Terminal } from '../terminal.ts';
import { askingRegistry } from '../transport/registry.ts';
import type { WorkerPart } from '../workers/part.ts';
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
  /** What travels beside the rows, if the config says so. */
  readonly sides: SidePlan | undefined;
  /** The field by whose values the rows are split among threads, if there is one. */
  readonly splitKey: NamedField | undefined;
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
  const fields = fieldsFor(spec, schema.schema, { config, faults, time });
  if ('refusal' in fields) return { ok: false, ...fields };
  // Last, because it may change a schema registry.
  const rows = { ...faults, schema: schema.schema, sides: fields.sides };
  const { format, lines } = await formatFor(spec, rows, config, registryFor(spec, terminal));
  if (lines.length > 0) return { ok: false, refusal: refusalOf('usage', lines) };
  return {
    ok: true,
    schema,
    config,
    faults: faults.faults,
    faultChanges: faults.faultChanges,
    time,
    format,
    ...fields,
  };
}

/** How the schema of the rows is found in a registry. */
const registryFor = ({ worker, isDryRun }: StreamSpec, terminal: Terminal): RegistryUse => ({
  ask: askingRegistry(terminal),
  registered: worker?.registered,
  mayRegister: isDryRun !== true,
});

/** What of a stream does not fit together. */
const clashesOf = (
  spec: StreamSpec,
  schema: Schema,
  { faults, faultChanges }: Pick<Inputs, 'faults' | 'faultChanges'>,
  config: unknown,
): readonly Refusal[] => [
  refusalOf('config', rowFieldProblems(spec, schema, config)),
  refusalOf('usage', orderProblems(spec, schema)),
  refusalOf('usage', unfitFaults(spec, [faults, ...faultChanges.map((each) => each.faults)], config)),
];

/** The fields that settings and options name, if these fit together. */
function fieldsFor(
  spec: StreamSpec,
  schema: Schema,
  {
    config,
    faults,
    time,
  }: {
    readonly config: unknown;
    readonly faults: Pick<Inputs, 'faults' | 'faultChanges'>;
    readonly time: StreamTime;
  },
): Pick<Inputs, 'sides' | 'splitKey'> | { readonly refusal: Refusal } {
  const clashes = [
    refusalOf('usage', streamFaultProblems(spec, faults, { schema, ...time })),
    ...clashesOf(spec, schema, faults, config),
  ].filter(({ lines }) => lines.length > 0);
  if (clashes.length > 0) return { refusal: allOf(clashes) };
  const sides = sidesFor(spec, schema, config);
  if (!sides.ok) return { refusal: refusalOf('config', sides.lines) };
  const splitKey = splitKeyOf(spec, schema, { isTimed: time.timing !== undefined });
  if (typeof splitKey === 'string') return { refusal: refusalOf('usage', [splitKey]) };
  return { sides: sides.sides, splitKey };
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
