import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compile, parseSchema, run, steady, texts, timed, type Batch, type RowWriter } from '@catbird/core';
import { newTimeline, parseTime, type TimeSettings, type Timing } from '@catbird/core/time';
import { virtualClock } from '../../../../packages/send/test/virtual-clock.ts';
import { ROOT } from '../../site/structure.ts';
import { SEED } from '../story.ts';

const CATBIRD = join(ROOT, 'packages/cli/bin/catbird.js');
const SCHEMA = '{"at": {"type": "catbird.timestampNow"}}';
const MAX_BYTES = 64 * 1024 * 1024;

const timeOf = (row: string): number => Date.parse((JSON.parse(row) as { at: string }).at);

/** Event times that `catbird sample` prints, in milliseconds since 1970. */
export async function sampledTimes(options: readonly string[]): Promise<readonly number[]> {
  const args = [CATBIRD, 'sample', '--schema', '-', '--seed', String(SEED), '--quiet', ...options];
  const sampling = promisify(execFile)(process.execPath, args, { maxBuffer: MAX_BYTES });
  sampling.child.stdin?.end(SCHEMA);
  const { stdout } = await sampling;
  return stdout.trimEnd().split('\n').map(timeOf);
}

/** Seconds after the start at which rows fall due in ticks, one for each row. */
export function tickTimes(eps: number, seconds: number): readonly number[] {
  const pace = steady(eps);
  const times: number[] = [];
  for (let elapsedMs = 0; elapsedMs < seconds * 1000; elapsedMs = pace.next(elapsedMs))
    while (times.length < pace.due(elapsedMs)) times.push(elapsedMs / 1000);
  return times;
}

/**
 * What settings of time mean for a stream that starts at an instant.
 *
 * @throws Error if they are not valid
 */
export function timingOf(settings: TimeSettings, eps: number, nowMs: number): Timing {
  const parsed = parseTime(settings, { eps, nowMs });
  if (!parsed.ok || parsed.timing === undefined) throw new Error(JSON.stringify({ settings, parsed }));
  return parsed.timing;
}

function writer(): RowWriter {
  const parsed = parseSchema(SCHEMA);
  if (!parsed.ok) throw new Error(SCHEMA);
  return compile(parsed.schema, { seed: SEED });
}

const lastTime = (batch: Batch): number => timeOf([...texts(batch)].at(-1) ?? '');

/** When a request was answered, and the time of its last event. Both in seconds after the start. */
type Point = readonly [wall: number, event: number];

/** Runs a stream on a clock of its own against a service that takes so many rows a second. */
export async function delivered(
  settings: TimeSettings,
  { eps, service, seconds }: { readonly eps: number; readonly service: number; readonly seconds: number },
): Promise<readonly Point[]> {
  const clock = virtualClock();
  const startMs = clock.date();
  const timing = timingOf(settings, eps, startMs);
  const timeline = newTimeline(timing, SEED);
  const never = new AbortController().signal;
  const points: Point[] = [];
  const send = async (batch: Batch) => {
    await clock.sleep((batch.count * 1000) / service, never);
    points.push([clock.now() / 1000, (lastTime(batch) - startMs) / 1000]);
    return { accepted: batch.count, quarantined: 0, rejected: 0, bytes: batch.count };
  };
  const running = run({
    rows: writer(),
    pace: timed(timeline, { timing, clock }),
    times: timeline,
    limit: timeline.before(startMs + seconds * 1000),
    connection: { send, close: () => Promise.resolve() },
    limits: { rows: 1000, bytes: 1_000_000, inFlight: 1 },
    stop: never,
    clock,
    random: () => 0.5,
  });
  await clock.until(running);
  return points;
}
