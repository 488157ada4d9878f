import type { FieldSummary } from '@catbird/core';

const counts = new Intl.NumberFormat('en-US');

/** Statistics of each field: distinct values, nulls, and the most frequent values or the range and histogram. */
export const FieldList = ({ fields }: { readonly fields: readonly FieldSummary[] }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so it must be reachable by keyboard
  <div className="sample field-list" tabIndex={0} role="group" aria-labelledby="preview-title">
    <dl>
      {fields.map((field) => (
        <div key={field.name}>
          <dt>
            <code>{field.name}</code>
            <span>{presence(field)}</span>
          </dt>
          <dd>
            {field.histogram.length > 0 && field.distinct > 1 && <Histogram field={field} />}
            {field.range === undefined || field.distinct === 1
              ? topValues(field)
              : `${field.range.min} to ${field.range.max}`}
          </dd>
        </div>
      ))}
    </dl>
  </div>
);

/** The engine looks at no more rows. */
const MAX_ROWS = 10_000;

function presence({ distinct, nulls, missing }: FieldSummary): string {
  const values = distinct >= MAX_ROWS ? 'All distinct' : `${counts.format(distinct)} distinct`;
  return [values, nulls > 0 && `${percent(nulls)} null`, missing > 0 && `${percent(missing)} missing`]
    .filter(Boolean)
    .join(', ');
}

const topValues = ({ top }: FieldSummary): string =>
  top.length === 0
    ? 'Nearly all unique'
    : top.map(({ value, share }) => `${short(value)} ${percent(share)}`).join(', ');

const percent = (share: number): string =>
  `${(share * 100).toLocaleString('en', { maximumFractionDigits: share < 0.1 ? 1 : 0 })} %`;
const short = (value: string): string => (value.length > 32 ? `${value.slice(0, 31)}…` : value);

const HEIGHT = 20;
const STEP = 4;

function Histogram({ field: { name, histogram } }: { readonly field: FieldSummary }) {
  const most = Math.max(1, ...histogram);
  const path = histogram.map((count, i) => {
    const height = count === 0 ? 0 : Math.max(1, Math.round((count / most) * HEIGHT));
    return height === 0 ? '' : `M${i * STEP} ${HEIGHT - height}h3v${height}h-3z`;
  });
  return (
    <svg viewBox={`0 0 ${histogram.length * STEP} ${HEIGHT}`} role="img" aria-label={`Histogram of ${name}`}>
      <path d={path.join('')} />
    </svg>
  );
}
