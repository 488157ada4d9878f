import { loadInRegistry } from '@catbird/formats';
import { loadAvroKey } from '@catbird/formats';
import type { FormatKey } from './config/keys.ts';
import {
  kindsOf,
  invalid,
  type Invalid,
  type Result,
  withoutNull,
  type Kind,
  type Member,
  type SidePlan,
} from '@catbird/engine';
import type { KeyWriter, FormatPlan, Registered, RegistryAccess } from '@catbird/formats';
import { type Destination, metaOf } from '@catbird/send';

/** Keys in a format, with their schema in a registry. */
export interface StreamKeyFormat {
  readonly write: KeyWriter;
  readonly registered: Registered;
  /** Which schema it is, as a sentence without its full stop. Absent: it was found before. */
  readonly note?: string;
}

/** What keys are planned for. */
export interface KeysOf {
  readonly destination?: Destination | undefined;
  /** Settings of the destination. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** A setting's name where the person gave it. */
  readonly nameOf?: (setting: string) => string;
  /** What travels beside rows. */
  readonly sides?: SidePlan | undefined;
}

/** Keys that shall be in a format. */
export interface AskedKeys {
  /** The field, with the kind of its values. */
  readonly member: Member;
  readonly subject: string;
}

/** The keys that a format shall write. Undefined: none, since keys are texts. An issue begins with the name of the setting of the format. */
export function keysAsked(
  // A value that is neither text nor avro is a problem of the format.
  { keyFormat }: FormatKey,
  { destination, settings = {}, nameOf = String, sides }: KeysOf,
): Result<AskedKeys> | undefined {
  if (keyFormat !== 'avro') return undefined;
  if (destination?.takesKeyBytes !== true)
    return unfit(`${destination?.title ?? 'What is printed'} has no keys in Avro. Leave it out`);
  const member = sides && keyMember(sides);
  if (member === undefined)
    return unfit(`Needs a key. Name its field with ${nameOf(keySettingOf(destination))}`);
  const topic = destination.topic?.(settings);
  return topic === undefined
    ? unfit('Needs a single topic, after which the subject of the schema is named')
    : { ok: true, member, subject: `${topic}-key` };
}

const unfit = (text: string): Invalid => invalid(`keyFormat: ${text}`);

/** The field that is the key, as one that is never null: a row without a value has no key. */
function keyMember({ schema, key }: SidePlan): Member | undefined {
  if (schema === undefined || key === undefined) return undefined;
  const kind = kindAt({ is: 'object', members: kindsOf(schema) }, key);
  return { name: key.at(-1) ?? '', kind: withoutNull(kind) };
}

const keySettingOf = ({ config }: Destination): string =>
  Object.entries(config.shape).find(([, setting]) => metaOf(setting)?.side === 'key')?.[0] ?? 'key';

const UNKNOWN: Kind = { is: 'any' };

/** The kind of the values at a path in rows of a kind. */
const kindAt = (kind: Kind, [name, ...rest]: readonly string[]): Kind => {
  if (name === undefined) return kind;
  const member = kind.is === 'object' ? kind.members.find((each) => each.name === name) : undefined;
  return member === undefined ? UNKNOWN : kindAt(member.kind, rest);
};

/** How the schema of keys is found in a registry. */
interface KeyRegistry {
  ask<Result>(act: (access: RegistryAccess) => Promise<Result>): Promise<Result>;
  /** The schemas that have been found before. */
  readonly registered?: { readonly keys?: Registered } | undefined;
  /** Default: yes. */
  readonly mayRegister?: boolean;
}

/**
 * How keys are written. The newest schema of their subject is used, unless one is to be registered.
 *
 * @param nameOf the name of a setting of the format for people
 */
export async function planKeys(
  { member, subject }: AskedKeys,
  given: FormatKey,
  registry: KeyRegistry,
  nameOf: (setting: string) => string,
): Promise<Result<StreamKeyFormat>> {
  const { avroKey, keyWriter } = await loadAvroKey();
  const members = [member];
  const { registered: { keys: registered } = {}, mayRegister = true } = registry;
  const writing = ({ record }: FormatPlan): KeyWriter => {
    if (record === undefined) throw new RangeError('Keys in Avro have no plan');
    return keyWriter(member.name, record);
  };
  if (registered !== undefined) {
    const plan = await avroKey.plan(members, {}, registered);
    return plan.ok ? { ok: true, write: writing(plan), registered } : plan;
  }
  const { planInRegistry } = await loadInRegistry();
  const { subjectStrategy: _, schemaId: _id, ...others } = given;
  const found = await registry.ask((access) =>
    planInRegistry(
      avroKey,
      members,
      { ...others, subject },
      { ...access, what: 'keys', topic: undefined, mayRegister, nameOf },
    ),
  );
  if (!found.ok) return found;
  const { plan, registered: own, note } = found;
  return { ok: true, write: writing(plan), registered: own, note };
}
