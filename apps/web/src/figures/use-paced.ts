import { useEffect, useRef, useState } from 'react';

/** Least time between two drawings, in milliseconds: of those that move, and of those that do not. */
const MOVING_MS = 400;
const CALM_MS = 1000;

/**
 * A value that changes no more often than people can follow: once a second if they want less motion, and not at all in a hidden tab.
 *
 * @param isLast no other value follows: it is taken at once
 */
export function usePaced<Value>(value: Value, isLast: boolean): Value {
  const [shown, setShown] = useState(value);
  const takenMs = useRef(-Infinity);
  useEffect(() => {
    if (Object.is(shown, value)) return undefined;
    const take = (): void => {
      takenMs.current = performance.now();
      setShown(value);
    };
    if (document.hidden) {
      const visible = new AbortController();
      document.addEventListener('visibilitychange', take, { signal: visible.signal, once: true });
      return () => visible.abort();
    }
    const everyMs = matchMedia('(prefers-reduced-motion: reduce)').matches ? CALM_MS : MOVING_MS;
    const waitMs = isLast ? 0 : Math.max(0, takenMs.current + everyMs - performance.now());
    const timer = setTimeout(take, waitMs);
    return () => clearTimeout(timer);
  }, [value, shown, isLast]);
  return shown;
}
