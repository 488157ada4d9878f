import { useEffect, useRef, useState } from 'react';
import type { Plot, Rates } from './plot.ts';

/**
 * Asked and achieved over the last minute: asked dashed, achieved solid, what is missing between them in dusk,
 * and the present at the right edge. The plot is loaded when it is first shown.
 */
export function RateChart({
  seconds,
  asked,
  achieved,
  label,
}: Rates & {
  /** What the picture shows, in a sentence, for those who do not see it. */
  readonly label: string;
}) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot>(undefined);
  const latest = useRef<Rates>({ seconds, asked, achieved });
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    latest.current = { seconds, asked, achieved };
    plot.current?.show(latest.current);
  }, [seconds, asked, achieved]);
  useEffect(() => {
    const stay = new AbortController();
    const load = async () => {
      const { newPlot } = await import('./plot.ts');
      if (place.current === null || stay.signal.aborted) return;
      plot.current = newPlot(place.current, latest.current);
    };
    load().catch(() => setMissing(true));
    return () => {
      stay.abort();
      plot.current?.remove();
      plot.current = undefined;
    };
  }, []);
  if (missing) return <p className="hint">The chart could not be loaded. Its numbers stand in the ledger.</p>;
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture is a canvas inside, not a file
  return <div ref={place} className="plot" role="img" aria-label={label} />;
}
