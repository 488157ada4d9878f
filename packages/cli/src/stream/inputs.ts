import { ofKind, type CommandIssue } from '../refusal.ts';
import {
  issuesIn,
  type Result,
  type FaultChange,
  type Faults,
  loadData,
  loadZones,
  type NamedField,
  type Schema,
  type SidePlan,
  type StartedIncident,
  issuesOf,
  type Issue,
  changeIn,
} from '@catbird/engine';
import { parseConfig, type AwsKeys } from '@catbird/send';
import {
  formatFor,
  type RegistryUse,
  rowFieldIssues,
  sidesFor,
  type StreamFormat,
  streamFaultIssues,
  unfitFaults,
  readFaults,
  readStarted,
  type StreamTime,
  orderIssues as issuesOfOrder,
} from '@catbird/stream';
import { attempt } from '../files/attempt.ts';
import { completeDestination, fromEnvironment, offerNotes, issuesWith } from '../environment/offer.ts';
import { withFileTexts } from '../destinations/setting-files.ts';
import { withPredecessor } from '../destinations/setting-flags.ts';
import { readSchema, type SchemaReading } from '../schema/read-schema.ts';
import { schemaFrom } from '../types/plain.ts';
import type { Terminal } from '../terminal.ts';
import { askingRegistry } from '../transport/registry.ts';
import type { WorkerPart } from '../workers/shards.ts';
import type { StreamSpec } from './spec.ts';
import { splitKeyOf } from './split-key.ts';
import { readTime } from './event-times.ts';

/** A stream's inputs, read and valid. */
export interface Inputs {
  readonly schema: Extract<SchemaReading, { ok: true }>;
  readonly config: unknown;
  /** From which the config was read: those given, and those from the environment. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly faults: Faults;
  readonly faultChanges: readonly FaultChange[];
  /** What was started by hand of the incidents. */
  readonly started: readonly StartedIncident[];
  readonly time: StreamTime;
  /** What travels beside the rows, if the config says so. */
  readonly sides: SidePlan | undefined;
  /** The field by whose values the rows are split among threads, if there is one. */
  readonly splitKey: NamedField | undefined;
  /** How the rows are written. Undefined: as lines of JSON. */
  readonly format: StreamFormat | undefined;
  /** What of the settings is from the environment, for people. */
  readonly notes: readonly string[];
  /** Current keys of AWS, if those in the config are from a profile or role. */
  readonly awsKeys: AwsKeys | undefined;
}

/** Reads schema, settings, faults and times. Reports the issues of all four at once. */
export async function readInputs(
  spec: StreamSpec,
  terminal: Terminal,
): Promise<Result<Inputs, CommandIssue>> {
  const { destination, nameOf } = spec;
  const schema = await schemaFor(spec, terminal);
  const given = withPredecessor(destination.command, spec.settings, terminal.env);
  const offer = await completeDestination(destination, given, terminal.env, spec.isOffline);
  const files = withFileTexts(destination, offer.settings);
  const parsed = files.ok ? parseConfig(destination, files.settings, { clearText: true, nameOf }) : files;
  const faults = readFaults(spec);
  await loadZones(spec.options.zone);
  const known = schema.ok ? schema.schema : undefined;
  const time = readTime(spec, known);
  const started = readStarted(spec, known, time);
  if (!schema.ok || !parsed.ok || !faults.ok || !time.ok || !started.ok) {
    const issues = [
      ...(parsed.ok ? [] : ofKind('config', issuesWith(destination, parsed.issues, offer, nameOf))),
      ...(parsed.ok ? [] : namedFieldIssues(spec, schema, files)),
      ...issuesIn(faults, time, started, schema),
    ];
    return { ok: false, issues };
  }
  const { config } = parsed;
  const fields = fieldsFor(spec, schema.schema, { config, faults, time });
  if (!fields.ok) return fields;
  // Last, because it may change a schema registry.
  const rows = { ...faults, schema: schema.schema, sides: fields.sides, zone: time.zone };
  const registry = registryFromEnvironment(spec, terminal.env);
  const found = await formatFor(registry.spec, rows, config, registryFor(spec, terminal));
  if (!found.ok) return found;
  return {
    ok: true,
    schema,
    config,
    settings: offer.settings,
    faults: faults.faults,
    faultChanges: faults.faultChanges,
    started: started.started,
    time,
    format: found.format,
    sides: fields.sides,
    splitKey: fields.splitKey,
    notes: [...offerNotes(offer), ...registry.notes],
    awsKeys: offer.awsKeys,
  };
}

/** Formats that a topic's rows have with a schema in a registry, if there is one. */
const WITH_REGISTRY = new Set(['avro', 'protobuf']);

