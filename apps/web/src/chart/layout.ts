import type { Level } from '../state/history.ts';

/** Converts a second and a rate to pixels. */
export interface Scales {
  readonly x: (second: number) => number;
  readonly y: (rate: number) => number;
}

/** What to draw, as SVG paths: one level per second. */
interface Paths {
  readonly asked: string;
  readonly achieved: string;
  /** Below the achieved rate. */
  readonly area: string;
  /** Between the asked and a lower achieved rate. */
  readonly behind: string;
}

/** The paths of seconds or of longer levels, which follow one another. */
export function pathsOf(seconds: readonly Level[], { x, y }: Scales): Paths {
  const paths = { asked: '', achieved: '', area: '', behind: '' };
  let askedBefore: number | undefined;
  seconds.forEach(({ second, length = 1, planned, accepted, isBehind }, i) => {
    const [left, right] = [pixel(x(second)), pixel(x(second + length))];
    const level = pixel(y(accepted));
    paths.achieved += `${i === 0 ? `M${left} ` : 'V'}${level}H${right}`;
    paths.area += `M${left} ${pixel(y(0))}V${level}H${right}V${pixel(y(0))}z`;
    if (planned !== undefined) {
      const asked = pixel(y(planned));
      paths.asked += `${askedBefore === undefined ? `M${left} ` : 'V'}${asked}H${right}`;
      if (isBehind && accepted < planned) paths.behind += `M${left} ${asked}H${right}V${level}H${left}z`;
    }
    askedBefore = planned;
  });
  return paths;
}

/** A tenth of a pixel is exact enough, and short. */
export const pixel = (value: number): number => Math.round(value * 10) / 10;

/** A label, and its centre in pixels. */
interface MarkLabel {
  readonly centre: number;
  readonly text: string;
}

/** Pixels between two labels. */
const APART = 12;

/** Keeps labels inside the plot, and leaves out those that a newer one covers. Marks are in order of time. */
export function placeLabels(
  marks: readonly { readonly at: number; readonly text: string }[],
  { left, right, character }: { readonly left: number; readonly right: number; readonly character: number },
): readonly MarkLabel[] {
  const labels: MarkLabel[] = [];
  let free = right;
  for (const { at, text } of marks.toReversed()) {
    const halfWidth = (text.length * character) / 2;
    const centre = Math.max(left + halfWidth, Math.min(right - halfWidth, at));
    if (centre + halfWidth > free) continue;
    labels.push({ centre, text });
    free = centre - halfWidth - APART;
  }
  return labels;
}
