export * from '../verify.ts';
export { AGGREGATES, expectedGroups, type Aggregate, type Expectation } from '../verify/expect.ts';
export { faultyTruth } from '../verify/faulty-truth.ts';
export { probe } from '../verify/identity.ts';
export { linesOf, listedTruth } from '../verify/listed-truth.ts';
export { bytesText } from '../verify/parse.ts';
export { pathReport } from '../verify/path.ts';
export { newChannel, type Channel } from '../verify/read/channel.ts';
export { arrivedIn, type ArrivedFile } from '../verify/read/file.ts';
export { AT_ONCE, grouped, textLines } from '../verify/read/lines.ts';
export {
  causeText,
  count,
  counted,
  headline,
  patternText,
  percent,
  restLines,
  restOf,
  whichRows,
  wordsOf,
  type Finding,
} from '../verify/words.ts';
export { TEXT_TOLERANCES } from '../verify/same.ts';
export { byLateness, whereTrue } from '../verify/select.ts';
export { faultySpanTimes, spanTimes } from '../verify/span-times.ts';
