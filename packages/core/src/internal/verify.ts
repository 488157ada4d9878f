export * from '../verify.ts';
export { AGGREGATES, expectedGroups, type Aggregate, type Expectation } from '../verify/expect.ts';
export {
  blockRule,
  differenceOf,
  digestOf,
  rowsIn,
  type DigestDifference,
  type ExpectedBlock,
} from '../verify/digest.ts';
export type { BlockRule, DigestColumn, Sums } from '../verify/digest-sums.ts';
export { faultyTruth } from '../verify/faulty-truth.ts';
export { countingFinder, probe } from '../verify/identity.ts';
export { linesOf, listedTruth } from '../verify/listed-truth.ts';
export { arrivalMs } from '../verify/lag.ts';
export { bytesText, cellsOf, parseLine, parseRow } from '../verify/parse.ts';
export { partOf } from '../verify/part.ts';
export { pathReport } from '../verify/path.ts';
export { newChannel, type Channel } from '../verify/read/channel.ts';
export { arrivedIn, type ArrivedFile } from '../verify/read/file.ts';
export type { Arrivals } from '../verify/read/arrivals.ts';
export { AT_ONCE, grouped, LINE_BYTES, textLines, type Lines } from '../verify/read/lines.ts';
export { parquetRows } from '../verify/read/parquet.ts';
export {
  causeText,
  count,
  counted,
  duration,
  headline,
  patternText,
  percent,
  restLines,
  restOf,
  valueText,
  whichRows,
  withBigints,
  wordsOf,
  type Finding,
} from '../verify/words.ts';
export { instantOf, TEXT_TOLERANCES } from '../verify/same.ts';
export { byLateness, whereTrue } from '../verify/select.ts';
export { faultySpanTimes, spanTimes } from '../verify/span-times.ts';
export { cellsAt, sampledTruth } from '../verify/sampled.ts';
export { eachWanted } from '../verify/truth.ts';
export { stripParts } from '../verify/strip.ts';
