import { useEffect, useState } from 'react';

/** Items drawn at once. Some 40 fields take less than a frame's time to lay out. */
const AT_ONCE = 40;

/** How many of so many items to draw: more in each frame until all are there, so that no frame takes long. */
export function useGrowing(total: number): number {
  const [drawn, setDrawn] = useState(AT_ONCE);
  useEffect(() => {
    if (drawn >= total) return undefined;
    const frame = requestAnimationFrame(() => setDrawn(drawn + AT_ONCE));
    return () => cancelAnimationFrame(frame);
  }, [drawn, total]);
  return Math.min(drawn, total);
}
