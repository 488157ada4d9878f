/** A label, and its centre in pixels. */
export interface MarkLabel {
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
