import type { Kind } from '@catbird/engine';
import type { Write } from './avro-bytes.ts';
import type { Definition } from './avro-names.ts';

/** Where rows meet a type. */
export interface Meeting {
  readonly path: readonly string[];
  readonly problems: string[];
  readonly names: ReadonlyMap<string, Definition>;
  /** Of the definition around the type. */
  readonly namespace: string;
  /** Bytes of defaults, at most: of a row, or of an element of a list or a map within it. */
  readonly defaults: { row: number; element: number };
  readonly isElement: boolean;
  /** What writes values of a kind as a type. What does not fit is noted as a problem. */
  readonly fit: (kind: Kind, type: unknown, meeting: Meeting) => Write;
}

/** What writes a type that values do not fit. */
export const never: Write = () => false;

/** Notes a problem. */
export function wrong({ path, problems }: Meeting, why: string): Write {
  problems.push(`${path.length === 0 ? 'The Avro schema' : path.join('.')}: ${why}`);
  return never;
}

const shownType = (type: unknown): string =>
  typeof type === 'string' ? type : JSON.stringify(type ?? null).slice(0, 80);

const SHOWN: Partial<Record<Kind['is'], string>> = {
  text: 'text',
  uuid: 'a UUID',
  instant: 'an instant',
  date: 'a date',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'a boolean',
  list: 'a list',
  map: 'an object',
  object: 'an object',
  null: 'null',
};
/** A kind for people. */
export const shownKind = ({ is }: Kind): string => SHOWN[is] ?? is;

/** Notes that a kind does not fit in a type. */
export function misfit(kind: Kind, type: unknown, meeting: Meeting): Write {
  return wrong(
    meeting,
    `rows have ${shownKind(kind)} here, which does not fit in ${shownType(type)}. Change the field or the schema`,
  );
}
