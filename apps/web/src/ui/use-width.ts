import { useEffect, useRef, useState, type RefObject } from 'react';

/** The width of an element in whole pixels, as it changes; 0 before it is laid out. */
export function useWidth<Kind extends HTMLElement>(): [RefObject<Kind | null>, number] {
  const element = useRef<Kind>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const resized = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    if (element.current !== null) resized.observe(element.current);
    return () => resized.disconnect();
  }, []);
  return [element, width];
}
