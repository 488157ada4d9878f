import { refusalOf, type Refusal } from '../refusal.ts';
import type { Prepared } from './prepared.ts';
import type { StreamSpec } from './spec.ts';

/** A stream in an order of starts. */
interface Ordered {
  readonly spec: Pick<StreamSpec, 'name' | 'startAfter'>;
}

/** How a stream ended, for those that wait for it. */
interface Outcome {
  /** Whether it sent all that it should. */
  readonly isComplete: boolean;
}

/**
 * Starts streams, each once those that it waits for have ended.
 *
 * @param start gets the names of streams that did not complete. Not called before the others have ended
 * @returns the outcomes, in the order of the streams
 */
export function startInOrder<Stream extends Ordered, End extends Outcome>(
  streams: readonly Stream[],
  start: (stream: Stream, incomplete: readonly string[]) => Promise<End>,
): readonly Promise<End>[] {
  const byName = new Map(streams.map((stream) => [stream.spec.name, stream]));
  const started = new Map<Stream, Promise<End>>();
  const startOnce = (stream: Stream): Promise<End> => {
    const known = started.get(stream);
    if (known !== undefined) return known;
    const starting = startAfter(stream);
    started.set(stream, starting);
    return starting;
  };
  const startAfter = async (stream: Stream): Promise<End> => {
    const { startAfter: names = [] } = stream.spec;
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

/** A checked stream. */
interface Checked extends Ordered {
  readonly spec: Pick<StreamSpec, 'name' | 'startAfter' | 'options'>;
  readonly prepared: Pick<Prepared, 'plannedRows' | 'isFinished'>;
}

/** A refusal for each stream that waits for one that never ends, or whose end a shard cannot know. */
export function startAfterRefusals(streams: readonly Checked[]): readonly Refusal[] {
  const endless = new Set(streams.filter(isEndless).map(({ spec }) => spec.name));
  const lines = streams.flatMap(({ spec: { name, startAfter = [], options } }) => {
    const place = `streams.${name}.startAfter`;
    if (startAfter.length > 0 && options.shard !== undefined)
      return [
        `${place} cannot be used with --shard: a process does not know when the other shards of ${startAfter.join(' and ')} have ended`,
      ];
    return startAfter
      .filter((before) => endless.has(before))
      .map((before) => `${place}: ${before} never ends. Give ${before} a limit, a duration or to`);
  });
  return lines.length === 0 ? [] : [refusalOf('config', lines)];
}

const isEndless = ({ spec: { options }, prepared: { plannedRows, isFinished } }: Checked): boolean =>
  plannedRows < 0 && options.duration === undefined && !isFinished;
