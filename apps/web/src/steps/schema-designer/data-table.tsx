import { memo } from 'react';
import { tableOf } from './table-cells.ts';

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
