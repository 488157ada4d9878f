import { issuesOf, type Issue, suggestion } from '@catbird/engine';

/** The streams that each stream waits for, by name. */
export type StartAfter = ReadonlyMap<string, readonly string[]>;

/**
 * Reads `startAfter`: the name of a stream, or a list of names.
 *
 * @param issues receives those that are found
 */
export function readStartAfter(value: unknown, stream: string, issues: Issue[]): readonly string[] {
  if (value === undefined) return [];
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (names.every((name) => typeof name === 'string')) return [...new Set(names)];
  issues.push({ message: `${placeOf(stream)} must be the name of a stream, or a list of names` });
  return [];
}

/** An issue for each stream that would never start: it waits for an unknown stream, for itself, or in a circle. */
export function startAfterIssues(streams: StartAfter): readonly Issue[] {
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
  return issuesOf(...own, ...circles);
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

/** A stream in an order of starts. */
export interface Ordered {
  readonly name?: string | undefined;
  readonly startAfter?: readonly string[] | undefined;
}

/** How a stream ended, for those that wait for it. */
interface Outcome {
  /** Whether it sent all that it should. */
  readonly isComplete: boolean;
}

/**
 * Starts streams, each once those that it waits for have ended.
 *
 * @param orderOf its name, and the names that it waits for
 * @param start gets the names of streams that did not complete. Not called before the others have ended
 * @returns the outcomes, in the order of the streams
 */
export function startInOrder<Stream, End extends Outcome>(
  streams: readonly Stream[],
  orderOf: (stream: Stream) => Ordered,
  start: (stream: Stream, incomplete: readonly string[]) => Promise<End>,
): readonly Promise<End>[] {
  const byName = new Map(streams.map((stream) => [orderOf(stream).name, stream]));
  const started = new Map<Stream, Promise<End>>();
  const startOnce = (stream: Stream): Promise<End> => {
    const known = started.get(stream);
    if (known !== undefined) return known;
    const starting = startAfter(stream);
    started.set(stream, starting);
    return starting;
  };
  const startAfter = async (stream: Stream): Promise<End> => {
    const { startAfter: names = [] } = orderOf(stream);
    const before = names.flatMap((name) => byName.get(name) ?? []);
    const ends = await Promise.allSettled(before.map(startOnce));
    // A bug in one is reported by its own promise.
    const incomplete = names.filter((_, i) => !isComplete(ends[i]));
    return start(stream, incomplete);
  };
  return streams.map(startOnce);
}

const isComplete = (end: PromiseSettledResult<Outcome> | undefined): boolean =>
  end?.status === 'fulfilled' && end.value.isComplete;

/** An issue for each stream that waits for one that never ends. @param endless their names */
export const endlessIssues = (
  streams: readonly Ordered[],
  endless: ReadonlySet<string | undefined>,
): readonly Issue[] =>
  streams.flatMap(({ name = '', startAfter = [] }) =>
    startAfter
      .filter((before) => endless.has(before))
      .map((before) => ({
        message: `${placeOf(name)}: ${before} never ends. Give ${before} a limit, a duration or to`,
      })),
  );
