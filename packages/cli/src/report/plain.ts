import { inLine, instantText } from '@catbird/engine';
import type { DeliveryError, Progress, Retrying } from '@catbird/send';
import type { Messages } from '../terminal.ts';
import { lostLines } from './lost.ts';
import type { Facts, Report } from './report.ts';
import { endText, summaryText } from './summary-line.ts';
import { errorLines, plural, rate, time as duration, whole } from './words.ts';

/** Prefixes each line with the stream's name, if there are several streams. */
export const named = (stream: string | undefined, text: string): string =>
  stream === undefined ? text : text.replaceAll(/^/gm, `${stream}: `);

/** Writes lines, prefixed with the stream's name if there are several streams. */
export const linesOf =
  (to: Pick<Messages, 'write'>, stream: string | undefined) =>
  (text: string): void =>
    to.write(`${named(stream, text)}\n`);

/** A response of a destination, each line marked with `<`. */
export const answerText = (text: string): string => text.trimEnd().replaceAll(/^/gm, '< ');

/** A line every ten seconds, for logs and pipes. */
export function plainReport(err: Messages, stream: string | undefined): Report {
  const line = linesOf(err, stream);
  let facts: Facts | undefined;
  return {
    everyMs: 10_000,
    start(given) {
      facts = given;
      line(startText(given));
    },
    note: line,
    progress: (progress) => line(progressText(progress, facts)),
    error: (error, retried) => line(errorText(error, retried)),
    answer: (text) => line(answerText(text)),
    end: (end) => line(stream === undefined ? `\n${summaryText(end).trimEnd()}` : endText(end)),
  };
}

/** Only errors that are not retried. */
export function quietReport(err: Messages, stream: string | undefined): Report {
  const line = linesOf(err, stream);
  const nothing = (): void => undefined;
  return {
    everyMs: 10_000,
    start: nothing,
    note: nothing,
    progress: nothing,
    error: (error, retried) => {
      if (!retried) line(errorText(error, false));
    },
    answer: (text) => line(answerText(text)),
    end: ({ missed, part: { earlier = [] } }) => [...missed, ...lostLines(earlier)].forEach(line),
  };
}

/** The start of a stream, in a sentence. */
export function startText(
  { schema, to, perSecond, time: event, limit, durationMs, seed }: Facts,
  verb = 'Streaming',
): string {
  const pace = event?.plan ?? (Number.isFinite(perSecond) ? `${rate(perSecond)}/s` : 'at full speed');
  const ends = [
    ...(event === undefined
      ? []
      : [event.to === null ? `from ${event.from}` : `from ${event.from} to ${event.to}`]),
    ...(limit < 0 ? [] : [event === undefined ? `limit ${whole(limit)}` : plural(limit, 'event')]),
    ...(durationMs === undefined ? [] : [`for ${duration(durationMs)}`]),
  ];
  return `${[`${verb} ${schema} to ${to}`, pace, ...ends].join(', ')}. Seed ${seed}`;
}

/** A failed request, as text. */
export function errorText(error: DeliveryError, retried: boolean): string {
  const [first, ...more] = errorLines(error);
  if (!retried) return [`ERR > ${first}`, ...more].join('\n');
  // A hint is shown only if a person has to act, and a reason only if no code tells it.
  const { message, detail, code, status } = error;
  const hasReason = detail === undefined || message.includes(detail) || (code ?? status) !== undefined;
  return hasReason ? `Retrying: ${first}` : `Retrying: ${first}: ${inLine(detail)}`;
}

/** Progress, in one line. @param facts of the stream, for the rate of its journeys and its end */
export function progressText(progress: Progress, facts?: Facts): string {
  const { elapsedMs, achieved, asked, accepted, retried, behind, latency } = progress;
  const lost = progress.failed + progress.rejected + progress.quarantined;
  return [
    `${duration(elapsedMs)}: ${rate(achieved)}/s of ${rate(asked)}${Number.isFinite(asked) ? '/s' : ''}`,
    ...(facts?.time?.journeys === undefined
      ? []
      : [`${rate(achieved / facts.time.journeys.eventsPerStart)} journeys/s`]),
    ...(backlogText(progress) ?? leftText(progress, facts)),
    // Near the start, because a terminal cuts the line at its edge.
    ...(progress.retrying === undefined ? [] : [retryingText(progress.retrying)]),
    `${whole(accepted)} accepted`,
    `${whole(lost)} failed`,
    `${whole(retried)} retried`,
    ...(progress.dropped > 0 ? [`${whole(progress.dropped)} dropped`] : []),
    ...(Number.isFinite(asked) ? [`${behind.seconds.toFixed(1)} s behind`] : []),
    ...(latency.p95 > 0 ? [`p95 ${latency.p95} ms`] : []),
  ].join(' · ');
}

/** How far a stream is in the past: the event time reached, and the events and the time left. */
function backlogText({ time: event, achieved }: Progress): string[] | undefined {
  if (event === undefined || event.backlogRows === 0) return undefined;
  const { eventMs, backlogRows } = event;
  const leftMs = (backlogRows / achieved) * 1000;
  return [
    `at ${instantText(eventMs)}`,
    `${whole(backlogRows)} to go`,
    ...(Number.isFinite(leftMs) ? [`${duration(leftMs)} left`] : []),
  ];
}

/** When a stream with an end will reach it, at its current rate. */
function leftText(
  { elapsedMs, generated, inFlight, achieved, time }: Progress,
  { limit, durationMs = Infinity }: Pick<Facts, 'limit' | 'durationMs'> = {
    limit: -1,
    durationMs: undefined,
  },
): string[] {
  if (time?.isPaused === true) return [];
  const byRows = limit < 0 ? Infinity : ((limit - generated + inFlight) / achieved) * 1000;
  const leftMs = Math.min(byRows, limit < 0 ? durationMs - elapsedMs : Infinity);
  return Number.isFinite(leftMs) && leftMs > 0 ? [`about ${duration(leftMs)} left`] : [];
}

/** The time of the next retry and of giving up: `retrying: next try in 3.0 s, giving up in 24.0 s`. */
function retryingText({ nextMs, giveUpMs, attemptsLeft }: Retrying): string {
  const next = nextMs > 0 ? `next try in ${duration(nextMs)}` : 'trying now';
  const last = attemptsLeft === undefined ? '' : `, attempts left: ${whole(attemptsLeft)}`;
  return `retrying: ${next}, giving up in ${duration(giveUpMs)}${last}`;
}
