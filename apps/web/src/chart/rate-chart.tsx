import { useEffect, useRef, useState } from 'react';
import type { Plot, Rates } from './plot.ts';

/**
 * Asked (dashed) and achieved (solid) rates over the last minute, with the gap between them shaded and now at the right
 * edge. The plot loads when first shown.
 */
export function RateChart({
  seconds,
  asked,
  achieved,
  label,
}: Rates & {
  /** Text alternative. */
  readonly label: string;
}) {
  const parent = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot>(undefined);
  const latest = useRef<Rates>({ seconds, asked, achieved });
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    latest.current = { seconds, asked, achieved };
    plot.current?.show(latest.current);
  }, [seconds, asked, achieved]);
  useEffect(() => {
    const mounted = new AbortController();
    const load = async () => {
      const { newPlot } = await import('./plot.ts');
      if (parent.current === null || mounted.signal.aborted) return;
      plot.current = newPlot(parent.current, latest.current);
    };
    load().catch(() => setFailed(true));
    return () => {
      mounted.abort();
      plot.current?.remove();
      plot.current = undefined;
    };
  }, []);
  if (failed) return <p className="hint">The chart couldn’t be loaded. See the numbers below.</p>;
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the image is a canvas inside, not a file
  return <div ref={parent} className="plot" role="img" aria-label={label} />;
}
