import { useEffect, useMemo, useRef, useState } from 'react';
import type { TailEvent } from './event.ts';

/** The events of a tail, newest first, and how many there have been. */
export interface TailList {
  readonly events: readonly TailEvent[];
  readonly total: number;
}

/** A pointer that does not move holds the list for so long, in milliseconds: it may only have been left there. */
const STILL_MS = 2000;

/** A list that follows the latest events, unless it is held: by its button, by a moving pointer, or by the focus on a row. */
export function useHold({ events, total }: TailList) {
  const latest = useMemo(() => ({ events, total }), [events, total]);
  const [hold, setHold] = useState<{ readonly list: TailList; readonly isPaused: boolean }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const leave = (): void => {
    clearTimeout(timer.current);
    setHold((held) => (held?.isPaused === true ? held : undefined));
  };
  const touch = (): void => {
    clearTimeout(timer.current);
    if (latest.events.length > 0) setHold(hold ?? { list: latest, isPaused: false });
  };
  return {
    list: hold?.list ?? latest,
    latest,
    isPaused: hold?.isPaused === true,
    newer: hold === undefined ? 0 : Math.max(0, latest.total - hold.list.total),
    pause: () => setHold({ list: hold?.list ?? latest, isPaused: true }),
    resume: () => setHold(undefined),
    /** Holds the list while the focus is on it. */
    touch,
    /** Holds the list under a pointer that moves. */
    point: () => {
      touch();
      timer.current = setTimeout(leave, STILL_MS);
    },
    leave,
  };
}
