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
import { kindsOf } from '../generators/analysis/kinds.ts';
import type { Schema } from '../model/schema.ts';

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

/** What is planned. */
interface Planned {
  readonly plan: FormatPlan;
  /** The schema of the rows in a registry, if it is in one. */
  readonly registered?: Registered;
  /** Which schema that is, as a sentence without its full stop. */
  readonly note?: string;
}

/** How rows are written. `plan` is absent for lines of JSON. */
export type FormatReading =
  ({ readonly ok: true } & Partial<Planned>) | { readonly ok: false; readonly lines: readonly string[] };

/** How schemas in a registry are found. */
export interface RegistryUse {
  /** Asks a registry. The promise rejects with a `DeliveryError` if that fails. */
  ask<Result>(act: (access: RegistryAccess) => Promise<Result>): Promise<Result>;
  /** The schema of the rows, if it has been found before: no registry is asked. */
  readonly registered?: Registered | undefined;
  /** Whether a schema may be registered. Default: yes. */
  readonly mayRegister?: boolean;
}

/** What rows are planned for. */
export interface PlannedFor {
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

/** Plans a format, with the schema in the registry if there is to be one. */
async function planOf(
  choice: FormatChoice,
  schema: Schema,
  given: Readonly<Record<string, unknown>>,
  { destination, settings = {}, optionOf, registry }: PlannedFor,
): Promise<Planned | FormatProblems> {
  const { registered, mayRegister = true } = registry;
  const members = kindsOf(schema);
  if (given['schemaRegistry'] === undefined || registered !== undefined) {
    const plan = await choice.plan(members, given, registered);
    return 'problems' in plan ? plan : { plan, ...(registered && { registered }) };
  }
  const { planInRegistry } = await import('../formats/in-registry.ts');
  const topic = destination?.topic?.(settings);
  return registry.ask((access) =>
    planInRegistry(choice, members, given, {
      ...access,
      topic,
      mayRegister,
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
  /** What tells it from other formats, also after a restart. Free of secrets. */
  readonly identity: unknown;
  readonly plan: FormatPlan;
  /** The schema of the rows in a registry. Undefined: it is in none. */
  readonly registered: Registered | undefined;
  /** Which schema that is, as a sentence without its full stop. */
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

/** How the rows of a stream are written, or a line for each problem. Rejects with a `DeliveryError` if a registry is needed that cannot be asked. */
export async function formatFor(
  given: Given,
  schema: Schema,
  config: unknown,
  registry: RegistryUse,
): Promise<{ readonly format: StreamFormat | undefined; readonly lines: readonly string[] }> {
  const key = formatKeyOf(given);
  if (key === undefined) return { format: undefined, lines: [] };
  const { destination, settings, optionOf } = given;
  const reading = await planFormat(key, schema, { optionOf, destination, settings, registry });
  if (!reading.ok) return { format: undefined, lines: reading.lines };
  const { plan, registered, note } = reading;
  if (plan === undefined) return { format: undefined, lines: [] };
  const problem = problemWith(plan, given, config);
  if (problem !== undefined) return { format: undefined, lines: [problem] };
  const identity = registered === undefined ? key : [withoutRegistry(key), registered];
  return { format: { identity, plan, registered, note }, lines: [] };
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
