import type { Schema } from '../model/schema.ts';
import type { Timing } from '../time/timing.ts';

/** A stream whose rows may be the steps of a journey in time. */
export interface JourneyOfStream {
  readonly name: string | undefined;
  readonly journey: Schema['journey'];
  /** As the options give it. Undefined if rows have the clock's time. */
  readonly timing: Timing | undefined;
}

/** What decides when the journeys of a stream start. */
const AGREED = {
  from: ({ fromMs }) => fromMs,
  starts: ({ eps }) => eps,
  rate: ({ rate }) => rate,
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

/** A line for each stream that shares the journeys of another one and starts them at other times. */
export const journeyProblems = (streams: readonly JourneyOfStream[]): readonly string[] =>
  sharedJourneys(streams).flatMap(([first, ...others]) =>
    others.flatMap((other) => problemOf(first, other) ?? []),
  );

function problemOf(one: JourneyOfStream, other: JourneyOfStream): string | undefined {
  const [first, second] = [one.timing, other.timing];
  if (first === undefined || second === undefined) return undefined;
  const both = `Streams ${one.name} and ${other.name} share the journey ${one.journey?.name}`;
  if (first.unit !== 'starts' || second.unit !== 'starts')
    return `${both}. Give both the same starts, journeys per second, in place of eps`;
  const differences = Object.entries(AGREED).flatMap(([name, of]) =>
    JSON.stringify(of(first)) === JSON.stringify(of(second)) ? [] : [name],
  );
  return differences.length === 0
    ? undefined
    : `${both} and differ in ${differences.join(' and ')}. Set it once, beside streams`;
}
