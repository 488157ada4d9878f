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
export { bytesText, parseLine } from '../verify/parse.ts';
export { partOf } from '../verify/part.ts';
export { pathReport } from '../verify/path.ts';
export { TEXT_TOLERANCES } from '../verify/same.ts';
export { byLateness, whereTrue } from '../verify/select.ts';
export { spanTimes } from '../verify/span-times.ts';
export { cellsAt, sampledTruth } from '../verify/sampled.ts';
export { eachWanted } from '../verify/truth.ts';
