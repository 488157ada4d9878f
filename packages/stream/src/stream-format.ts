import type { FormatKey, StreamKeys } from './config/keys.ts';
import {
  invalid,
  prefixed,
  type Issue,
  type Result,
  type Schema,
  type Faults,
  type FaultChange,
  type SidePlan,
  type Zone,
} from '@catbird/engine';
import { type KeyWriter, blocksOf, objectOf, type FormatPlan, registrySettings } from '@catbird/formats';
import type { Destination, RequestLimits, RowFormat } from '@catbird/send';
import { planFormat, type RegisteredSchemas, type RegistryUse } from './format-reading.ts';

/** A stream whose rows go to a destination, as a person gave it. */
interface Given {
  readonly destination: Destination;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly options: Pick<StreamKeys, 'format'>;
  /** An option's name where the person gave it. */
  readonly optionOf: (option: string) => string;
  /** A setting's name where the person gave it. */
  readonly nameOf: (setting: string) => string;
}

/** A format other than lines of JSON. */
export interface StreamFormat {
  /** As in `--format csv`. */
  readonly name: string;
  /** What tells it from other formats, also after a restart. Free of secrets. */
  readonly identity: unknown;
  readonly plan: FormatPlan;
  /** Writes keys. Undefined: they are texts. */
  readonly writeKey: KeyWriter | undefined;
  /** The schemas in a registry. Undefined: there are none. */
  readonly registered: RegisteredSchemas | undefined;
  /** Which schemas these are, as sentences without their last full stop. */
  readonly note: string | undefined;
}

/** The format of a stream: that of its options, or the one that its settings imply. */
export function formatKeyOf({
  destination,
  settings,
  options: { format },
}: Pick<Given, 'destination' | 'settings' | 'options'>): FormatKey | undefined {
  if (format?.name !== undefined) return format;
  const name = destination.impliedFormat?.(settings);
  return name === undefined ? format : { ...format, name };
}

/** The rows of a stream, with what fits it: faults, and what travels beside them. */
interface RowsOf {
  readonly schema: Schema;
  readonly sides: SidePlan | undefined;
  /** Undefined: UTC. */
  readonly zone: Zone | undefined;
  readonly faults: Faults;
  readonly faultChanges: readonly FaultChange[];
}

/** Formats whose rows may drift at any time. */
const OF_ANY_SHAPE: ReadonlySet<string> = new Set(['json', 'json-array']);

/** Why other faults do not fit the format of a stream, which is planned for the drift of its first faults. */
export const driftIssues = (
  format: string | undefined = 'json',
  { drift: planned }: Faults,
  { drift }: Faults,
): readonly Issue[] =>
  OF_ANY_SHAPE.has(format) || drift === undefined || JSON.stringify(drift) === JSON.stringify(planned)
    ? []
    : [
        {
          message: `drift: rows in ${format} drift as they did at the beginning. Give all drift there, or choose json as the format`,
        },
      ];

/** How the rows of a stream are written. Rejects with a `DeliveryError` if a registry is needed that cannot be asked. */
export async function formatFor(
  given: Given,
  { schema, faults, faultChanges, sides, zone }: RowsOf,
  config: unknown,
  registry: RegistryUse,
): Promise<Result<{ readonly format: StreamFormat | undefined }>> {
  const key = formatKeyOf(given);
  if (key === undefined) return { ok: true, format: undefined };
  const { destination, settings, optionOf, nameOf } = given;
  const issues = faultChanges.flatMap((each, n) =>
    prefixed(`${optionOf('faultChanges')}.${n}.faults.`, driftIssues(key.name, faults, each.faults)),
  );
  if (issues.length > 0) return { ok: false, issues };
  const { drift } = faults;
  const reading = await planFormat(key, schema, {
    drift,
    optionOf,
    destination,
    settings,
    nameOf,
    sides,
    zone,
    registry,
  });
  if (!reading.ok) return reading;
  const { plan, writeKey, registered, note } = reading;
  if (plan === undefined) return { ok: true, format: undefined };
  const problem = problemWith(plan, given, config);
  if (problem !== undefined) return invalid(problem);
  const identity =
    registered === undefined
      ? key
      : [withoutRegistry(key), registered.rows, ...(registered.keys === undefined ? [] : [registered.keys])];
  return { ok: true, format: { name: key.name ?? 'json', identity, plan, writeKey, registered, note } };
}

/** What travels beside rows, with keys in their format. */
export const keyedSides = (
  sides: SidePlan | undefined,
  format: Pick<StreamFormat, 'writeKey'> | undefined,
): SidePlan | undefined => sides && { ...sides, writeKey: format?.writeKey };

/** The schema of the rows matters, but not the registry that has it. */
const withoutRegistry = (key: FormatKey): FormatKey =>
  Object.fromEntries(
    Object.entries(key).filter(([name]) => !Object.hasOwn(registrySettings.config.shape, name)),
  );

/** Why the settings of a destination do not fit a format. */
function problemWith(
  plan: FormatPlan,
  { destination, nameOf, optionOf }: Given,
  config: unknown,
): string | undefined {
  const needy = destination.needsJson?.(config) ?? destination.rowFields?.(config)[0]?.setting;
  return needy === undefined
    ? destination.formatProblem?.(config, formatOf(plan), nameOf)
    : `${nameOf(needy)} needs rows as JSON: leave it or ${optionOf('format')} out`;
}

const formatOf = (plan: FormatPlan): RowFormat => ({
  ...plan,
  blocks: blocksOf(plan),
  body: (batch) => objectOf(plan, batch),
});

/** The format as a destination gets it. */
export const rowFormat = (plan: FormatPlan | undefined): RowFormat | undefined => plan && formatOf(plan);

/** The limits of rows, where those given are of the body of a request, or of a file. */
export function limitsWithin(
  limits: RequestLimits,
  format: Partial<Pick<RowFormat, 'head' | 'blocks'>> | undefined,
): RequestLimits {
  const { factor, perRow, rest } = format?.blocks?.growth ?? { factor: 1, perRow: 0, rest: 0 };
  const left = limits.bytes - rest - (format?.head?.length ?? 0);
  return {
    ...limits,
    bytes: Math.max(1, Math.floor(left / factor)),
    ...(perRow > 0 && { bytesPerRow: perRow + (limits.bytesPerRow ?? 0) }),
  };
}
