import type { Statistics } from '@catbird/verify';
import { memo, useEffect, useMemo, useRef, type KeyboardEvent, type RefObject } from 'react';
import type { RowsShown } from '../../../worker/schema-protocol.ts';
import { isOfField, namesIn, pathOf, placedOf, type Cell, type ColumnOrder, type Placed } from './columns.ts';
import './explorer.css';
import { Figure } from './figure.tsx';
import { useDrawnColumns } from './use-drawn-columns.ts';
import { captionOf, sentenceOf, type Word } from './words.ts';

/** Width of a digit, and of the edges of a column, in pixels. */
const DIGIT = 7.25;
const EDGES = 20;

/** What the explorer shows, and what it tells. */
interface ExplorerProps {
  readonly statistics: Statistics;
  readonly rows: RowsShown;
  readonly order: ColumnOrder;
  /** Keys of the field that is lit, as in issues. */
  readonly lit: readonly string[] | undefined;
  /** Called with the keys of a column's field. */
  readonly onField: (path: readonly string[], opensForm: boolean) => void;
  /** Called with a row, and its number as it is shown. */
  readonly onRow: (line: string, number: string) => void;
}

/** Rows as a table, with the statistics of each column in its header. */
export const Explorer = memo(function Explorer({
  statistics,
  rows,
  order,
  lit,
  onField,
  onRow,
}: ExplorerProps) {
  const placed = useMemo(() => placedOf(statistics, rows, order), [statistics, rows, order]);
  const scroller = useRef<HTMLDivElement>(null);
  const numbers = Math.ceil(numberOf(rows, rows.lines.length - 1).length * DIGIT) + EDGES;
  const { from, to } = useDrawnColumns(scroller, placed, numbers);
  const drawn = placed.slice(from, to);
  const gaps = gapsOf(placed, drawn);
  const isLit = ({ column }: Placed): boolean => lit !== undefined && isOfField(column, namesIn(lit));
  useRevealed(scroller, placed.find(isLit), numbers);
  const widths = [numbers, gaps.before, ...drawn.map(({ width }) => width), gaps.after];
  return (
    <div
      className="scroller"
      ref={scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so it must be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-label="Rows and statistics of each column"
    >
      <table
        className="sample explorer"
        style={{ width: widths.reduce((sum, width) => sum + width, 0) }}
        aria-colcount={placed.length + 1}
      >
        <caption className="sr">{captionText(rows)}</caption>
        <colgroup>
          {widths.map(
            // oxlint-disable-next-line react/no-array-index-key -- a column is its place
            (width, i) => width > 0 && <col key={i} style={{ width }} />,
          )}
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className="number" aria-colindex={1}>
              <span className="sr">Row</span>
            </th>
            <Gap width={gaps.before} />
            {drawn.map((each, i) => (
              <Head
                key={each.column.field.path}
                placed={each}
                index={from + i}
                isLit={isLit(each)}
                onField={onField}
              />
            ))}
            <Gap width={gaps.after} />
          </tr>
        </thead>
        <tbody>
          {rows.lines.map((line, row) => (
            // oxlint-disable-next-line react/no-array-index-key, jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a row is its number, whose button is for the keyboard
            <tr key={row} onClick={() => onRow(line, numberOf(rows, row))}>
              <th scope="row" className="number" aria-colindex={1}>
                <button
                  type="button"
                  title="Show this row as JSON"
                  aria-label={`Row ${numberOf(rows, row)}`}
                  tabIndex={row === 0 ? 0 : -1}
                  onKeyDown={moveOverRows}
                >
                  {numberOf(rows, row)}
                </button>
              </th>
              <Gap width={gaps.before} />
              {drawn.map((each, i) => {
                const { text, kind } = each.cells[row] ?? NO_CELL;
                return (
                  <td
                    key={each.column.field.path}
                    className={isLit(each) ? `${kind} lit` : kind}
                    aria-colindex={from + i + 2}
                  >
                    {text}
                  </td>
                );
              })}
              <Gap width={gaps.after} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});

/** Arrow keys lead from the number of a row to that of the next or the previous one. */
function moveOverRows(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const numbers = [...(event.currentTarget.closest('tbody')?.querySelectorAll('button') ?? [])];
  numbers[numbers.indexOf(event.currentTarget) + step]?.focus();
  event.preventDefault();
}

/** Takes the place of columns that are not drawn. */
const Gap = ({ width }: { readonly width: number }) => width > 0 && <td aria-hidden="true" />;

const endOf = (placed: Placed | undefined): number => (placed === undefined ? 0 : placed.left + placed.width);

/** Widths of the columns that are not drawn, before and after those that are. */
const gapsOf = (placed: readonly Placed[], drawn: readonly Placed[]) => ({
  before: drawn[0]?.left ?? 0,
  after: endOf(placed.at(-1)) - endOf(drawn.at(-1)),
});

const NO_CELL: Cell = { text: '', kind: 'none' };

/** The number of a shown row in its stream, from 1. */
const numberOf = ({ step }: RowsShown, row: number): string => (row * step + 1).toLocaleString('en-US');

const captionText = ({ lines, step }: RowsShown): string =>
  step === 1
    ? `The first ${lines.length} rows`
    : `${lines.length} rows, 1 in ${step.toLocaleString('en-US')}`;

/** Scrolls a column into view, beside the row numbers, unless it can be seen. @param numbers width of the row numbers */
function useRevealed(
  scroller: RefObject<HTMLElement | null>,
  placed: Placed | undefined,
  numbers: number,
): void {
  const left = placed?.left;
  const end = endOf(placed);
  useEffect(() => {
    const root = scroller.current;
    if (left === undefined || root === null) return;
    if (left < root.scrollLeft || end > root.scrollLeft + root.clientWidth - numbers)
      root.scrollTo({ left: Math.max(0, left - EDGES), behavior: 'instant' });
  }, [scroller, left, end, numbers]);
}

/** Drawn again only if it shows something else: the lit column changes often. */
const Head = memo(function Head({
  placed: { column, width },
  index,
  isLit,
  onField,
}: {
  readonly placed: Placed;
  readonly index: number;
  readonly isLit: boolean;
  readonly onField: ExplorerProps['onField'];
}) {
  const { field, kind } = column;
  const [start, end] = captionOf(field);
  return (
    <th scope="col" className={isLit ? 'lit' : undefined} aria-colindex={index + 2}>
      <button
        type="button"
        aria-label={sentenceOf(field, kind)}
        aria-pressed={isLit}
        onClick={() => onField(pathOf(column), false)}
        onDoubleClick={() => onField(pathOf(column), true)}
      >
        <span className="name">
          <b>{field.path}</b> {kind}
        </span>
        <Figure field={field} width={width - EDGES} />
        <span className="caption">
          <Said word={start} />
          <Said word={end} />
        </span>
      </button>
    </th>
  );
});

const Said = ({ word: { text, strong } }: { readonly word: Word }) => (
  <span>
    {text.startsWith(' ') ? (
      <>
        {strong !== undefined && <b>{strong}</b>}
        {text}
      </>
    ) : (
      <>
        {text}
        {strong !== undefined && <b>{strong}</b>}
      </>
    )}
  </span>
);
