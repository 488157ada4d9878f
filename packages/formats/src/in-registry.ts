import { invalid, prefixed, type Result, type Member } from '@catbird/engine';
import { trimSlashes, parseConfig, settingIssues } from '@catbird/send';
import type { FormatChoice, RegistryKind } from './catalogue.ts';
import type { FormatPlan } from './format.ts';
import { registrySettings, type RegistrySettings } from './registry-settings.ts';
import {
  type Registered,
  newRegistry,
  type FoundSchema,
  type Registry,
  type RegistryAccess,
} from './registry.ts';

/** What a format needs to know to find the schema of rows in a registry. */
export interface RegistryOptions extends RegistryAccess {
  /** The topic that rows go to, in which subjects are named. Undefined: they go to none, or to several. */
  readonly topic: string | undefined;
  /** What the schema is of: rows, or their keys. */
  readonly what: 'rows' | 'keys';
  /** Whether a schema may be registered. False: one that should be is looked up. */
  readonly mayRegister: boolean;
  /** The name of a setting for people: `--schema-registry`. */
  readonly nameOf: (setting: string) => string;
}

/** How rows are written whose schema is in a registry. */
export interface PlanInRegistry {
  readonly plan: FormatPlan;
  /** With it, the format plans the same without the registry. */
  readonly registered: Registered;
  /** Which schema it is, as a sentence without its full stop. */
  readonly note: string;
}

/**
 * Finds the schema of rows in a registry, or registers it, and plans how rows are written with it. `schemaRegistry` must be among the
 * settings.
 *
 * @param input settings by name, as texts or values
 * @returns issues if rows do not fit the schema, if the registry has none, or if it refuses that of the rows
 * @throws DeliveryError if the registry cannot be reached, is at fault, refuses the credentials, or is none
 */
export async function planInRegistry(
  choice: FormatChoice,
  members: readonly Member[],
  input: Readonly<Record<string, unknown>>,
  options: RegistryOptions,
): Promise<Result<PlanInRegistry>> {
  const { registry: use } = choice;
  const read = readRegistrySettings(choice, input, options.nameOf);
  if (!read.ok) return read;
  const { settings, isGiven } = read;
  if (use === undefined) throw new RangeError(`${choice.name} has no schemas in a registry`);
  const registry = registryAt(settings, options);
  const asked = { choice, use, members, input, settings, registry, options };
  return settings.register || isGiven ? planOwn(asked) : planFound(asked);
}

/** The settings of a registry, and whether others give the schema itself. */
export function readRegistrySettings(
  choice: FormatChoice,
  input: Readonly<Record<string, unknown>>,
  nameOf: RegistryOptions['nameOf'],
): Result<{ readonly settings: RegistrySettings; readonly isGiven: boolean }> {
  const parsed = parseConfig(registrySettings, input, { clearText: true, nameOf });
  if (!parsed.ok) return { ok: false, issues: settingIssues(parsed.issues) };
  const isGiven = choice.settings.some(({ name, isFile }) => isFile === true && input[name] !== undefined);
  const clashes = clashesOf(parsed.config, input, isGiven, nameOf);
  return clashes.length > 0 ? invalid(...clashes) : { ok: true, settings: parsed.config, isGiven };
}

/** What finds a schema in a registry, whatever rows there are. */
export type FindOptions = RegistryAccess & Pick<RegistryOptions, 'nameOf'>;

/**
 * The schema in a registry that settings name: the newest one of the `subject`, or the one with `schemaId`.
 *
 * @param input settings by name, as texts or values
 * @throws DeliveryError if the registry cannot be reached, is at fault, refuses the credentials, or is none
 */
export async function schemaInRegistry(
  input: Readonly<Record<string, unknown>>,
  options: FindOptions,
): Promise<Result<FoundSchema>> {
  const { nameOf } = options;
  const parsed = parseConfig(registrySettings, input, { clearText: true, nameOf });
  if (!parsed.ok) return { ok: false, issues: settingIssues(parsed.issues) };
  const { subject, schemaId } = parsed.config;
  const clashes = clashesOf(parsed.config, input, false, nameOf);
  if (clashes.length > 0) return invalid(...clashes);
  if (subject === undefined && schemaId === undefined)
    return invalid(`${nameOf('schemaRegistry')} needs ${nameOf('subject')} or ${nameOf('schemaId')}`);
  const registry = registryAt(parsed.config, options);
  const found = await (schemaId === undefined ? registry.latest(subject ?? '') : registry.byId(schemaId));
  if (found !== undefined) return { ok: true, ...found };
  return invalid(
    schemaId === undefined
      ? `subject: The registry has no subject ${subject}`
      : `schemaId: The registry has no schema ${schemaId}`,
  );
}

/** @throws RangeError if no registry is given */
function registryAt(
  { schemaRegistry, schemaRegistryUser, schemaRegistryPassword, schemaRegistryToken }: RegistrySettings,
  access: RegistryAccess,
): Registry {
  if (schemaRegistry === undefined) throw new RangeError('No schema registry is given');
  return newRegistry(
    {
      url: trimSlashes(schemaRegistry),
      user: schemaRegistryUser,
      password: schemaRegistryPassword,
      token: schemaRegistryToken,
    },
    access,
  );
}

