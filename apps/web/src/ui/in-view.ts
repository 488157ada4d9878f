import { useEffect, useState } from 'react';

/** The id of the last section that begins above the middle of the window; undefined if none does. Sections may come later, or never. */
export function useInView(ids: readonly string[]): string | undefined {
  const [inView, setInView] = useState<string>();
  const key = ids.join(' ');
  useEffect(() => {
    const update = (): void => {
      const top = (id: string): number =>
        document.getElementById(id)?.getBoundingClientRect().top ?? Infinity;
      setInView(key.split(' ').findLast((id) => top(id) <= innerHeight / 2));
    };
    // A section that is loaded late makes the page longer.
    const resized = new ResizeObserver(update);
    resized.observe(document.body);
    addEventListener('scroll', update, { passive: true });
    return () => {
      resized.disconnect();
      removeEventListener('scroll', update);
    };
  }, [key]);
  return inView;
}
