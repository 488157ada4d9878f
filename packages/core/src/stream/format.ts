import type { FormatKey, StreamKeys } from '../config/keys.ts';
import type { Setting } from '../destinations/config.ts';
import type { Destination, RequestLimits } from '../destinations/destination.ts';
import type { RowFormat } from '../destinations/row-format.ts';
import { blocksOf, objectOf } from '../formats/file.ts';
import type { FormatPlan, FormatProblems } from '../formats/format.ts';
import { findFormat, formats, shapeOf, type FormatChoice } from '../formats/index.ts';
import { registrySettings } from '../formats/registry-settings.ts';
import type { Registered } from '../formats/registry-schema.ts';
import type { RegistryAccess } from '../formats/registry.ts';
import type { PlanInRegistry } from '../formats/in-registry.ts';
import { planShapes } from '../formats/shapes.ts';
import type { Member } from '../model/kind.ts';
import type { Schema } from '../model/schema.ts';
import { driftShapes } from '../rows/drift.ts';
import type { Faults } from '../rows/fault-settings.ts';
import type { FaultChange } from '../rows/faults.ts';

/** Each setting with the formats that have it, in the order of the formats. */
export const formatSettings: ReadonlyMap<
  string,
  { readonly setting: Setting; readonly of: readonly string[] }
> = (() => {
  const found = new Map<string, { setting: Setting; of: string[] }>();
  for (const format of formats)
    for (const setting of format.settings) {
      const known = found.get(setting.name);
      if (known === undefined) found.set(setting.name, { setting, of: [format.name] });
      else known.of.push(format.name);
    }
  return found;
})();

/** The formats that a destination takes. */
export const formatsOf = ({ formats: shapes = [] }: Pick<Destination, 'formats'>): readonly FormatChoice[] =>
  formats.filter(({ name, shape }) => name === 'json' || shapes.includes(shape));

/** Schemas in a registry by the numbers of the shapes of rows: see `driftShapes`. That of rows that do not drift comes first. */
export type RegisteredShapes = readonly (Registered | undefined)[];

/** What is planned. */
interface Planned {
  readonly plan: FormatPlan;
  /** The schemas of the rows in a registry, by the numbers of their shapes, if they are in one. */
  readonly registered?: RegisteredShapes;
  /** Which schemas these are, as sentences without their last full stop. */
  readonly note?: string;
}

/** How rows are written. `plan` is absent for lines of JSON. */
export type FormatReading =
  ({ readonly ok: true } & Partial<Planned>) | { readonly ok: false; readonly lines: readonly string[] };

/** How schemas in a registry are found. */
export interface RegistryUse {
  /** Asks a registry. The promise rejects with a `DeliveryError` if that fails. */
  ask<Result>(act: (access: RegistryAccess) => Promise<Result>): Promise<Result>;
  /** The schemas of the rows, if they have been found before: no registry is asked. */
  readonly registered?: RegisteredShapes | undefined;
  /** Whether a schema may be registered. Default: yes. */
  readonly mayRegister?: boolean;
}

