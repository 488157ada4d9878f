import { issuesOf, type Issue, type Entity, type Schema, instantText, type Timing } from '@catbird/engine';
import type { ConfigStream } from './spec.ts';

/** A stream, the entities that its schema may draw, and when it begins. */
export interface EntitiesOfStream {
  readonly name: string | undefined;
  readonly entities: readonly Entity[];
  /** Those of them that the schema draws and that grow. */
  readonly growing: readonly Entity[];
  /** Undefined if rows have the clock's time. */
  readonly timing: Timing | undefined;
}

/** An issue for each entity that two streams define differently, or that grows from two beginnings: its values would not agree. */
export function entityIssues(streams: readonly EntitiesOfStream[]): readonly Issue[] {
  const first = new Map<string, { readonly stream: string; readonly text: string }>();
  const messages = streams.flatMap(({ name: stream = 'the stream', entities }) =>
    entities.flatMap((entity) => {
      const text = JSON.stringify(entity);
      const other = first.get(entity.name);
      if (other === undefined) first.set(entity.name, { stream, text });
      if (other === undefined || other.text === text) return [];
      return [
        `Entity ${entity.name} is defined differently in ${other.stream} and ${stream}. Define it once, under entities at the top of the config`,
      ];
    }),
  );
  return issuesOf(...messages, ...otherBeginnings(streams));
}

/** A sentence for each entity whose growth would count from two instants. */
function otherBeginnings(streams: readonly EntitiesOfStream[]): readonly string[] {
  const first = new Map<string, { readonly stream: string; readonly fromMs: number }>();
  return streams.flatMap(({ name: stream = 'the stream', growing, timing }) => {
    const { fromMs } = timing ?? {};
    if (fromMs === undefined) return [];
    return growing.flatMap(({ name }) => {
      const other = first.get(name);
      if (other === undefined) first.set(name, { stream, fromMs });
      if (other === undefined || other.fromMs === fromMs) return [];
      const [one, two] = [other.fromMs, fromMs].map(instantText);
      return [
        `Entity ${name} grows from the beginning of its streams, but ${other.stream} begins at ${one}, and ${stream} at ${two}. Give both the same from`,
      ];
    });
  });
}

/** Why a stream whose events have the clock's time cannot draw an entity that grows. @param entity its name */
export const growthProblem = ({ optionOf }: Pick<ConfigStream, 'optionOf'>, entity: string): string =>
  `Entity ${entity} grows in event time, so events need computed times. Set ${optionOf('from')}: now, or an instant in the past`;

/** A stream whose rows may be the steps of a journey in time. */
export interface JourneyOfStream {
  readonly name: string | undefined;
  readonly journey: Schema['journey'];
  /** As the options give it. Undefined if rows have the clock's time. */
  readonly timing: Timing | undefined;
  /** The `starts` of all streams, if it has no rate of its own. */
  readonly startsOfAll?: unknown;
}

/** What decides when the journeys of a stream start. */
const AGREED = {
  from: ({ fromMs }) => fromMs,
  starts: ({ eps }) => eps,
  rate: ({ rate }) => rate,
  zone: ({ zone }) => zone?.name,
  arrivals: ({ arrivals }) => arrivals,
  speed: ({ speed }) => speed,
  changes: ({ changes }) => changes,
} as const satisfies Readonly<Record<string, (timing: Timing) => unknown>>;

/**
 * The streams that share their journeys: those with the same field and plan, whichever of the steps are their rows. The seed is the
 * same for all streams of a process.
 */
export function sharedJourneys<Stream extends Pick<JourneyOfStream, 'journey'>>(
  streams: readonly Stream[],
): readonly (readonly [Stream, ...(readonly Stream[])])[] {
  const groups = new Map<string, [Stream, ...Stream[]]>();
  for (const stream of streams) {
    if (stream.journey === undefined) continue;
    const { only: _only, each: _each, ...plan } = stream.journey;
    const key = JSON.stringify(plan);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [stream]);
    else group.push(stream);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

/**
 * An issue for each stream that shares the journeys of another one and starts them at other times, and one if journeys are to start and
 * no stream has any.
 */
export function journeyIssues(streams: readonly JourneyOfStream[]): readonly Issue[] {
  const counting = streams.filter(({ startsOfAll }) => startsOfAll !== undefined);
  const isUnused = counting.length > 0 && counting.every(({ journey }) => journey === undefined);
  return issuesOf(
    ...(isUnused ? [UNUSED] : []),
    ...sharedJourneys(streams).flatMap(([first, ...others]) =>
      others.flatMap((other) => differenceOf(first, other) ?? []),
    ),
  );
}

const UNUSED = 'starts: no stream has a catbird.journey with wait that it applies to. Use eps';

/** Whether the rows of streams are the same steps, so that equal rates of events are equal rates of journeys. */
const haveSameSteps = (one: JourneyOfStream, other: JourneyOfStream): boolean =>
  JSON.stringify([one.journey?.only, one.journey?.each]) ===
  JSON.stringify([other.journey?.only, other.journey?.each]);

function differenceOf(one: JourneyOfStream, other: JourneyOfStream): string | undefined {
  const [first, second] = [one.timing, other.timing];
  if (first === undefined || second === undefined) return undefined;
  const both = `Streams ${one.name} and ${other.name} share the journey ${one.journey?.name}`;
  const isComparable = first.unit === second.unit && (first.unit === 'starts' || haveSameSteps(one, other));
  if (!isComparable || (first.unit !== 'starts' && first.eps !== second.eps))
    return `${both}. Give both the same starts, journeys per second, in place of eps`;
  const differences = Object.entries(AGREED).flatMap(([name, of]) =>
    JSON.stringify(of(first)) === JSON.stringify(of(second)) ? [] : [name],
  );
  return differences.length === 0
    ? undefined
    : `${both} and differ in ${differences.join(' and ')}. Set it once, beside streams`;
}
