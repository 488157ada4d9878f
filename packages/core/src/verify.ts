export type { Cause } from './verify/causes/cause.ts';
export type { ColumnRules, Difference } from './verify/columns.ts';
export {
  IdentityError,
  newJudge,
  type Allowed,
  type Arrived,
  type Judge,
  type JudgeOptions,
  type LeftOver,
} from './verify/judge.ts';
export { probe as probeRows } from './verify/identity.ts';
export { bytesText, type Row } from './verify/parse.ts';
export type { Pattern } from './verify/patterns.ts';
export type {
  ChangedColumn,
  Check,
  Counts,
  Example,
  Group,
  OrderReport,
  TableReport,
} from './verify/report.ts';
export { TEXT_TOLERANCES, type Reading, type TextTolerance, type Tolerance } from './verify/same.ts';
export { AGGREGATES, expectedGroups, type Aggregate, type Expectation } from './verify/expect.ts';
export { linesOf, listedTruth } from './verify/listed-truth.ts';
export { pathReport, type Stage, type StageReport } from './verify/path.ts';
export { byLateness, selected, whereTrue, type Lateness, type Wanted } from './verify/select.ts';
export { faultyTruth } from './verify/faulty-truth.ts';
export { spanTimes } from './verify/span-times.ts';
export type { StripCell } from './verify/strip.ts';
export { allSent, truthOf, type Sent, type Truth } from './verify/truth.ts';
