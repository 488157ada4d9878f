import { bytesText } from '../../../run/units.ts';
import type { StreamPlan } from '../../../worker/schema-protocol.ts';
import { instantWords } from '../../../state/summary.ts';

/** From so many events or bytes on, the past is a lot to send. */
const MANY = { rows: 10_000_000, bytes: 5e9 };

/** What a service can be expected to take, in events per second. */
const USUAL_PER_SECOND = 20_000;

const counts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const rates = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });

/** `41`, `1,250`, `0.25`. */
const rateText = (perSecond: number): string =>
  perSecond >= 10 ? counts.format(perSecond) : rates.format(perSecond);

/** A size with two digits: `19 GB`. */
export const sizeText = (bytes: number): string => bytesText(Number(bytes.toPrecision(2)));

/** What the stream sends: `77,760,000 events by now, about 19 GB; then 41 a second, at most 85.` */
export function planText(plan: StreamPlan): string {
  const { nowMs, fromMs, toMs, dueRows, totalRows } = plan;
  if (totalRows === 0)
    return `No event is ever sent: the rate is 0${toMs === null ? '' : ` until ${instantWords(toMs, nowMs)}`}.`;
  const isOver = (toMs !== null && toMs <= nowMs) || dueRows === totalRows;
  if (dueRows > 0 && isOver) return `${eventsText(dueRows)}${ofSize(plan, dueRows)}.`;
  const all = totalRows === null ? '' : `; ${counts.format(totalRows)} in all${ofSize(plan, totalRows)}`;
  if (dueRows > 0) {
    const size = totalRows === null ? ofSize(plan, dueRows) : '';
    return `${eventsText(dueRows)} by now${size}; then ${paceText(plan)}${all}.`;
  }
  const begin = fromMs > nowMs ? `From ${instantWords(fromMs, nowMs)}: ` : '';
  return `${begin}${paceText(plan)}${all}.`;
}

/** `That is a lot: about 65 min at 20,000/s.`, if it is. */
export function manyText({ dueRows, rows }: StreamPlan): string | undefined {
  const isMany = dueRows > MANY.rows || dueRows * (rows?.bytes ?? 0) > MANY.bytes;
  if (!isMany) return undefined;
  return `That is a lot: about ${timeText(dueRows / USUAL_PER_SECOND)} at ${counts.format(USUAL_PER_SECOND)}/s.`;
}

/** Whether there is a past to send before the stream goes on live. */
export const isBehind = ({ fromMs, toMs, nowMs }: StreamPlan): boolean =>
  fromMs < nowMs - 1000 && (toMs === null || toMs > nowMs);

/** Whether rows of the past do not say when they happened. */
export const lacksTime = ({ fromMs, nowMs, rows }: StreamPlan): boolean =>
  fromMs < nowMs - 1000 && rows?.areTimed === false;

const eventsText = (rows: number): string => `${counts.format(rows)} ${rows === 1 ? 'event' : 'events'}`;

const ofSize = ({ rows }: StreamPlan, count: number): string =>
  rows === undefined ? '' : `, about ${sizeText(count * rows.bytes)}`;

function paceText({ perSecond, mostPerSecond, journeysPerSecond }: StreamPlan): string {
  const journeys =
    journeysPerSecond === undefined ? '' : ` in ${rateText(journeysPerSecond)} journeys a second`;
  const now = `${rateText(perSecond)} ${journeys === '' ? 'a second' : `events${journeys}`}`;
  return rateText(mostPerSecond) === rateText(perSecond) ? now : `${now}, at most ${rateText(mostPerSecond)}`;
}

function timeText(seconds: number): string {
  if (seconds < 90 * 60) return `${Math.max(1, Math.round(seconds / 60))} min`;
  return seconds < 48 * 3600 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`;
}
