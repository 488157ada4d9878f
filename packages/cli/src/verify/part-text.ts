import { type TableReport, count, counted } from '@catbird/verify';

/** How rows were judged, if not all of them were read. */
export const partLines = (report: TableReport): readonly string[] => [
  ...sampleLines(report),
  ...digestLines(report),
];

const digestLines = ({ digest }: TableReport): readonly string[] =>
  digest === undefined
    ? []
    : [
        `a digest: ${counted(digest.blocks, 'block')} by ${digest.by}, ${count(digest.differing)} with other sums, of which ${count(digest.read)} were read row by row`,
      ];

const sampleLines = ({ sample, counts }: TableReport): readonly string[] =>
  sample === undefined
    ? []
    : [
        `a sample: ${count(sample.wrong)} of ${counted(counts.expected, 'row')} missing or changed, so at most ${fine(sample.atMost)} of all ${count(sample.of)} are, with 95 % confidence. Extra rows and order are not judged`,
      ];

/** A share with three digits, rounded up, so that the bound holds. */
function fine(share: number): string {
  const percent = share * 100;
  const scale = percent === 0 ? 1 : 10 ** Math.max(0, 2 - Math.floor(Math.log10(percent)));
  return `${Math.ceil(percent * scale) / scale} %`;
}
