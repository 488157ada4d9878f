import { useEffect } from 'react';

/**
 * Scrolls to the streams of a config, with Start in view: once they are read, and once they are checked, as a check may ask for files.
 * Who has moved the focus is left alone.
 */
export function useStartInView(isRead: boolean, isChecked: boolean): void {
  useEffect(() => {
    if (isRead || isChecked) requestAnimationFrame(showStart);
  }, [isRead, isChecked]);
}

function showStart(): void {
  const section = document.getElementById('streams');
  const heading = section?.querySelector('h2');
  if (section === null || (document.activeElement !== heading && document.activeElement !== document.body))
    return;
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const bar = section.querySelector('.run-bar') ?? section;
  const isTall = bar.getBoundingClientRect().bottom - section.getBoundingClientRect().top > innerHeight;
  (isTall ? bar : section).scrollIntoView({
    behavior: isReduced ? 'instant' : 'smooth',
    block: isTall ? 'end' : 'start',
  });
}
