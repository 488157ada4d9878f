import type { Summary } from '@catbird/send';
import { rate } from '../report/words.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { EndReason } from '../report/report.ts';
import { rowsOf } from '../report/lost.ts';
import type { Earlier } from './prepared.ts';
import type { StreamOptions } from './spec.ts';

/** Relative error of a rate that is exactly as planned. */
const ROUNDING = 1e-9;

/** Rows accepted per second, those of the past left out. Undefined if there were no others. */
export const liveRate = ({ time, average }: Pick<Summary, 'time' | 'average'>): number | undefined =>
  time === undefined ? average : time.liveAverage;

/** A sentence for each threshold that a stream missed, over all its processes. */
export function missedThresholds(
  summary: Summary,
  { maxFailureRate, minRate }: Pick<StreamOptions, 'maxFailureRate' | 'minRate'>,
  earlier: Earlier,
): string[] {
  const accepted = liveRate(summary) ?? Infinity;
  const rows = summary.generated + earlier.done;
  const share = rows === 0 ? 0 : (lostOf(summary) + rowsOf(earlier.lost)) / rows;
  return [
    ...(maxFailureRate !== undefined && share > maxFailureRate
      ? [`Threshold missed: ${percent(share)} of events failed, more than ${percent(maxFailureRate)}`]
      : []),
    ...(minRate !== undefined && accepted < minRate * (1 - ROUNDING)
      ? [`Threshold missed: ${rate(accepted)} events/s accepted, fewer than ${rate(minRate)}`]
      : []),
  ];
}

/** The exit code of a stream, by its rows in all processes. Failures within `--max-failure-rate` and rows dropped on request do not count. */
export function exitCodeOf(
  summary: Summary,
  reason: EndReason,
  missed: readonly string[],
  { maxFailureRate }: Pick<StreamOptions, 'maxFailureRate'>,
  { lost }: Pick<Earlier, 'lost'>,
): ExitCode {
  if (reason === 'interrupted') return EXIT.interrupted;
  if (reason === 'failed') return EXIT.failed;
  if (missed.length > 0) return EXIT.threshold;
  return lostOf(summary) + rowsOf(lost) === 0 || maxFailureRate !== undefined ? EXIT.ok : EXIT.failed;
}

const lostOf = ({ quarantined, rejected, failed }: Summary): number => quarantined + rejected + failed;

const percent = (share: number): string =>
  `${(share * 100).toLocaleString('en', { maximumFractionDigits: 2 })} %`;
