/**
 * Whether a text is not meant as a schema, but as data or as a definition in another language: CSV, JSON lines, SQL, a list, or an
 * object without fields in it. A schema's fields are objects.
 */
export function isForeign(text: string): boolean {
  const value = parsed(text);
  if (value !== undefined) return Array.isArray(value) || (isObject(value) && isRow(value));
  const [first = '', ...others] = text.trim().split('\n');
  if (first === '') return false;
  return !first.startsWith('{') || (others.length > 0 && parsed(first) !== undefined);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** `number.int`: short for a field of that type. */
const TYPE = /^[a-z]+\.[a-z]+[A-Za-z0-9]*$/;

function isRow(value: object): boolean {
  const all: readonly unknown[] = Object.values(value);
  const isField = (each: unknown): boolean =>
    typeof each === 'string' ? TYPE.test(each) : isObject(each) && !Array.isArray(each);
  return all.length > 0 && !all.some(isField);
}

/** The value of a JSON text; undefined if it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
