import { memo } from 'react';
import { useWidth } from '../ui/use-width.ts';
import { Plot, type PlotProps } from './plot.tsx';

type DrawingProps = Parameters<typeof Plot>[0];

/** Requests of a running stream are drawn with its next second. */
const isSame = (before: DrawingProps, after: DrawingProps): boolean =>
  Object.entries({ ...after, requests: after.live ? before.requests : after.requests }).every(
    ([name, value]) => Object.is(before[name as keyof DrawingProps], value),
  );

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
