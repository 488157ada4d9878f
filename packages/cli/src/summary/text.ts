import { aligned, identity, latency, traffic } from '../report/summary.ts';
import { plural, rate, time } from '../report/words.ts';
import { UNFINISHED, type Debt, type Merged } from './merge.ts';

/** The sum of the parts of a stream, for people: laid out as the summary of one process. */
export function mergedText(sum: Merged, stream: string | undefined): string {
  const { shards, found, startedAt, endedAt, elapsedMs, achieved, owing, rows, seed, digest } = sum;
  const parts = shards === 1 ? 'The stream' : `${found} of ${plural(shards, 'shard')}`;
  const lines = [
    `${stream === undefined ? '' : `${stream}: `}${parts} ended, from ${startedAt} to ${endedAt} (${time(elapsedMs)}).`,
    ...owing.map((debt) => debtText(debt, shards)),
    '',
    ...identity(sum),
    '',
    ...aligned([
      ['rate', `${rate(achieved)}/s accepted`],
      ...traffic(sum),
      ...latency(sum),
      ['limit', rows < 0 ? 'none' : plural(rows, 'event')],
      ['seed', seed],
      ...(digest === undefined ? [] : [['digest', digest] as const]),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

/** `Shard 3/5 is missing: 200 events left.` */
function debtText({ shard, rows, atMost, reason }: Debt, shards: number): string {
  const name = shards === 1 ? 'The stream' : `Shard ${shard}/${shards}`;
  const events = `${atMost === true ? 'up to ' : ''}${plural(rows ?? 0, 'event')} left`;
  const left = rows === null ? 'the stream has no end' : events;
  if (reason === undefined) return `${name} is missing: ${left}.`;
  return reason === UNFINISHED
    ? `${name} runs or was killed: ${left}.`
    : `${name} ended early (${reason}): ${left}.`;
}
