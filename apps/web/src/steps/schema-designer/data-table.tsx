import { memo } from 'react';

/** Columns shown; a browser takes long to lay out thousands. */
const MAX_COLUMNS = 200;
/** Characters shown of a cell. */
const MAX_CHARACTERS = 80;

/** Rows as a table. */
interface Table {
  readonly columns: readonly string[];
  /** Columns that are not shown. */
  readonly more: number;
  readonly rows: readonly (readonly Cell[])[];
}

/** A cell. */
interface Cell {
  readonly text: string;
  /** `number` stands to the right; `none`: null, or the row lacks the field. */
  readonly kind: 'text' | 'number' | 'none';
}

/** A table of JSON lines. Its columns are the members of all rows, in the order in which they appear. */
export function tableOf(lines: readonly string[]): Table {
  const rows = lines.map((line): ReadonlyMap<string, unknown> => {
    const row: unknown = JSON.parse(line);
    return new Map(typeof row === 'object' && row !== null ? Object.entries(row) : [['', row]]);
  });
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const columns = names.slice(0, MAX_COLUMNS);
  return {
    columns,
    more: names.length - columns.length,
    rows: rows.map((row) => columns.map((name) => cellOf(row.get(name)))),
  };
}

function cellOf(value: unknown): Cell {
  if (value === undefined) return { text: '', kind: 'none' };
  if (value === null) return { text: 'null', kind: 'none' };
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return {
    text: text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS).toWellFormed()}…`,
    kind: typeof value === 'number' ? 'number' : 'text',
  };
}

/** Rows as a table whose header and row numbers stay in place. */
export const DataTable = memo(function DataTable({ lines }: { readonly lines: readonly string[] }) {
  const { columns, more, rows } = tableOf(lines);
  return (
    <div className="sample data-table">
      <table>
        <caption className="sr">The first {rows.length} rows</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">Row</span>
            </th>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {more > 0 && <th scope="col">{more.toLocaleString('en-US')} more fields</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- a row is its number
            <tr key={row}>
              <th scope="row">{row + 1}</th>
              {cells.map(({ text, kind }, column) => (
                <td key={columns[column]} className={kind}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});