/** What rows are planned for. */
export interface PlannedFor {
  /** How their schema drifts, in a way that fits it. Default: not at all. */
  readonly drift?: Faults['drift'];
  /** An option's name where the person gave it. */
  readonly optionOf: (option: string) => string;
  readonly registry: RegistryUse;
  /** Default: rows are printed. */
  readonly destination?: Destination;
  /** Its settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** How rows of a schema are written in a format. Rejects with a `DeliveryError` if a registry is needed that cannot be asked. */
export async function planFormat(
  { name = 'json', ...given }: FormatKey,
  schema: Schema,
  asked: PlannedFor,
): Promise<FormatReading> {
  const { optionOf, destination } = asked;
  const nameOf = settingNames(optionOf);
  const choices = destination === undefined ? formats : formatsOf(destination);
  const choice = choices.find((each) => each.name === name);
  const names = (of: readonly string[]): string => of.join(' or ');
  if (choice === undefined) {
    const problem =
      findFormat(name) === undefined
        ? `Unknown format ${name}`
        : `${destination?.title} does not take ${name}`;
    return {
      ok: false,
      lines: [`${optionOf('format')}: ${problem}. Use ${names(choices.map((each) => each.name))}`],
    };
  }
  const others = Object.keys(given).filter((each) => !choice.settings.some((its) => its.name === each));
  if (others.length > 0)
    return {
      ok: false,
      lines: others.map((each) => {
        const { of } = formatSettings.get(each) ?? {};
        return of === undefined
          ? `Unknown key ${nameOf(each)}. Settings of ${name}: ${choice.settings.map((its) => its.name).join(', ') || 'none'}`
          : `${nameOf(each)} needs ${optionOf('format')} ${names(of)}`;
      }),
    };
  if (name === 'json') return { ok: true };
  const planned = await planOf(choice, schema, given, asked);
  if ('problems' in planned) return { ok: false, lines: planned.problems.map((each) => named(each, nameOf)) };
  const { plan } = planned;
  if (destination?.formats?.includes(shapeOf(choice, plan)) === false)
    return {
      ok: false,
      lines: [`${destination.title} takes no arrays of events: leave out ${nameOf('batched')}`],
    };
  return { ok: true, ...planned };
}

/** Plans a format, with the schemas in the registry if they are to be there. */
async function planOf(
  choice: FormatChoice,
  schema: Schema,
  given: Readonly<Record<string, unknown>>,
  { drift, registry, ...asked }: PlannedFor,
): Promise<Planned | FormatProblems> {
  const isInRegistry = given['schemaRegistry'] !== undefined;
  const shapes = driftShapes(schema, drift);
  if (!isInRegistry || registry.registered !== undefined) {
    const { registered } = registry;
    const plan = await planShapes(shapes, {
      name: choice.name,
      plan: (members, { number }) => choice.plan(members, given, registered?.[number]),
      mayVary: registered !== undefined,
    });
    return 'problems' in plan ? plan : { plan, ...(registered && { registered }) };
  }
  const registered: Registered[] = [];
  const notes: string[] = [];
  const plan = await planShapes(shapes, {
    name: choice.name,
    mayVary: true,
    async plan(members, { number, changes }) {
      const planned = await askRegistry(choice, members, given, { ...asked, registry });
      if ('problems' in planned) return planned;
      registered[number] = planned.registered;
      notes.push([...(number === 0 ? [] : [changes.join(', ')]), planned.note].join(': '));
      return planned.plan;
    },
  });
  return 'problems' in plan ? plan : { plan, registered, note: notes.join('. ') };
}

/** Plans a format for rows of one shape, with their schema in the registry. */
async function askRegistry(
  choice: FormatChoice,
  members: readonly Member[],
  given: Readonly<Record<string, unknown>>,
  { destination, settings = {}, optionOf, registry }: PlannedFor,
): Promise<PlanInRegistry | FormatProblems> {
  const { planInRegistry } = await import('../formats/in-registry.ts');
  const topic = destination?.topic?.(settings);
  return registry.ask((access) =>
    planInRegistry(choice, members, given, {
      ...access,
      topic,
      mayRegister: registry.mayRegister ?? true,
      nameOf: settingNames(optionOf),
    }),
  );
}

/** Settings of a format are options of a command line, and members of the format of a config. */
export const settingNames =
  (optionOf: (option: string) => string) =>
  (setting: string): string =>
    optionOf('format').startsWith('--') ? optionOf(setting) : `${optionOf('format')}.${setting}`;

/** A problem of a setting, with the name that the person gave. */
function named(problem: string, nameOf: (setting: string) => string): string {
  const [name = ''] = /^\w+(?=[: ])/.exec(problem) ?? [];
  const words = problem.replace(/(?<=: Requires )\w+/, nameOf);
  return formatSettings.has(name) ? `${nameOf(name)}${words.slice(name.length)}` : words;
}

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
  /** The schemas of the rows in a registry. Undefined: they are in none. */
  readonly registered: RegisteredShapes | undefined;
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

/** The rows of a stream, and their faults, which fit it. */
interface FaultyRowsOf {
  readonly schema: Schema;
  readonly faults: Faults;
  readonly faultChanges: readonly FaultChange[];
}

/** Formats whose rows may drift at any time. */
const OF_ANY_SHAPE: ReadonlySet<string> = new Set(['json', 'json-array']);

/** Why other faults do not fit the format of a stream, which is planned for the drift of its first faults. */
export const driftProblems = (
  format: string | undefined = 'json',
  { drift: planned }: Faults,
  { drift }: Faults,
): readonly string[] =>
  OF_ANY_SHAPE.has(format) || drift === undefined || JSON.stringify(drift) === JSON.stringify(planned)
    ? []
    : [
        `drift: rows in ${format} drift as they did at the beginning. Give all drift there, or choose json as the format`,
      ];

/** How the rows of a stream are written, or a line for each problem. Rejects with a `DeliveryError` if a registry is needed that cannot be asked. */
export async function formatFor(
  given: Given,
  { schema, faults, faultChanges }: FaultyRowsOf,
  config: unknown,
  registry: RegistryUse,
): Promise<{ readonly format: StreamFormat | undefined; readonly lines: readonly string[] }> {
  const key = formatKeyOf(given);
  if (key === undefined) return { format: undefined, lines: [] };
  const { destination, settings, optionOf } = given;
  const changes = faultChanges.flatMap((each, n) =>
    driftProblems(key.name, faults, each.faults).map(
      (line) => `${optionOf('faultChanges')}.${n}.faults.${line}`,
    ),
  );
  if (changes.length > 0) return { format: undefined, lines: changes };
  const { drift } = faults;
  const reading = await planFormat(key, schema, { drift, optionOf, destination, settings, registry });
  if (!reading.ok) return { format: undefined, lines: reading.lines };
  const { plan, registered, note } = reading;
  if (plan === undefined) return { format: undefined, lines: [] };
  const problem = problemWith(plan, given, config);
  if (problem !== undefined) return { format: undefined, lines: [problem] };
  const identity = registered === undefined ? key : [withoutRegistry(key), registered];
  return { format: { name: key.name ?? 'json', identity, plan, registered, note }, lines: [] };
}

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
