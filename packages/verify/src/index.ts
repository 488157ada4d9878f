export type { Cause } from './causes/cause.ts';
export type { ColumnRules, Difference } from './columns.ts';
export type { Arrived, Judge, LeftOver, Look } from './contract.ts';
export type { BlockRule, DigestColumn, Sums } from './digest-sums.ts';
export {
  blockRule,
  differenceOf,
  type DigestDifference,
  digestOf,
  type ExpectedBlock,
  rowsIn,
} from './digest.ts';
export { type Aggregate, AGGREGATES, type Expectation, expectedGroups } from './expect.ts';
export { faultyTruth } from './faulty-truth.ts';
export { IdentityError } from './finding.ts';
export { countingFinder, probe } from './identity.ts';
export { newJudge } from './judge.ts';
export { arrivalMs, type ArrivalTimes } from './lag.ts';
export { linesOf, listedTruth } from './listed-truth.ts';
export type { Allowed, JudgeOptions } from './options.ts';
export { bytesText, cellsOf, parseLine, parseRow, type Row } from './parse.ts';
export { partOf } from './part.ts';
export { pathReport, type StageReport } from './path.ts';
export type { Pattern } from './patterns.ts';
export type { Arrivals } from './read/arrivals.ts';
export { type Channel, newChannel } from './read/channel.ts';
export { type ArrivedFile, arrivedIn } from './read/file.ts';
export { AT_ONCE, grouped, LINE_BYTES, type Lines, textLines } from './read/lines.ts';
export { parquetRows } from './read/parquet.ts';
export type {
  ChangedColumn,
  Check,
  Counts,
  DigestReport,
  Example,
  Group,
  LagReport,
  OrderReport,
  SampleReport,
  TableReport,
  Unaccepted,
} from './report.ts';
export { instantOf, type Reading, TEXT_TOLERANCES, type TextTolerance, type Tolerance } from './same.ts';
export { cellsAt, sampledTruth } from './sampled.ts';
export { byLateness, whereTrue } from './select.ts';
export { faultySpanTimes, spanTimes } from './span-times.ts';
export { barsText, barText, chartOf, type FieldChart } from './statistics/chart.ts';
export { newCollector } from './statistics/collect.ts';
export type { FieldStatistics, Statistics, TopValue } from './statistics/figures.ts';
export { lineStatistics, type LineStatistics } from './statistics/lines.ts';
export { type ComputedTimes, rowsWithin, streamStatistics } from './statistics/stream.ts';
export { type FieldView, shownFields, viewOf } from './statistics/view.ts';
export {
  clippedText,
  countText,
  fieldText,
  numberText,
  shareText,
  valueText as valueTextOfWords,
} from './statistics/words.ts';
export { type StripCell, stripParts } from './strip.ts';
export { allSent, eachWanted, type Part, type Sent, type Truth, truthOf } from './truth.ts';
export {
  causeText,
  count,
  counted,
  duration,
  type Finding,
  headline,
  patternText,
  percent,
  restLines,
  restOf,
  valueText,
  whichRows,
  withBigints,
  wordsOf,
} from './words.ts';
