import { count } from '@catbird/core/internal/verify';
import type { StripCell } from '@catbird/core/verify';
import { Tick } from '../../../ui/index.ts';

const [WIDTH, HEIGHT] = [1000, 56] as const;
/** Of a cell with a few such rows, so that they can be seen. */
const LEAST = 6;

const LEGEND = [
  ['accepted', 'right'],
  ['retried', 'changed'],
  ['failed', 'missing'],
] as const;

/** What became of the rows along the stream, as a picture. */
export function Strip({ cells }: { readonly cells: readonly StripCell[] }) {
  const last = cells.at(-1);
  if (last === undefined) return null;
  const bad = cells.filter(({ changed, missing }) => changed + missing > 0).length;
  return (
    <figure className="arrived-strip">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`The stream in ${cells.length} parts, of which ${bad} have changed or missing rows`}
      >
        {cells.map((cell, i) => (
          <Cell key={cell.first} cell={cell} x={(i * WIDTH) / cells.length} width={WIDTH / cells.length} />
        ))}
      </svg>
      <figcaption>
        <span>row 0</span>
        <span className="arrived-legend">
          {LEGEND.map(([tone, word]) => (
            <span key={word}>
              <Tick tone={tone} /> {word}
            </span>
          ))}
        </span>
        <span>row {count(last.first + Math.max(1, last.expected) - 1)}</span>
      </figcaption>
    </figure>
  );
}

function Cell({
  cell: { expected, right, changed, missing },
  x,
  width,
}: {
  readonly cell: StripCell;
  readonly x: number;
  readonly width: number;
}) {
  const heightOf = (rows: number): number =>
    rows === 0 ? 0 : Math.min(HEIGHT, Math.max(LEAST, (rows / expected) * HEIGHT));
  const [lost, wrong] = [heightOf(missing), heightOf(changed)];
  const parts = [
    { tone: 'failed', y: 0, height: lost },
    { tone: 'retried', y: lost, height: wrong },
    { tone: right > 0 ? 'accepted' : 'line', y: lost + wrong, height: Math.max(0, HEIGHT - lost - wrong) },
  ];
  return parts.map(
    ({ tone, y, height }) =>
      height > 0 && <rect key={tone} className={`c-${tone}`} x={x} y={y} width={width + 1} height={height} />,
  );
}
