import { trimSlashes } from '../destinations/address.ts';
import { parseConfig } from '../destinations/config.ts';
import type { Member } from '../model/kind.ts';
import { settingProblems, type FormatChoice, type RegistryKind } from './choice.ts';
import type { FormatPlan, FormatProblems } from './format.ts';
import { registrySettings, type RegistrySettings } from './registry-settings.ts';
import type { Registered } from './registry-schema.ts';
import { newRegistry, type FoundSchema, type Registry, type RegistryAccess } from './registry.ts';

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
 * @returns problems if rows do not fit the schema, if the registry has none, or if it refuses that of the rows
 * @throws DeliveryError if the registry cannot be reached, is at fault, refuses the credentials, or is none
 */
export async function planInRegistry(
  choice: FormatChoice,
  members: readonly Member[],
  input: Readonly<Record<string, unknown>>,
  options: RegistryOptions,
): Promise<PlanInRegistry | FormatProblems> {
  const { registry: use } = choice;
  const { nameOf } = options;
  const parsed = parseConfig(registrySettings, input, { clearText: true, nameOf });
  if (!parsed.ok) return { problems: settingProblems(parsed.errors) };
  if (use === undefined) throw new RangeError(`${choice.name} has no schemas in a registry`);
  const isGiven = choice.settings.some(({ name, isFile }) => isFile === true && input[name] !== undefined);
  const clashes = clashesOf(parsed.config, input, isGiven, nameOf);
  if (clashes.length > 0) return { problems: clashes };
  const registry = registryAt(parsed.config, options);
  const asked = { choice, use, members, input, settings: parsed.config, registry, options };
  return parsed.config.register || isGiven ? planOwn(asked) : planFound(asked);
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
): Promise<FoundSchema | FormatProblems> {
  const { nameOf } = options;
  const parsed = parseConfig(registrySettings, input, { clearText: true, nameOf });
  if (!parsed.ok) return { problems: settingProblems(parsed.errors) };
  const { subject, schemaId } = parsed.config;
  const clashes = clashesOf(parsed.config, input, false, nameOf);
  if (clashes.length > 0) return { problems: clashes };
  if (subject === undefined && schemaId === undefined)
    return { problems: [`${nameOf('schemaRegistry')} needs ${nameOf('subject')} or ${nameOf('schemaId')}`] };
  const registry = registryAt(parsed.config, options);
  const found = await (schemaId === undefined ? registry.latest(subject ?? '') : registry.byId(schemaId));
  if (found !== undefined) return found;
  return {
    problems: [
      schemaId === undefined
        ? `subject: The registry has no subject ${subject}`
        : `schemaId: The registry has no schema ${schemaId}`,
    ],
  };
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
async function planOwn(asked: Asked): Promise<PlanInRegistry | FormatProblems> {
  const { choice, use, members, input, settings, registry, options } = asked;
  const plan = await choice.plan(members, input);
  if ('problems' in plan) return plan;
  const subject = subjectFor(settings, plan.recordName, options);
  if (typeof subject !== 'string') return subject;
  const schema = { type: use.type, text: plan.schemaText ?? '' };
  if (settings.register && options.mayRegister) {
    const answer = await registry.register(subject, schema);
    return 'refusal' in answer
      ? { problems: [`The registry refuses the schema for ${subject}. ${answer.refusal}`] }
      : planned(asked, { id: answer.id }, `of ${subject}`);
  }
  const id = await registry.idOf(subject, schema);
  return id === undefined
    ? {
        problems: [
          `The registry has no such schema in ${subject}. Register it with ${options.nameOf('register')}`,
        ],
      }
    : planned(asked, { id }, `of ${subject}`);
}

/** With a schema of the registry, which rows must fit. */
async function planFound(asked: Asked): Promise<PlanInRegistry | FormatProblems> {
  const { use, input, settings, registry, options } = asked;
  const { schemaId } = settings;
  const { what } = options;
  const named = input[use.nameSetting];
  const subject =
    schemaId === undefined ? subjectFor(settings, typeof named === 'string' ? named : 'Event', options) : '';
  if (typeof subject !== 'string') return subject;
  const found = await (schemaId === undefined ? registry.latest(subject) : registry.byId(schemaId));
  if (found === undefined)
    return {
      problems: [
        schemaId === undefined
          ? `The registry has no subject ${subject}. Register the schema of the ${what} with ${options.nameOf('register')}${what === 'rows' ? `, or name another one with ${options.nameOf('subject')}` : ''}`
          : `schemaId: The registry has no schema ${schemaId}`,
      ],
    };
  const { id, type, version, text, references } = found;
  const place = subject === '' ? 'of the registry' : `of ${subject}`;
  if (type !== use.type)
    return {
      problems: [`Schema ${id} ${place} is ${type}, and ${what} are ${use.type}. Choose another format`],
    };
  const registered = { id, schema: { text, references } };
  return planned(asked, registered, version === undefined ? place : `${place}, version ${version}`);
}

/** @param place where the schema is: `of orders-value` */
async function planned(
  { choice, members, input, options: { what } }: Asked,
  registered: Registered,
  place: string,
): Promise<PlanInRegistry | FormatProblems> {
  const plan = await choice.plan(members, input, registered);
  const name = `schema ${registered.id} ${place}`;
  const group = what === 'rows' ? 'Rows' : 'Keys';
  if ('problems' in plan) return { problems: [`${group} do not fit ${name}:`, ...plan.problems] };
  return { plan, registered, note: `${group} have ${name}` };
}

/** The subject of a schema, or why there is none. @param record full name of its record */
function subjectFor(
  { subject, subjectStrategy }: RegistrySettings,
  record: string | undefined,
  { topic, nameOf }: RegistryOptions,
): string | FormatProblems {
  if (subject !== undefined) return subject;
  const missing = subjectStrategy !== 'record' && topic === undefined ? 'topic' : undefined;
  const unnamed = subjectStrategy !== 'topic' && record === undefined ? 'record with a name' : undefined;
  const lacking = missing ?? unnamed;
  if (lacking !== undefined)
    return {
      problems: [
        `subject is required: there is no single ${lacking} to name it after. Give it${lacking === 'topic' ? `, or use ${nameOf('subjectStrategy')} record` : ''}`,
      ],
    };
  if (subjectStrategy === 'record') return record ?? '';
  return subjectStrategy === 'topic' ? `${topic}-value` : `${topic}-${record}`;
}
