import { invalid, type Result, type Kind, type Member } from '@catbird/engine';
import type { Write } from './avro-bytes.ts';
import { fitNested, fitUnion } from './avro-fit-nested.ts';
import { fitSingle } from './avro-fit-single.ts';
import { misfit, shownKind, wrong, type Meeting } from './avro-meeting.ts';
import { isType, namesIn, nameOf, type Declared, type Definition } from './avro-names.ts';
import type { AvroType, Typed } from './avro-schema.ts';
import { takeNull } from './scanner.ts';
import type { NamedSchema } from './registry-schema.ts';

/** A given schema. A row of n bytes of JSON has at most n / 2 elements of lists and maps. */
export interface Given extends Typed {
  readonly defaults: Meeting['defaults'];
}

/**
 * What writes rows with a given schema. Fields match by name or alias. What rows lack, the schema's defaults fill.
 *
 * @param text the schema, as JSON
 * @param references schemas of types that it names
 */
export const givenSchema = (
  members: readonly Member[],
  text: string,
  references?: readonly NamedSchema[],
): Result<Given> => givenType({ is: 'object', members }, text, references);

/** What writes values of a kind with a given schema. */
export function givenType(kind: Kind, text: string, references: readonly NamedSchema[] = []): Result<Given> {
  const problems: string[] = [];
  const defaults = { row: 0, element: 0 };
  const type = parsed(text, 'The Avro schema', problems);
  const others = references.map((each) => parsed(each.text, `The Avro schema ${each.name}`, problems));
  if (problems.length > 0) return invalid(...problems);
  const write = fit(kind, type, {
    path: [],
    problems,
    names: new Map([...others, type].flatMap((each) => [...namesIn(each)])),
    namespace: '',
    defaults,
    isElement: false,
    fit,
  });
  return problems.length > 0 || !isType(type) ? invalid(...problems) : { ok: true, type, write, defaults };
}

function parsed(text: string, what: string, problems: string[]): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    problems.push(`${what} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

const isUnion = (type: AvroType): type is readonly AvroType[] => Array.isArray(type);

function fit(kind: Kind, type: unknown, meeting: Meeting): Write {
  if (!isType(type)) return misfit(kind, type, meeting);
  if (isUnion(type)) return fitUnion(kind, type, meeting);
  if (kind.is === 'any')
    return wrong(
      meeting,
      'its type is not known before it is written. Hide the field, or make it of one type',
    );
  if (kind.is === 'union')
    return wrong(
      meeting,
      `rows have ${kind.of.map(shownKind).join(' or ')} here, so the schema needs a union`,
    );
  const { definition, namespace } = defined(type, meeting);
  // `{"type": {"type": …}}` is the same as the inner one.
  if (typeof definition.type !== 'string') return fit(kind, definition.type, { ...meeting, namespace });
  const inside = { ...meeting, namespace };
  if (kind.nullable === true && kind.unsure !== true)
    return wrong(meeting, `rows can have null here. Make it a union with null in the schema`);
  const write = fitPlain(kind, definition, inside) ?? misfit(kind, type, meeting);
  return kind.unsure === true ? refusingNull(write, meeting) : write;
}

/** The definition of a name, or of a type. */
function defined(type: Exclude<AvroType, readonly AvroType[]>, { names, namespace }: Meeting): Definition {
  const named = (name: string): Definition | undefined =>
    names.get(name) ?? names.get(`${namespace}.${name}`);
  if (typeof type === 'string') return named(type) ?? { definition: { type }, namespace };
  const own = 'name' in type ? names.get(nameOf(type, namespace)) : named(type.type);
  return own ?? { definition: type, namespace };
}

/** What writes a value whose expression may give null. */
function refusingNull(write: Write, { path }: Meeting): Write {
  return (cursor) => {
    if (takeNull(cursor))
      throw new RangeError(
        `${path.join('.')} is null in a row, as its expression cannot be computed. Make it a union with null in the schema, or give another value with ??`,
      );
    return write(cursor);
  };
}

/** Types with others in them. */
const NESTED: ReadonlySet<string> = new Set(['array', 'map', 'record']);

/** What writes a value that is never null; undefined: it does not fit. */
function fitPlain(kind: Kind, definition: Declared, meeting: Meeting): Write | undefined {
  return NESTED.has(definition.type)
    ? fitNested(kind, definition, meeting)
    : fitSingle(kind, definition, meeting);
}
