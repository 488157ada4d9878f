import { count, stripParts, type StripCell } from '@catbird/verify';
import { Tick } from '../../../ui/index.ts';

const [WIDTH, HEIGHT] = [1000, 56] as const;
/** Of a cell with a few such rows, so that they can be seen. */
const LEAST = 6;

const TONES = { right: 'accepted', changed: 'retried', missing: 'failed', none: 'line' } as const;
const LEGEND = ['right', 'changed', 'missing'] as const;

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
        <span>row {count(cells[0]?.first ?? 0)}</span>
        <span className="arrived-legend">
          {LEGEND.map((word) => (
            <span key={word}>
              <Tick tone={TONES[word]} /> {word}
            </span>
          ))}
        </span>
        <span>row {count(last.first + Math.max(1, last.expected) - 1)}</span>
      </figcaption>
    </figure>
  );
}

const Cell = ({ cell, x, width }: { readonly cell: StripCell; readonly x: number; readonly width: number }) =>
  stripParts(cell, HEIGHT, LEAST).map(({ kind, y, height }) => (
    <rect key={kind} className={`c-${TONES[kind]}`} x={x} y={y} width={width + 1} height={height} />
  ));