/** What is asked for, and where. */
interface Asked {
  readonly choice: FormatChoice;
  readonly use: RegistryKind;
  readonly members: readonly Member[];
  readonly input: Readonly<Record<string, unknown>>;
  readonly settings: RegistrySettings;
  readonly registry: Registry;
  readonly options: RegistryOptions;
}

/** Settings of which only one can be followed. */
function clashesOf(
  { schemaId, subject, schemaRegistryToken, schemaRegistryUser, register }: RegistrySettings,
  { subjectStrategy }: Readonly<Record<string, unknown>>,
  isGiven: boolean,
  nameOf: RegistryOptions['nameOf'],
): readonly string[] {
  const leaveOut = (name: string, why: string): string => `${name}: leave it out, since ${why}`;
  const byId = `${nameOf('schemaId')} says which schema it is`;
  return [
    ...(schemaRegistryToken !== undefined && schemaRegistryUser !== undefined
      ? [leaveOut('schemaRegistryToken', `${nameOf('schemaRegistryUser')} is given, too`)]
      : []),
    ...(subject !== undefined && subjectStrategy !== undefined
      ? [leaveOut('subjectStrategy', `${nameOf('subject')} names the subject`)]
      : []),
    ...(schemaId === undefined
      ? []
      : [
          ...(subject === undefined ? [] : [leaveOut('subject', byId)]),
          ...(subjectStrategy === undefined ? [] : [leaveOut('subjectStrategy', byId)]),
          ...(register ? [leaveOut('register', byId)] : []),
          ...(isGiven ? [leaveOut('schemaId', 'a schema is given')] : []),
        ]),
  ];
}

/** With the schema that the format makes, or that its settings give. */
async function planOwn(asked: Asked): Promise<Result<PlanInRegistry>> {
  const { choice, use, members, input, settings, registry, options } = asked;
  const plan = await choice.plan(members, input);
  if (!plan.ok) return plan;
  const named = subjectFor(settings, plan.recordName, options);
  if (!named.ok) return named;
  const { subject } = named;
  const schema = { type: use.type, text: plan.schemaText ?? '' };
  if (settings.register && options.mayRegister) {
    const answer = await registry.register(subject, schema);
    return answer.ok
      ? planned(asked, { id: answer.id }, `of ${subject}`)
      : { ...answer, issues: prefixed(`The registry refuses the schema for ${subject}. `, answer.issues) };
  }
  const id = await registry.idOf(subject, schema);
  return id === undefined
    ? invalid(`The registry has no such schema in ${subject}. Register it with ${options.nameOf('register')}`)
    : planned(asked, { id }, `of ${subject}`);
}

/** With a schema of the registry, which rows must fit. */
async function planFound(asked: Asked): Promise<Result<PlanInRegistry>> {
  const { use, input, settings, registry, options } = asked;
  const { schemaId } = settings;
  const { what } = options;
  const named = input[use.nameSetting];
  const own =
    schemaId === undefined
      ? subjectFor(settings, typeof named === 'string' ? named : 'Event', options)
      : { ok: true as const, subject: '' };
  if (!own.ok) return own;
  const { subject } = own;
  const found = await (schemaId === undefined ? registry.latest(subject) : registry.byId(schemaId));
  if (found === undefined)
    return invalid(
      schemaId === undefined
        ? `The registry has no subject ${subject}. Register the schema of the ${what} with ${options.nameOf('register')}${what === 'rows' ? `, or name another one with ${options.nameOf('subject')}` : ''}`
        : `schemaId: The registry has no schema ${schemaId}`,
    );
  const { id, type, version, text, references } = found;
  const place = subject === '' ? 'of the registry' : `of ${subject}`;
  if (type !== use.type)
    return invalid(`Schema ${id} ${place} is ${type}, and ${what} are ${use.type}. Choose another format`);
  const registered = { id, schema: { text, references } };
  return planned(asked, registered, version === undefined ? place : `${place}, version ${version}`);
}

/** @param place where the schema is: `of orders-value` */
async function planned(
  { choice, members, input, options: { what } }: Asked,
  registered: Registered,
  place: string,
): Promise<Result<PlanInRegistry>> {
  const plan = await choice.plan(members, input, registered);
  const name = `schema ${registered.id} ${place}`;
  const group = what === 'rows' ? 'Rows' : 'Keys';
  if (!plan.ok) return { ok: false, issues: [{ message: `${group} do not fit ${name}:` }, ...plan.issues] };
  return { ok: true, plan, registered, note: `${group} have ${name}` };
}

/** The subject of a schema, or why there is none. @param record full name of its record */
function subjectFor(
  { subject, subjectStrategy }: RegistrySettings,
  record: string | undefined,
  { topic, nameOf }: RegistryOptions,
): Result<{ readonly subject: string }> {
  if (subject !== undefined) return { ok: true, subject };
  const missing = subjectStrategy !== 'record' && topic === undefined ? 'topic' : undefined;
  const unnamed = subjectStrategy !== 'topic' && record === undefined ? 'record with a name' : undefined;
  const lacking = missing ?? unnamed;
  if (lacking !== undefined)
    return invalid(
      `subject is required: there is no single ${lacking} to name it after. Give it${lacking === 'topic' ? `, or use ${nameOf('subjectStrategy')} record` : ''}`,
    );
  if (subjectStrategy === 'record') return { ok: true, subject: record ?? '' };
  return { ok: true, subject: subjectStrategy === 'topic' ? `${topic}-value` : `${topic}-${record}` };
}
