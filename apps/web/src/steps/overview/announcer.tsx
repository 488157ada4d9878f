import { useEffect, useState } from 'react';
import type { Phase } from './phase.ts';
import { countText } from '../../run/units.ts';

/** Counts are spoken at most this often. */
const ANNOUNCE_MS = 10_000;

interface Spoken {
  readonly word: string;
  readonly text: string;
  readonly atMs: number;
}

/** Tells screen readers what a run does: a pause and the end at once, all else, errors included, at most every ten seconds. */
export function Announcer({
  phase,
  sent,
  trouble,
}: {
  readonly phase: Phase;
  readonly sent: number;
  /** Why requests fail at present. */
  readonly trouble: string | undefined;
}) {
  const { word, live } = phase;
  const parts = [word, sent > 0 && `${countText(sent)} events sent`, live && trouble];
  const text = parts.filter(Boolean).join('. ');
  const [spoken, setSpoken] = useState<Spoken>({ word, text, atMs: -Infinity });
  useEffect(() => {
    if (text === spoken.text) return undefined;
    const isUrgent = !live && word !== spoken.word;
    const waitMs = isUrgent ? 0 : Math.max(0, spoken.atMs + ANNOUNCE_MS - performance.now());
    const timer = setTimeout(() => setSpoken({ word, text, atMs: performance.now() }), waitMs);
    return () => clearTimeout(timer);
  }, [word, text, live, spoken]);
  return (
    <p className="sr" role="status">
      {spoken.text}
    </p>
  );
}
