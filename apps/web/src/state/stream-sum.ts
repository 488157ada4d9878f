import type { RunReport, SecondReport } from '../worker/report-protocol.ts';
import { addReport, noHistory, type History } from './history.ts';
import type { Mark } from './marks.ts';

/** The seconds of several streams, added up. */
export interface StreamSum {
  readonly history: History;
  readonly marks: readonly Mark[];
  /** Seconds that some stream has not reported yet, by second. */
  readonly open: ReadonlyMap<number, SecondReport>;
  /** The first second that is not in the history. */
  readonly next: number;
}

/** Before the first report. */
export const noSum: StreamSum = { history: noHistory, marks: [], open: new Map(), next: 0 };

/** A stream whose reports are added. */
export interface Addend {
  readonly name: string;
  /** The second in which it started. */
  readonly from: number;
}

/** Marks kept for the chart. */
const MARKS = 200;

/** Adds what a stream reports. @param marks of the stream that are new, in its own seconds */
export function addToSum(
  sum: StreamSum,
  { name, from }: Addend,
  report: RunReport,
  marks: readonly Mark[],
): StreamSum {
  const open = new Map(sum.open);
  for (const each of report.seconds) {
    const second = each.second + from;
    // A stream that reports late is missing from a second that is drawn.
    if (second >= sum.next) open.set(second, added(open.get(second), { ...each, second }));
  }
  return {
    ...sum,
    open,
    history: addReport(sum.history, {
      seconds: [],
      marks: report.marks.map((mark) => ({ ...mark, second: mark.second + from })),
    }),
    marks: marks
      .map(({ second, text }) => ({ second: second + from, text }))
      .reduce((list, mark) => withMark(list, mark, name), sum.marks)
      .slice(-MARKS),
  };
}

/** Adds two reports of a second. What is planned for one of them only is not known for both. */
const added = (one: SecondReport | undefined, other: SecondReport): SecondReport =>
  one === undefined
    ? other
    : {
        second: one.second,
        accepted: one.accepted + other.accepted,
        planned:
          one.planned === undefined || other.planned === undefined ? undefined : one.planned + other.planned,
        isBehind: one.isBehind || other.isBehind,
      };

/** A mark with the name of its stream; the same change of several streams at once has none. */
function withMark(list: readonly Mark[], { second, text }: Mark, name: string): readonly Mark[] {
  const named = name === '' ? text : `${name}: ${text}`;
  const isSame = (mark: Mark): boolean =>
    Math.abs(mark.second - second) < 1 &&
    mark.text !== named &&
    (mark.text === text || mark.text.endsWith(`: ${text}`));
  return list.some(isSame)
    ? list.map((mark) => (isSame(mark) ? { ...mark, text } : mark))
    : [...list, { second, text: named }];
}

/**
 * Moves complete seconds to the history. One in which no stream ran has nothing planned and nothing accepted.
 *
 * @param end the first second that some stream may still report
 */
export function closeSeconds(sum: StreamSum, end: number): StreamSum {
  if (end <= sum.next) return sum;
  const seconds: SecondReport[] = [];
  for (let second = sum.next; second < end; second++)
    seconds.push(sum.open.get(second) ?? { second, accepted: 0, planned: 0, isBehind: false });
  return {
    ...sum,
    history: addReport(sum.history, { seconds, marks: [] }),
    open: new Map([...sum.open].filter(([second]) => second >= end)),
    next: end,
  };
}
