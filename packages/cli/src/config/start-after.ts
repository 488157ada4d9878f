import { suggestion } from '@catbird/core';

/** The streams that each stream waits for, by name. */
export type StartAfter = ReadonlyMap<string, readonly string[]>;

/**
 * Reads `startAfter`: the name of a stream, or a list of names.
 *
 * @param lines receives a line for each problem
 */
export function readStartAfter(value: unknown, stream: string, lines: string[]): readonly string[] {
  if (value === undefined) return [];
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (names.every((name) => typeof name === 'string')) return [...new Set(names)];
  lines.push(`${placeOf(stream)} must be the name of a stream, or a list of names`);
  return [];
}

/** A line for each stream that would never start: it waits for an unknown stream, for itself, or in a circle. */
export function startAfterProblems(streams: StartAfter): readonly string[] {
  const names = [...streams.keys()];
  const own = [...streams].flatMap(([stream, before]) =>
    before.flatMap((name) => {
      if (name === stream) return [`${placeOf(stream)}: A stream cannot start after itself`];
      return streams.has(name) ? [] : [`${placeOf(stream)}: Unknown stream ${name}. ${hint(name, names)}`];
    }),
  );
  const circles = circlesIn(streams).map(
    (circle) => `${placeOf(circle[0] ?? '')}: Circular: ${circle.join(' → ')}. None of them would start`,
  );
  return [...own, ...circles];
}

const placeOf = (stream: string): string => `streams.${stream}.startAfter`;

function hint(name: string, names: readonly string[]): string {
  const near = suggestion(name, names);
  return near === undefined ? `Streams: ${names.join(', ')}` : `Did you mean ${near}?`;
}

/** Each circle once, as a path that ends where it begins. */
function circlesIn(streams: StartAfter): readonly (readonly string[])[] {
  const done = new Set<string>();
  const circles: (readonly string[])[] = [];
  const visit = (name: string, path: readonly string[]): void => {
    const begin = path.indexOf(name);
    // A stream that waits for itself has a line of its own.
    if (begin >= 0 && begin < path.length - 1) circles.push([...path.slice(begin), name]);
    if (begin >= 0 || done.has(name)) return;
    for (const before of streams.get(name) ?? []) visit(before, [...path, name]);
    done.add(name);
  };
  for (const name of streams.keys()) visit(name, []);
  return circles;
}
