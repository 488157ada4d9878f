import type { StripCell } from '@catbird/core/verify';
import { count } from '@catbird/core/internal/verify';
import { html, type Markup } from './markup.ts';

const [WIDTH, HEIGHT] = [1000, 56] as const;
/** Of a cell with a few such rows, so that they can be seen. */
const LEAST_HEIGHT = 5;

/** What became of the rows along the stream, as a picture. */
export function stripPicture(cells: readonly StripCell[]): Markup {
  const last = cells.at(-1);
  if (last === undefined) return html``;
  const width = WIDTH / cells.length;
  const bad = cells.filter(({ changed, missing }) => changed + missing > 0).length;
  const end = last.first + Math.max(1, last.expected);
  return html`<figure>
    <svg
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      preserveAspectRatio="none"
      role="img"
      aria-label="The stream in ${cells.length} parts, of which ${bad} have changed or missing rows"
    >
      ${cells.map((cell, i) => cellPicture(cell, i * width, width, cells[i + 1]?.first ?? end))}
    </svg>
    <figcaption>
      <span>row 0</span
      ><span class="legend"
        ><i class="right"></i>right <i class="changed"></i>changed <i class="missing"></i>missing</span
      ><span>row ${count(end - 1)}</span>
    </figcaption>
  </figure>`;
}

function cellPicture(
  { first, expected, right, changed, missing }: StripCell,
  x: number,
  width: number,
  end: number,
): Markup {
  const heightOf = (rows: number): number =>
    rows === 0 ? 0 : Math.min(HEIGHT, Math.max(LEAST_HEIGHT, (rows / expected) * HEIGHT));
  const [lost, wrong] = [heightOf(missing), heightOf(changed)];
  const rest = Math.max(0, HEIGHT - lost - wrong);
  const part = (kind: string, y: number, height: number): Markup =>
    height === 0
      ? html``
      : html`<rect
          class="${kind}"
          x="${fixed(x)}"
          y="${fixed(y)}"
          width="${fixed(width + 1)}"
          height="${fixed(height)}"
        />`;
  return html`<g
    ><title>
      rows ${count(first)} – ${count(end - 1)}: ${count(right)} right, ${count(changed)} changed,
      ${count(missing)} missing</title
    >${[
      part('missing', 0, lost),
      part('changed', lost, wrong),
      part(right > 0 ? 'right' : 'none', lost + wrong, right > 0 || expected === 0 ? rest : 0),
    ]}</g
  >`;
}

const fixed = (value: number): string => String(Number(value.toFixed(2)));
