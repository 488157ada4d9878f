import { useEffect, useState, type RefObject } from 'react';
import type { Placed } from './columns.ts';

/** So many columns are drawn whole, so that browsers find text in all of them. */
const WHOLE = 40;
/** How far beyond what can be seen columns are drawn, in pixels. */
const MARGIN = 600;

/** The columns to draw, from an index to another, exclusive. */
interface Drawn {
  readonly from: number;
  readonly to: number;
}

/** The columns that can be seen, or soon: browsers take long to lay out thousands. */
export function useDrawnColumns(
  scroller: RefObject<HTMLElement | null>,
  placed: readonly Placed[],
  numbers: number,
): Drawn {
  const [near, setNear] = useState<Drawn>({ from: 0, to: WHOLE / 2 });
  const isLong = placed.length > WHOLE;
  useEffect(() => {
    const root = scroller.current;
    if (root === null || !isLong) return undefined;
    const look = (): void => {
      const [start, end] = [root.scrollLeft - MARGIN, root.scrollLeft + root.clientWidth - numbers + MARGIN];
      const from = Math.max(
        0,
        placed.findIndex(({ left, width }) => left + width > start),
      );
      const to = placed.findLastIndex(({ left }) => left < end) + 1;
      setNear((before) => (before.from === from && before.to === to ? before : { from, to }));
    };
    let frame = 0;
    const onScroll = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    root.addEventListener('scroll', onScroll, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(root);
    return () => {
      cancelAnimationFrame(frame);
      root.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [scroller, placed, numbers, isLong]);
  return isLong ? near : { from: 0, to: placed.length };
}
