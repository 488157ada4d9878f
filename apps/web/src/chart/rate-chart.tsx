import { useEffect, useState, type ComponentType } from 'react';
import type { Drawing as DrawingType } from './drawing.tsx';

/** What the chart shows. */
export type ChartProps = Parameters<typeof DrawingType>[0];

/** Asked and achieved events per second since the start of a run. The drawing loads when first shown. */
export function RateChart(props: ChartProps) {
  const [Drawing, setDrawing] = useState<ComponentType<ChartProps>>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const load = async () => {
      const loaded = await import('./drawing.tsx');
      setDrawing(() => loaded.Drawing);
    };
    load().catch(() => setFailed(true));
  }, []);
  if (failed) return <p className="hint">The chart couldn’t be loaded. See the numbers below.</p>;
  return Drawing === undefined ? <div className="plot" /> : <Drawing {...props} />;
}
