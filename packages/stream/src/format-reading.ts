import { loadInRegistry } from '@catbird/formats';
import type { FormatKey } from './config/keys.ts';
import {
  invalid,
  type Issue,
  type Result,
  type Member,
  type Schema,
  type Zone,
  driftShapes,
  type Faults,
} from '@catbird/engine';
import {
  type KeyWriter,
  type FormatPlan,
  type PlanInRegistry,
  findFormat,
  formats,
  shapeOf,
  type FormatChoice,
  type Registered,
  type RegistryAccess,
  planShapes,
} from '@catbird/formats';
import type { Setting, Destination } from '@catbird/send';
import { keysAsked, planKeys, type KeysOf } from './format-keys.ts';

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

/** Schemas in a registry. */
export interface RegisteredSchemas {
  readonly rows: RegisteredShapes;
  /** That of the keys. Absent: they have none. */
  readonly keys?: Registered;
}

/** What is planned. */
interface Planned {
  readonly plan: FormatPlan;
  /** Writes keys. Absent: they are texts. */
  readonly writeKey?: KeyWriter;
  /** The schemas in a registry, if there are any. */
  readonly registered?: RegisteredSchemas;
  /** Which schemas these are, as sentences without their last full stop. */
  readonly note?: string;
}

/** How rows are written. `plan` is absent for lines of JSON. */
export type FormatReading = Result<Partial<Planned>>;

/** How schemas in a registry are found. */
export interface RegistryUse {
  /** Asks a registry. The promise rejects with a `DeliveryError` if that fails. */
  ask<Result>(act: (access: RegistryAccess) => Promise<Result>): Promise<Result>;
  /** The schemas, if they have been found before: no registry is asked. */
  readonly registered?: RegisteredSchemas | undefined;
  /** Whether a schema may be registered. Default: yes. */
  readonly mayRegister?: boolean;
  /** Set if nothing may be opened: then settings are checked, and no registry is asked. */
  readonly isOffline?: boolean;
}

/** What rows are planned for. Without a destination, they are printed. */
export interface PlannedFor extends KeysOf {
  /** How their schema drifts, in a way that fits it. Default: not at all. */
  readonly drift?: Faults['drift'];
  /** Of times in text lines. Default: UTC. */
  readonly zone?: Zone | undefined;
  /** An option's name where the person gave it. */
  readonly optionOf: (option: string) => string;
  readonly registry: RegistryUse;
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
    return invalid(`${optionOf('format')}: ${problem}. Use ${names(choices.map((each) => each.name))}`);
  }
  const others = Object.keys(given).filter((each) => !choice.settings.some((its) => its.name === each));
  if (others.length > 0)
    return invalid(
      ...others.map((each) => {
        const { of } = formatSettings.get(each) ?? {};
        return of === undefined
          ? `Unknown key ${nameOf(each)}. Settings of ${name}: ${choice.settings.map((its) => its.name).join(', ') || 'none'}`
          : `${nameOf(each)} needs ${optionOf('format')} ${names(of)}`;
      }),
    );
  if (name === 'json') return { ok: true };
  const planned = await planWithKeys(choice, schema, given, asked);
  if (!planned.ok) return { ok: false, issues: planned.issues.map((each) => named(each, nameOf)) };
  const { plan } = planned;
  if (destination?.formats?.includes(shapeOf(choice, plan)) === false)
    return invalid(`${destination.title} takes no arrays of events: leave out ${nameOf('batched')}`);
  return planned;
}

/** Plans a format, and keys in it if they are asked for. */
async function planWithKeys(
  choice: FormatChoice,
  schema: Schema,
  given: Readonly<Record<string, unknown>>,
  asked: PlannedFor,
): Promise<Result<Planned>> {
  const { registry, optionOf } = asked;
  const keys = given['schemaRegistry'] === undefined ? undefined : keysAsked(given, asked);
  if (keys?.ok === false) return keys;
  const planned = await planOf(choice, schema, given, asked);
  if (!planned.ok || keys === undefined || registry.isOffline === true) return planned;
  const found = await planKeys(keys, given, registry, settingNames(optionOf));
  if (!found.ok) return found;
  const { write, registered, note } = found;
  const notes = [planned.note, note].filter((each) => each !== undefined);
  return {
    ...planned,
    writeKey: write,
    registered: { rows: [], ...planned.registered, keys: registered },
    ...(notes.length > 0 && { note: notes.join('. ') }),
  };
}

/** Plans a format, with the schemas in the registry if they are to be there. */
async function planOf(
  choice: FormatChoice,
  schema: Schema,
  given: Readonly<Record<string, unknown>>,
  { drift, registry, zone, ...asked }: PlannedFor,
): Promise<Result<Planned>> {
  const isInRegistry = given['schemaRegistry'] !== undefined;
  const shapes = driftShapes(schema, drift);
  if (isInRegistry && registry.isOffline === true) {
    const { readRegistrySettings } = await loadInRegistry();
    const settings = readRegistrySettings(choice, given, settingNames(asked.optionOf));
    if (!settings.ok) return settings;
  }
  if (!isInRegistry || registry.registered !== undefined || registry.isOffline === true) {
    const { registered } = registry;
    const plan = await planShapes(shapes, {
      name: choice.name,
      plan: (members, { number }) => choice.plan(members, given, registered?.rows[number], zone),
      mayVary: registered !== undefined,
    });
    return plan.ok ? { ok: true, plan, ...(registered && { registered }) } : plan;
  }
  const registered: Registered[] = [];
  const notes: string[] = [];
  const plan = await planShapes(shapes, {
    name: choice.name,
    mayVary: true,
    async plan(members, { number, changes }) {
      const planned = await askRegistry(choice, members, given, { ...asked, registry });
      if (!planned.ok) return planned;
      registered[number] = planned.registered;
      notes.push([...(number === 0 ? [] : [changes.join(', ')]), planned.note].join(': '));
      return { ok: true, ...planned.plan };
    },
  });
  return plan.ok ? { ok: true, plan, registered: { rows: registered }, note: notes.join('. ') } : plan;
}

/** Plans a format for rows of one shape, with their schema in the registry. */
async function askRegistry(
  choice: FormatChoice,
  members: readonly Member[],
  given: Readonly<Record<string, unknown>>,
  { destination, settings = {}, optionOf, registry }: PlannedFor,
): Promise<Result<PlanInRegistry>> {
  const { planInRegistry } = await loadInRegistry();
  const topic = destination?.topic?.(settings);
  return registry.ask((access) =>
    planInRegistry(choice, members, given, {
      ...access,
      what: 'rows',
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

/** An issue with a setting, with the name that the person gave. */
function named(issue: Issue, nameOf: (setting: string) => string): Issue {
  const [name = ''] = /^\w+(?=[: ])/.exec(issue.message) ?? [];
  const words = issue.message.replace(/(?<=: Requires )\w+/, nameOf);
  return {
    ...issue,
    message: formatSettings.has(name) ? `${nameOf(name)}${words.slice(name.length)}` : words,
  };
}