/** A stream to topics with the registry that the environment names. */
function registryFromEnvironment(
  spec: StreamSpec,
  env: Terminal['env'],
): { readonly spec: StreamSpec; readonly notes: readonly string[] } {
  const { format } = spec.options;
  if (format?.schemaRegistry !== undefined || !WITH_REGISTRY.has(format?.name ?? ''))
    return { spec, notes: [] };
  if (spec.destination.topic === undefined) return { spec, notes: [] };
  const offer = fromEnvironment('registry', format ?? {}, env, { isOwn: true });
  if (offer.settings['schemaRegistry'] === undefined) return { spec, notes: [] };
  return {
    spec: { ...spec, options: { ...spec.options, format: offer.settings } },
    notes: offerNotes(offer),
  };
}

/** Settings that name fields which the schema lacks, as far as settings tell that are invalid together. */
function namedFieldIssues(
  spec: StreamSpec,
  reading: SchemaReading,
  given: ReturnType<typeof withFileTexts>,
): readonly CommandIssue[] {
  if (!reading.ok || !given.ok) return [];
  const [{ schema }, { settings }] = [reading, given];
  const sides = attempt(() => sidesFor(spec, schema, settings));
  const issues = [
    ...(attempt(() => rowFieldIssues(spec, schema, settings)) ?? []),
    ...(sides?.ok === false ? sides.issues : []),
  ];
  return ofKind('config', issues);
}

/** How the schema of the rows is found in a registry. */
const registryFor = (
  { worker, isDryRun, isOffline = false }: StreamSpec,
  terminal: Terminal,
): RegistryUse => ({
  ask: askingRegistry(terminal),
  registered: worker?.registered,
  mayRegister: isDryRun !== true,
  isOffline,
});

/** What of a stream does not fit together. */
const clashesOf = (
  spec: StreamSpec,
  schema: Schema,
  { faults, faultChanges }: Pick<Inputs, 'faults' | 'faultChanges'>,
  config: unknown,
): readonly CommandIssue[] => [
  ...ofKind('config', rowFieldIssues(spec, schema, config)),
  ...orderIssues(spec, schema),
  ...unfitFaults(spec, schema, [faults, ...faultChanges.map((each) => each.faults)], config),
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
): Result<Pick<Inputs, 'sides' | 'splitKey'>, CommandIssue> {
  const issues = [
    ...streamFaultIssues(spec, faults, { schema, ...time }),
    ...clashesOf(spec, schema, faults, config),
  ];
  if (issues.length > 0) return { ok: false, issues };
  const sides = sidesFor(spec, schema, config);
  if (!sides.ok) return { ok: false, issues: ofKind('config', sides.issues) };
  const split = splitKeyOf(spec, schema, { isTimed: time.timing !== undefined });
  return split.ok ? { ok: true, sides: sides.sides, splitKey: split.splitKey } : split;
}

const schemaFor = (spec: StreamSpec, terminal: Terminal): Promise<SchemaReading> =>
  spec.worker === undefined ? readSchema(spec.source, terminal, spec) : schemaOfMain(spec.worker);

/** The schema that the main thread read. It told its notes. */
async function schemaOfMain({
  schema: { name, ...plain },
}: WorkerPart): Promise<Extract<SchemaReading, { ok: true }>> {
  const schema = await schemaFrom(plain);
  await loadData(schema);
  return { ok: true, schema, name, issues: [] };
}

/** Whether the rows must arrive in order, because they are changes of a table. */
export const isOrdered = (schema: Pick<Schema, 'fields'>): boolean => changeIn(schema) !== undefined;

/** Options that do not fit a stream whose rows must arrive in order. */
function orderIssues(
  spec: Pick<StreamSpec, 'options' | 'optionOf' | 'worker'>,
  schema: Pick<Schema, 'fields'>,
): readonly Issue[] {
  const field = changeIn(schema)?.field.name;
  if (field === undefined) return [];
  // With a key, each shard has all changes of its rows. A thread is a shard of its process.
  const isWhole = spec.worker !== undefined || spec.options.splitBy !== undefined;
  const shard = isWhole ? undefined : spec.options.shard;
  return [
    ...issuesOfOrder(spec, field),
    ...(spec.options.resend === undefined
      ? []
      : issuesOf(
          `--resend does not fit the changes in ${field}: an old change would follow later ones of the same row. Remove it`,
        )),
    ...(shard !== undefined && shard.count !== 1
      ? issuesOf(
          `--shard does not fit the changes in ${field}: several shards would send changes of the same row, in any order. Add --split-by with the key of the entity, or remove --shard`,
        )
      : []),
  ];
}
