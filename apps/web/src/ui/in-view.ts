import { useEffect, useState } from 'react';

/**
 * The id of the section that last crossed the middle of the window. Sections are looked up when `ids` change, so pass only
 * those on the page.
 */
export function useInView(ids: readonly string[]): string | undefined {
  const [inView, setInView] = useState<string>();
  const key = ids.join(' ');
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.findLast((entry) => entry.isIntersecting);
        if (entered !== undefined) setInView(entered.target.id);
      },
      { rootMargin: '-50% 0px -50% 0px' },
    );
    for (const id of key.split(' ')) {
      const section = document.getElementById(id);
      if (section !== null) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [key]);
  return inView;
}
