import { useEffect, useRef } from 'react';
import type { Step } from '../state/state.ts';

/** Ids of the sections, by step. */
export const SECTIONS = ['landing', 'settings', 'schema', 'overview'] as const;

/** A step whose script does not arrive within this time gets no focus, in milliseconds. */
const WAIT_MS = 10_000;

/** Scrolls to a step, without animation if reduced motion is preferred, and moves the focus to its heading. */
const goToStep = (step: Step): void => goToSection(SECTIONS[step]);

/** Scrolls to a section by its id and moves the focus to its heading, as `goToStep` does. */
export function goToSection(id: string): void {
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  document.getElementById(id)?.scrollIntoView({ behavior: isReduced ? 'instant' : 'smooth' });
  focusHeading(id);
}

/** Focuses a section's heading, or waits until it has loaded, as long as the user does not move the focus. */
export function focusHeading(id: string): void {
  const before = document.activeElement;
  const focus = (): boolean => {
    const heading = document.querySelector<HTMLElement>(`#${id} :is(h1, h2)`);
    if (heading === null) return false;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return true;
  };
  if (focus()) return;
  const observer = new MutationObserver(() => {
    const isLeft = document.activeElement !== before && document.activeElement !== document.body;
    if (isLeft || focus()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), WAIT_MS);
}

/** Goes to the newest step on every step change, in the frame that draws it. */
export function useNewestStep(step: Step): void {
  const seen = useRef<Step>(0);
  useEffect(() => {
    // Laid out any sooner, the step would delay its frame.
    if (step > seen.current) requestAnimationFrame(() => goToStep(step));
    seen.current = step;
  }, [step]);
}
