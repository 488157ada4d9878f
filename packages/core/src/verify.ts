export type { Cause } from './verify/causes/cause.ts';
export type { ColumnRules, Difference } from './verify/columns.ts';
export { IdentityError } from './verify/finding.ts';
export type { Arrived, Judge, LeftOver, Look } from './verify/contract.ts';
export { newJudge } from './verify/judge.ts';
export type { ArrivalTimes } from './verify/lag.ts';
export type { Allowed, JudgeOptions } from './verify/options.ts';
export type { Row } from './verify/parse.ts';
export type { StageReport } from './verify/path.ts';
export type { Pattern } from './verify/patterns.ts';
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
} from './verify/report.ts';
export type { Reading, TextTolerance, Tolerance } from './verify/same.ts';
export type { StripCell } from './verify/strip.ts';
export { allSent, truthOf, type Part, type Sent, type Truth } from './verify/truth.ts';
