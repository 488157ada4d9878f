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
} from '@catbird/verify';
import type { ReactNode } from 'react';
import { Tick } from '../../../ui/index.ts';
import { Strip } from './strip.tsx';

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
