import { useEffect, useState, type RefObject } from 'react';

/** Whether the row of a field is within what its table shows. True without a field. @param isDrawn the table has drawn the row */
export function useIsSeen(
  scroller: RefObject<HTMLElement | null>,
  id: string | undefined,
  isDrawn: boolean,
): boolean {
  const [isSeen, setSeen] = useState(true);
  useEffect(() => {
    const row = id === undefined ? null : scroller.current?.querySelector(`[data-id="${id}"]`);
    if (!isDrawn || row === null || row === undefined) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setSeen(entries.some(({ isIntersecting }) => isIntersecting)),
      { root: scroller.current },
    );
    observer.observe(row);
    return () => observer.disconnect();
  }, [scroller, id, isDrawn]);
  return id === undefined || (isDrawn && isSeen);
}
