export type { Cause } from './causes/cause.ts';
export type { ColumnRules, Difference } from './comparer.ts';
export type { Arrived, Judge, LeftOver, Look, Allowed, JudgeOptions, Arrivals } from './contract.ts';
export {
  type BlockRule,
  type DigestColumn,
  type Sums,
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
export { linesOf, listedTruth, partOf, cellsAt, sampledTruth, byLateness, whereTrue } from './parts.ts';
export { bytesText, cellsOf, parseLine, parseRow, type RowObject } from './parse-row.ts';
export { pathReport, type StageReport } from './path.ts';
export type { Pattern } from './patterns.ts';
export { type Channel, newChannel, type ArrivedFile, arrivedIn, peeked, SNIFFED } from './read/file.ts';
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
export { type Reading, TEXT_TOLERANCES, type TextTolerance, type Tolerance } from './same.ts';
export { faultySpanTimes, spanTimes } from './span-times.ts';
export {
  barsText,
  barText,
  chartOf,
  type FieldChart,
  type FieldView,
  shownFields,
  viewOf,
  clippedText,
  countText,
  fieldText,
  numberText,
  shareText,
  valueText as valueTextOfWords,
} from './statistics/view.ts';
export { newCollector, lineStatistics, type LineStatistics } from './statistics/collect.ts';
export type { FieldStatistics, Scalar, Statistics, TopValue } from './statistics/figures.ts';
export { type ComputedTimes, countStream, rowsWithin, streamStatistics } from './statistics/stream.ts';
export { type StripCell, stripParts } from './totals.ts';
export { allSent, eachWanted, type Part, type Sent, type Truth, truthOf } from './truth.ts';
export {
  count,
  counted,
  duration,
  type Finding,
  findingsOf,
  headline,
  patternText,
  percent,
  titleOf,
  valueText,
  withBigints,
  wordsOf,
} from './sentences.ts';
