import type { Comparison } from '@catbird/core/inference';
import { useState } from 'react';
import { FieldRow } from './field-row.tsx';

/** All fields, or only those that differ. */
export function ComparisonTable({ comparison }: { readonly comparison: Comparison }) {
  const [isFiltered, setFiltered] = useState(false);
  const { fields } = comparison;
  const differing = fields.filter(({ verdict }) => verdict !== 'alike');
  const shown = isFiltered ? differing : fields;
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
        <label htmlFor="only-differences">Only differences ({differing.length})</label>
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
      </section>
    </>
  );
}
