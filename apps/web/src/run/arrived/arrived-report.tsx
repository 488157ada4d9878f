import {
  causeText,
  count,
  counted,
  headline,
  patternText,
  percent,
  restLines,
  valueText,
  whichRows,
  wordsOf,
  type ChangedColumn,
  type Check,
  type Example,
  type Group,
  type TableReport,
  stripParts,
  type StripCell,
} from '@catbird/verify';
import type { ReactNode } from 'react';
import { Tick } from '../../ui/index.ts';

/** What became of the rows, as `catbird verify` says it. */
export function ArrivedReport({ name, report }: { readonly name: string; readonly report: TableReport }) {
  const { verdict, strip, checks, changed, counts, missing, doubled, extra, identity, notes } = report;
  const lines = [...restLines(report), ...notes];
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
      {changed.length > 0 && (
        <>
          <h4>Changed columns</h4>
          {changed.map((column) => (
            <Column key={column.column} column={column} expected={counts.expected} />
          ))}
        </>
      )}
      <Rows title="Missing rows" group={missing} />
      <Rows title="Doubled rows" group={{ ...doubled, examples: [] }} />
      {counts.extra > 0 && (
        <>
          <h4>Rows that nobody sent: {count(counts.extra)}</h4>
          <Examples examples={extra} />
        </>
      )}
      {lines.length > 0 && (
        <>
          <h4>Notes</h4>
          <List lines={lines} />
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

function Column({
  column: {
    column,
    rows,
    causes,
    patterns: [pattern],
    examples,
  },
  expected,
}: {
  readonly column: ChangedColumn;
  readonly expected: number;
}) {
  const why = causes.length === 0 ? ['no cause known'] : causes.map(causeText);
  return (
    <div className="arrived-column">
      <p>
        <b>{column}</b> in {counted(rows, 'row')}, {percent(Math.min(1, rows / Math.max(1, expected)))}
      </p>
      <List lines={[...why, ...(pattern === undefined ? [] : [patternText(pattern)])]} />
      <Examples examples={examples} />
    </div>
  );
}

const Rows = ({ title, group }: { readonly title: string; readonly group: Group }): ReactNode =>
  group.rows > 0 && (
    <>
      <h4>
        {title}: {count(group.rows)}
      </h4>
      <List lines={whichRows(group)} />
      <Examples examples={group.examples} />
    </>
  );

const List = ({ lines }: { readonly lines: readonly string[] }) => (
  <ul>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);

function Examples({ examples }: { readonly examples: readonly Example[] }): ReactNode {
  if (examples.length === 0) return null;
  return (
    <ul className="arrived-examples">
      {examples.map((each, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- examples never change
        <li key={i}>
          <OneExample example={each} />
        </li>
      ))}
    </ul>
  );
}

function OneExample({ example: { row, column, expected, arrived } }: { readonly example: Example }) {
  if (row === undefined) return <code>{valueText(arrived)}</code>;
  if (column === undefined)
    return (
      <>
        row {count(row)}: <code>{valueText(expected)}</code>
      </>
    );
  return (
    <>
      row {count(row)}: sent <code>{valueText(expected)}</code>, arrived <code>{valueText(arrived)}</code>
    </>
  );
}

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
