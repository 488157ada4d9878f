import { type StripCell, count, stripParts } from '@catbird/verify';
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

function cellPicture(cell: StripCell, x: number, width: number, end: number): Markup {
  const { first, right, changed, missing } = cell;
  return html`<g
    ><title>
      rows ${count(first)} – ${count(end - 1)}: ${count(right)} right, ${count(changed)} changed,
      ${count(missing)} missing</title
    >${stripParts(cell, HEIGHT, LEAST_HEIGHT).map(
      ({ kind, y, height }) =>
        html`<rect
          class="${kind}"
          x="${fixed(x)}"
          y="${fixed(y)}"
          width="${fixed(width + 1)}"
          height="${fixed(height)}"
        />`,
    )}</g
  >`;
}

const fixed = (value: number): string => String(Number(value.toFixed(2)));
