import type { SchemaIssue } from '@catbird/engine';
import { yamlPlaces } from './yaml-places.ts';

/** The part of a file that a JSON text was made from. */
export interface Origin {
  readonly file: string;
  /** Of the whole file, YAML or JSON. */
  readonly text: string;
  /** Keys from its root to the part. */
  readonly path: readonly string[];
}

/** Issues of a text, and the text in which their places are. */
export interface Placed {
  readonly issues: readonly SchemaIssue[];
  readonly name: string;
  readonly text: string;
}

/** The issues of a JSON text at their places in the file that it was made from. @param text as from `JSON.stringify(…, null, 2)` */
export async function placedIn(
  { file, text: whole, path }: Origin,
  issues: readonly SchemaIssue[],
  text: string,
): Promise<Placed> {
  const rangeOf = await yamlPlaces(whole);
  const placed = issues.map((issue) => {
    const place: JsonPlace = placeIn(text, issue.offset);
    return { ...issue, ...rangeOf([...path, ...place.path], place.isKey) };
  });
  return { issues: placed, name: file, text: whole };
}

/** A key or a value of a JSON text. */
interface JsonPlace {
  /** Keys from the root; those of a list are indexes. */
  readonly path: readonly string[];
  /** It is the last key of the path, rather than the value there. */
  readonly isKey: boolean;
}

/**
 * The key or value that a range of a text begins in.
 *
 * @param text as from `JSON.stringify(…, null, 2)`
 */
export function placeIn(text: string, offset: number): JsonPlace {
  let found: JsonPlace = { path: [], isKey: false };
  let at = 0;
  /** Notes what begins here, unless it is beyond the offset. */
  const note = (place: JsonPlace): void => void (at <= offset && (found = place));
  const visit = (value: unknown, path: readonly string[], indent: string): void => {
    note({ path, isKey: false });
    const isList = Array.isArray(value);
    const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    if (members.length === 0) {
      at += JSON.stringify(value).length;
      return;
    }
    const inner = `${indent}  `;
    for (const [key, member] of members) {
      // The bracket or the comma, and a new line.
      at += 2 + inner.length;
      if (!isList) {
        note({ path: [...path, key], isKey: true });
        at += JSON.stringify(key).length + 2;
      }
      visit(member, [...path, key], inner);
    }
    at += 2 + indent.length;
  };
  visit(JSON.parse(text), [], '');
  return found;
}
