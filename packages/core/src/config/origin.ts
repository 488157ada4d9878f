import type { Issue } from '../schema/issue.ts';
import { placeIn, type JsonPlace } from './json-places.ts';
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
  readonly issues: readonly Issue[];
  readonly name: string;
  readonly text: string;
}

/** The issues of a JSON text at their places in the file that it was made from. @param text as from `JSON.stringify(…, null, 2)` */
export async function placedIn(
  { file, text: whole, path }: Origin,
  issues: readonly Issue[],
  text: string,
): Promise<Placed> {
  const rangeOf = await yamlPlaces(whole);
  const placed = issues.map((issue) => {
    const place: JsonPlace = placeIn(text, issue.offset);
    return { ...issue, ...rangeOf([...path, ...place.path], place.isKey) };
  });
  return { issues: placed, name: file, text: whole };
}
