import {
  checksIn,
  MEASURES,
  sharesApart,
  type CheckWords,
  type Comparison,
  type FieldComparison,
  type Side,
  type Verdict,
} from '@catbird/infer';
import { useState } from 'react';
import { capitalised, pictureText, rangeText, typesText, VERDICTS } from './words.ts';

const HEIGHT = 32;
const STEP = 10;

/** Shares as bars. @param highest the share that fills the height */
function Picture({
  shares,
  highest,
  label,
}: {
  readonly shares: readonly number[];
  readonly highest: number;
  readonly label: string;
}) {
  const bar = (share: number, bin: number): string => {
    // What occurs can be seen.
    const height = Math.max(1, Math.round((share / highest) * HEIGHT * 10) / 10);
    return share === 0 ? '' : `M${bin * STEP + 1} ${HEIGHT}v${-height}h${STEP - 2}V${HEIGHT}z`;
  };
  return (
    <svg
      className="bars"
      viewBox={`0 0 ${Math.max(1, shares.length) * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path className="base" d={`M0 ${HEIGHT}h${Math.max(1, shares.length) * STEP}`} />
      <path d={shares.map(bar).join('')} />
    </svg>
  );
}

/** A field in the sample and in the generated rows. */
function FieldRow({ field }: { readonly field: FieldComparison }) {
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

/** Rules and correlations of the sample. */
function Checks({ checks }: { readonly checks: readonly CheckWords[] }) {
  return (
    <table className="cmp checks">
      <caption className="sr">Rules of the sample, and the generated rows that keep them</caption>
      <thead>
        <tr>
          <th scope="col">Rule</th>
          <th scope="col">Sample</th>
          <th scope="col">Generated</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {checks.map(({ what, original, generated, verdict, result }) => (
          <tr key={what}>
            <th scope="row">
              <code>{what}</code>
            </th>
            <td className="side">{original}</td>
            <td className="side generated">{generated}</td>
            <td className={`verdict ${verdict}`}>
              <VerdictMark verdict={verdict} />
              <b>{capitalised(result)}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** All fields and rules, or only those that differ. */
export function ComparisonTable({ comparison }: { readonly comparison: Comparison }) {
  const [isFiltered, setFiltered] = useState(false);
  const { fields } = comparison;
  const checks = checksIn(comparison);
  const isApart = ({ verdict }: Pick<FieldComparison, 'verdict'>): boolean => verdict !== 'alike';
  const [differing, broken] = [fields.filter(isApart), checks.filter(isApart)];
  const shown = isFiltered ? differing : fields;
  const shownChecks = isFiltered ? broken : checks;
  return (
    <>
      <div className="copy-bar">
        <input
          className="switch"
          role="switch"
          type="checkbox"
          id="only-differences"
          checked={isFiltered}
          aria-checked={isFiltered}
          onChange={() => setFiltered(!isFiltered)}
        />
        <label htmlFor="only-differences">Only differences ({differing.length + broken.length})</label>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so it must be reachable by keyboard */}
      <section className="dlg-body" tabIndex={0} aria-label="Fields">
        <table className="cmp">
          <caption className="sr">Fields of the sample and of the generated rows</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Sample</th>
              <th scope="col">Generated</th>
              <th scope="col">Distance</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((field) => (
              <FieldRow key={field.path} field={field} />
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <p className="none">All fields are alike.</p>}
        {shownChecks.length > 0 && <Checks checks={shownChecks} />}
      </section>
    </>
  );
}
