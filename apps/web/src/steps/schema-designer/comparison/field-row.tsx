import {
  MEASURES,
  sharesApart,
  type FieldComparison,
  type Side,
  type Verdict,
} from '@catbird/core/inference';
import { Picture } from './picture.tsx';
import { pictureText, rangeText, typesText, VERDICTS } from './words.ts';

/** A field in the sample and in the generated rows. */
export function FieldRow({ field }: { readonly field: FieldComparison }) {
  const { path, verdict, measure, distance, original, generated, bars } = field;
  const apart = sharesApart(original, generated);
  const range = rangeText(field);
  return (
    <tr>
      <th scope="row" aria-label={path}>
        <code>{path}</code>
        {range !== '' && <span>{range}</span>}
      </th>
      <SideCell name="Sample" field={field} side={original} shares={bars?.original} />
      <SideCell name="Generated" field={field} side={generated} shares={bars?.generated} />
      <td className="distance">
        {distance === undefined ? (
          <span>Not measured</span>
        ) : (
          <>
            {distance.toFixed(3)}
            <span>{MEASURES[measure]}</span>
          </>
        )}
      </td>
      <td className={`verdict ${verdict}`}>
        <VerdictMark verdict={verdict} />
        <b>{VERDICTS[verdict]}</b>
        {apart.length > 0 && <span>{apart.join(', ')}</span>}
      </td>
    </tr>
  );
}

/** The picture and the types of a side. */
function SideCell({
  name,
  field,
  side,
  shares,
}: {
  readonly name: string;
  readonly field: FieldComparison;
  readonly side: Side;
  readonly shares: readonly number[] | undefined;
}) {
  const { bars } = field;
  const types = typesText(side);
  return (
    <td className={`side ${name.toLowerCase()}`}>
      {bars !== undefined && shares !== undefined && (
        <Picture
          shares={shares}
          highest={Math.max(...bars.original, ...bars.generated)}
          label={`${name}, ${pictureText(field, side, shares)}`}
        />
      )}
      <span>{types === '' ? 'No such field' : types}</span>
    </td>
  );
}

/** A check, a wave, a cross, or a bar and a plus for a field of one side only. */
const SHAPES: Readonly<Record<Verdict, string>> = {
  alike: 'm2.500 8.500 3.500 3.500 7.500-8',
  close: 'M2 9.500c2-4 4-4 6-1.500s4 2.500 6-1.500',
  different: 'm3.500 3.500 9 9m0-9-9 9',
  missing: 'M3 8h10',
  new: 'M3 8h10M8 3v10',
};

const VerdictMark = ({ verdict }: { readonly verdict: Verdict }) => (
  <svg viewBox="0 0 16 16" aria-hidden="true">
    <path d={SHAPES[verdict]} />
  </svg>
);
