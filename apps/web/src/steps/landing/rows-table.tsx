import { captionOf, sentenceOf } from '../../figures/captions.ts';
import { LineFigure } from '../../figures/line-figure.tsx';
import type { ShownColumn, ShownRows } from '../../gallery/shown-rows.ts';

/** Rows, the newest first, and a figure of each column. */
export const RowsTable = ({
  template,
  shown,
  guessed,
}: {
  readonly template: string;
  readonly shown: ShownRows;
  /** Paths of columns that were guessed from one value. */
  readonly guessed: readonly string[];
}) => {
  const [first] = shown.columns;
  return (
    <div className="box-rows">
      <table>
        <caption className="sr">The newest rows of {template}</caption>
        <thead>
          <tr>
            {shown.columns.map((column) => (
              <Head key={column.field.path} {...column} isGuessed={guessed.includes(column.field.path)} />
            ))}
          </tr>
        </thead>
        <tbody>
          {first?.cells.map((_, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- a row is its place
            <tr key={row}>
              {shown.columns.map(({ field: { path, types }, cells }) => (
                <td key={path} className={types.numbers > types.texts ? 'is-number' : undefined}>
                  {cells[row] === null ? <i>null</i> : cells[row]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** Width of a figure at least, in pixels. */
const FIGURE = 104;

const Head = ({ name, field, isGuessed }: ShownColumn & { readonly isGuessed: boolean }) => {
  const { text, strong } = captionOf(field);
  const sentence = sentenceOf(field);
  return (
    <th scope="col">
      <code title={name}>{name}</code>
      <span role="img" aria-label={sentence} title={sentence}>
        <LineFigure field={field} width={FIGURE} />
      </span>
      <small>
        {isGuessed ? 'guessed from one' : text}
        {!isGuessed && strong !== undefined && <b>{strong}</b>}
      </small>
    </th>
  );
};
