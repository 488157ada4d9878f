import { useEffect, useRef, useState, type RefObject } from 'react';

/** The width and height of an element in whole pixels, as they change; 0 before it is laid out. */
export function useWidth<Kind extends HTMLElement>(): [RefObject<Kind | null>, number, number] {
  const element = useRef<Kind>(null);
  const [width, setWidth] = useState(0);
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const resized = new ResizeObserver(([entry]) => {
      setWidth(Math.floor(entry?.contentRect.width ?? 0));
      setHeight(Math.floor(entry?.contentRect.height ?? 0));
    });
    if (element.current !== null) resized.observe(element.current);
    return () => resized.disconnect();
  }, []);
  return [element, width, height];
}
