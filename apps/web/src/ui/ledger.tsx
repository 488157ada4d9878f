import { share } from './share.ts';
import { Tick, type Tone } from './tick.tsx';

/** One line of a ledger. */
export interface LedgerLine {
  readonly label: string;
  readonly count: number;
  /** The colour once the count is above zero. */
  readonly tone: Tone;
  /** A part of the line above it: it is not added to the sum and shows no share. */
  readonly part?: boolean;
}

const thousands = new Intl.NumberFormat('en-US');

/** Counts as an account that adds up: the last line is their sum. */
export const Ledger = ({
  caption,
  lines,
  sum,
  unit = 'Rows',
}: {
  readonly caption: string;
  readonly lines: readonly LedgerLine[];
  /** The last line: its name, and its count as counted on its own. */
  readonly sum: { readonly label: string; readonly count: number };
  /** Head of the column of counts, for screen readers. */
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
