import { memo } from 'react';
import { useWidth } from '../ui/use-width.ts';
import { Plot, type PlotProps } from './plot.tsx';

type DrawingProps = Parameters<typeof Plot>[0];

/** Requests of a running stream are drawn with its next second. */
function isSame(
  { requests: before, ...one }: DrawingProps,
  { requests: after, ...other }: DrawingProps,
): boolean {
  const others = new Map<string, unknown>(Object.entries(other));
  const isOtherwise = Object.entries(one).some(([name, value]) => others.get(name) !== value);
  return !isOtherwise && (other.live || before === after);
}

/** Is drawn again only when what it shows changes: once a second. Its text alternative changes more often. */
const Drawing = memo(Plot, isSame);

/**
 * Levels of finished seconds: asked (dashed), achieved (solid), and what is missing shaded. The second under way is empty. Fills
 * the width of its parent.
 *
 * @param label text alternative
 */
export function RateChart({ label, ...props }: PlotProps & { readonly label: string }) {
  const [parent, width] = useWidth<HTMLDivElement>();
  return (
    <div ref={parent} className="plot" role="img" aria-label={label}>
      {width > 0 && <Drawing {...props} width={width} />}
    </div>
  );
}
