import { Tick, type Tone } from './tick.tsx';

/** A line of a ledger. */
interface LedgerLine {
  readonly label: string;
  readonly count: number;
  /** Colour of a count above zero. */
  readonly tone: Tone;
  /** Part of the line above: not added to the sum, without a share. */
  readonly part?: boolean;
}

const thousands = new Intl.NumberFormat('en-US');

/** Counts with their sum in the last line. */
export const Ledger = ({
  caption,
  lines,
  sum,
  unit = 'Rows',
}: {
  readonly caption: string;
  readonly lines: readonly LedgerLine[];
  /** The last line: its label, and its independently counted value. */
  readonly sum: { readonly label: string; readonly count: number };
  /** Header of the count column, for screen readers. */
  readonly unit?: string;
}) => (
  <table className="ledger">
    <caption>
      <h3>{caption}</h3>
    </caption>
    <thead className="sr">
      <tr>
        <th scope="col">Outcome</th>
        <th scope="col">Share</th>
        <th scope="col">{unit}</th>
      </tr>
    </thead>
    <tbody>
      {lines.map((line) => (
        <Line key={line.label} line={line} of={sum.count} />
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row" colSpan={2}>
          {sum.label} <span>the sum of the above</span>
        </th>
        <td>{thousands.format(sum.count)}</td>
      </tr>
    </tfoot>
  </table>
);

const Line = ({ line, of }: { readonly line: LedgerLine; readonly of: number }) => (
  <tr className={line.part ? 'part' : undefined}>
    <th scope="row">
      {!line.part && <Tick tone={line.count === 0 ? 'line' : line.tone} />}
      {line.label}
    </th>
    <td className="share">{!line.part && line.count > 0 && share(line.count, of)}</td>
    <td className={line.count === 0 ? 'zero' : undefined}>{thousands.format(line.count)}</td>
  </tr>
);

/** A part of a whole in percent. Only the whole is "100 %", and only nothing is "0 %". */
export function share(part: number, whole: number): string {
  if (part <= 0 || whole <= 0) return '0 %';
  if (part >= whole) return '100 %';
  const percent = (part / whole) * 100;
  if (percent < 0.005) return '< 0.01 %';
  return `${Math.min(99.99, Math.round(percent * 100) / 100).toFixed(2)} %`;
}
