import { memo, type KeyboardEvent } from 'react';
import { captionOf, sentenceOf } from '../../../figures/captions.ts';
import type { Cell, Column } from './columns.ts';
import { commandOf } from './commands.ts';
import { LineFigure } from '../../../figures/line-figure.tsx';
import { isSameRow, type Row } from './rows.ts';
import type { RowEvents } from './use-fields.ts';

/** What the rows of the stream say of a field. */
export interface RowData {
  /** Absent: too few rows are counted, or none has the field. */
  readonly column: Column | undefined;
  /** Its values in the shown rows. */
  readonly cells: readonly Cell[];
}

interface RowProps {
  readonly row: Row;
  /** Undefined: there are no rows yet. */
  readonly data: RowData | undefined;
  /** It can be reached by Tab. */
  readonly isActive: boolean;
  readonly isOpen: boolean;
  /** Nothing can be changed. */
  readonly locked: boolean;
  readonly on: RowEvents;
}

const classesOf = ({ row, isOpen }: RowProps): string =>
  [
    'row',
    `level-${row.level}`,
    row.isHidden && 'is-hidden',
    isOpen && 'open',
    row.problem?.severity === 'error' && 'bad',
  ]
    .filter(Boolean)
    .join(' ');

/** A field as a row of the table. A click opens its form. */
function RowView(props: RowProps) {
  const { row, data, isActive, locked, on } = props;
  const { id, problem } = row;
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    // A pressed button has its keys for itself.
    const command = event.target === event.currentTarget ? commandOf(event, row.isFolded) : undefined;
    if (command === undefined) return;
    event.preventDefault();
    on.run(id, command);
  };
  return (
    <div
      role="row"
      className={classesOf(props)}
      data-id={id}
      tabIndex={isActive ? 0 : -1}
      aria-rowindex={row.index + 2}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.size}
      aria-expanded={row.isFolded === undefined ? undefined : !row.isFolded}
      aria-label={row.name === '' ? 'Field without a name' : row.name}
      onFocus={() => {
        if (!isActive) on.activate(id);
      }}
      onClick={({ target }) => {
        if (!(target instanceof HTMLButtonElement)) on.run(id, 'form');
      }}
      onKeyDown={onKeyDown}
    >
      <div role="gridcell" className="c-name">
        {row.name === '' ? <i>no name</i> : row.name}
        {row.isFolded !== undefined && (
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <path d="m3.500 2 3 3-3 3" />
          </svg>
        )}
      </div>
      <div role="gridcell" className="c-words">
        {row.words.map(({ text, isEntity = false }, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- pieces have no other identity
          <span key={i} className={isEntity ? 'entity' : undefined}>
            {text}
          </span>
        ))}
      </div>
      <FigureCell data={data} />
      {[0, 1].map((n) => (
        <Value key={n} cell={data?.cells[n]} />
      ))}
      {problem !== undefined && (
        <div role="gridcell" className="why">
          {problem.text}
          {problem.fix !== undefined && (
            <button
              type="button"
              className="link"
              tabIndex={isActive ? 0 : -1}
              disabled={locked}
              onClick={() => on.fix(id)}
            >
              {problem.fix}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** Drawn again only if it shows something else. */
export const FieldRow = memo(RowView, (before, after) => {
  const rest = ['isActive', 'isOpen', 'locked', 'on'] as const;
  return (
    rest.every((key) => before[key] === after[key]) &&
    isSameRow(before.row, after.row) &&
    isSameRow(before.data, after.data)
  );
});

/** Width of a figure, in pixels at the usual size of text. */
const FIGURE = 88;

function FigureCell({ data }: { readonly data: RowData | undefined }) {
  const field = data?.column?.field;
  if (field === undefined)
    return (
      <div role="gridcell" className="c-figure">
        {data === undefined ? null : ' '}
      </div>
    );
  const { text, strong } = captionOf(field);
  const sentence = sentenceOf(field);
  return (
    <div role="gridcell" className="c-figure" title={sentence}>
      <span className="sr">{sentence}</span>
      <LineFigure field={field} width={FIGURE} />
      <small aria-hidden="true">
        {text}
        {strong !== undefined && <b>{strong}</b>}
      </small>
    </div>
  );
}

const Value = ({ cell }: { readonly cell: Cell | undefined }) => (
  <div role="gridcell" className={cell?.isNone === true ? 'c-value none' : 'c-value'} title={cell?.text}>
    {cell?.text}
  </div>
);
