import {
  count,
  findingsOf,
  headline,
  titleOf,
  valueText,
  wordsOf,
  type Check,
  type TableReport,
  stripParts,
  type StripCell,
} from '@catbird/verify';
import { Fragment } from 'react';
import { Tick } from '../../ui/index.ts';

/** What became of the rows, as `catbird verify` says it. */
export function ArrivedReport({ name, report }: { readonly name: string; readonly report: TableReport }) {
  const { verdict, strip, checks, identity, notes } = report;
  return (
    <section className="report arrived-report" aria-labelledby="verdict" role="status">
      <h3 id="verdict">
        <Tick tone={verdict === 'right' ? 'accepted' : 'failed'} />
        {verdict === 'right' ? 'What arrived is right' : 'What arrived is not right'}
      </h3>
      <p>{headline(report)}</p>
      <p className="hint">
        {name}, rows told apart by {identity.length === 0 ? 'all columns together' : identity.join(' and ')}
      </p>
      <Strip cells={strip} />
      <Checks checks={checks} />
      {findingsOf(report, (value) => valueText(value)).map((finding) => (
        <Fragment key={finding.kind}>
          <h4>{titleOf(finding)}</h4>
          <List lines={finding.lines} />
        </Fragment>
      ))}
      {notes.length > 0 && (
        <>
          <h4>Notes</h4>
          <List lines={notes} />
        </>
      )}
    </section>
  );
}

const Checks = ({ checks }: { readonly checks: readonly Check[] }) => (
  <table className="arrived-checks">
    <caption className="sr">Checks</caption>
    <tbody>
      {checks.map((check) => (
        <tr key={check.name}>
          <th scope="row">{wordsOf(check)}</th>
          <td>{count(check.rows)}</td>
          <td>
            <Tick tone={TONES[check.verdict]} /> {check.verdict}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const TONES = { right: 'accepted', wrong: 'failed', 'not judged': 'muted' } as const;

const List = ({ lines }: { readonly lines: readonly string[] }) => (
  <ul>
    {lines.map((line, i) => (
      // oxlint-disable-next-line react/no-array-index-key -- lines never change
      <li key={i}>{line}</li>
    ))}
  </ul>
);

const [WIDTH, HEIGHT] = [1000, 56] as const;
/** Of a cell with a few such rows, so that they can be seen. */
const LEAST = 6;

const FATES = { right: 'accepted', changed: 'retried', missing: 'failed', none: 'line' } as const;
const LEGEND = ['right', 'changed', 'missing'] as const;

/** What became of the rows along the stream, as a picture. */
function Strip({ cells }: { readonly cells: readonly StripCell[] }) {
  const last = cells.at(-1);
  if (last === undefined) return null;
  const bad = cells.filter(({ changed, missing }) => changed + missing > 0).length;
  return (
    <figure className="arrived-strip">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`The stream in ${cells.length} parts, of which ${bad} have changed or missing rows`}
      >
        {cells.map((cell, i) => (
          <Cell key={cell.first} cell={cell} x={(i * WIDTH) / cells.length} width={WIDTH / cells.length} />
        ))}
      </svg>
      <figcaption>
        <span>row {count(cells[0]?.first ?? 0)}</span>
        <span className="arrived-legend">
          {LEGEND.map((word) => (
            <span key={word}>
              <Tick tone={FATES[word]} /> {word}
            </span>
          ))}
        </span>
        <span>row {count(last.first + Math.max(1, last.expected) - 1)}</span>
      </figcaption>
    </figure>
  );
}

const Cell = ({ cell, x, width }: { readonly cell: StripCell; readonly x: number; readonly width: number }) =>
  stripParts(cell, HEIGHT, LEAST).map(({ kind, y, height }) => (
    <rect key={kind} className={`c-${FATES[kind]}`} x={x} y={y} width={width + 1} height={height} />
  ));
