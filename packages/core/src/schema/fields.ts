import { cycleIn, cycleText } from '../generators/order.ts';
import { bounds } from './bounds.ts';
import type { Context, Read, Reading } from './context.ts';
import type { JsonMember, JsonObject } from './json.ts';
import { TEXT_NOTES } from './known-keys.ts';
import type { Field } from '../model/schema.ts';
import { readSpec } from './spec.ts';
import { suggestion } from '../model/suggestion.ts';

/** The fields of an object that were read. */
export interface ReadFields {
  readonly fields: readonly Field[];
  readonly bytes: number;
  readonly elements: number;
  /** Reads that none of these fields answers: those around the object may. */
  readonly reads: readonly Reading[];
  readonly each: readonly Read[];
}

/** Reads the fields of an object; undefined when one of them has an error, which is then among the findings. */
export function readFields(
  object: JsonObject,
  path: readonly string[],
  context: Context,
): ReadFields | undefined {
  const { findings } = context;
  const members = object.members.filter((member) => !isNote(member));
  if (members.length > bounds.fields) {
    const message = `There are ${members.length.toLocaleString('en')} fields, more than ${bounds.fields.toLocaleString('en')}`;
    findings.add({ code: 'too-large', message, hint: 'Use fewer fields', at: object, path });
    return undefined;
  }
  const read = lastOfEachName(members, path, context).map(({ key, keyRange, value }) =>
    readSpec(value, { name: key, path: [...path, key], at: keyRange, isField: true }, context),
  );
  const each = read.filter((one) => one !== undefined);
  if (each.length < read.length) return undefined;
  return together(each, context);
}

/** A text is no field: under these names it is for people and editors. */
const isNote = ({ key, value }: JsonMember): boolean =>
  TEXT_NOTES.includes(key) && value.kind === 'scalar' && typeof value.value === 'string';

/** Checks what fields say of one another. */
function together(each: readonly Read[], { findings }: Context): ReadFields | undefined {
  const fields = each.map(({ field }) => field);
  const cycle = cycleIn(fields);
  if (cycle !== undefined) {
    const [first] = cycle;
    const at = each.find(({ field }) => field === first)?.at ?? { offset: 0, length: 0 };
    const message = `Fields read one another in a circle: ${cycleText(cycle)}`;
    findings.add({
      code: 'cycle',
      message,
      hint: 'Let one of them stand on its own',
      at,
      path: [first?.name ?? ''],
    });
    return undefined;
  }
  const names = new Set(fields.map(({ name }) => name));
  const reads = each.flatMap((one) => one.reads);
  const elements = each.reduce((sum, one) => sum + one.elements, 0);
  return {
    fields,
    bytes: rowBytes(each),
    elements,
    reads: reads.filter(({ name }) => !names.has(name)),
    each,
  };
}

/**
 * About how many bytes these fields are together, those included that they copy from one another: texts that are put together
 * of texts grow fast. There is no circle among them.
 */
function rowBytes(each: readonly Read[]): number {
  const byName = new Map(each.map((one) => [one.field.name, one]));
  const known = new Map<Read, number>();
  const bytesOf = (one: Read): number => {
    const before = known.get(one);
    if (before !== undefined) return before;
    const copied = one.reads.reduce((sum, { name, isCopied }) => {
      const other = isCopied ? byName.get(name) : undefined;
      return sum + (other === undefined ? 0 : bytesOf(other));
    }, 0);
    const bytes = one.bytes + one.times * copied;
    known.set(one, bytes);
    return bytes;
  };
  return each.reduce((sum, one) => sum + bytesOf(one), 0);
}

/** A suggestion compares with the names of all fields. */
const MOST_SUGGESTIONS = 20;

/** Says of each name that no field answers to. */
export function blameUnknown(
  reads: readonly Reading[],
  names: readonly string[],
  { findings }: Context,
): void {
  for (const [i, { name, at, path }] of reads.entries()) {
    const meant = i < MOST_SUGGESTIONS ? suggestion(name, names) : undefined;
    const hint =
      meant === undefined ? `The fields are ${names.slice(0, 12).join(', ')}` : `Did you mean ${meant}?`;
    findings.add({ code: 'unknown-field', message: `There is no field ${name}`, hint, at, path });
  }
}

/** Of members with the same name the last one counts, at the place of the first, as in `JSON.parse`. */
function lastOfEachName(
  members: readonly JsonMember[],
  path: readonly string[],
  { findings }: Context,
): readonly JsonMember[] {
  const byName = new Map<string, JsonMember>();
  for (const member of members) {
    if (byName.has(member.key)) {
      const message = `There is another field ${member.key} before: this one counts`;
      const hint = 'Rename or remove one of them';
      findings.add({
        code: 'duplicate',
        severity: 'note',
        message,
        hint,
        at: member.keyRange,
        path: [...path, member.key],
      });
    }
    byName.set(member.key, member);
  }
  return [...byName.values()];
}
