const HEIGHT = 32;
const STEP = 10;

/** Shares as bars. @param highest the share that fills the height */
export function Picture({
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
