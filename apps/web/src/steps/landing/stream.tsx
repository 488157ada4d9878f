import { useEffect, useState } from 'react';
import { landing } from 'virtual:landing-rows';
import { Button, STRIP_TICKS, TickStrip } from '../../ui/index.ts';
import { inked } from './inked.ts';
import { looped } from './looped.ts';

const { template, seed, first, stepMs, rows, sizes } = landing;
const shownRows = 7;
const lowest = Math.min(...sizes);
const highest = Math.max(...sizes);
/** Heights of the ticks of the smallest and of the largest row, as shares of the strip's. */
const low = 0.1;
const high = 0.8;

/** Rows of a template as they would be sent, one after the other, and a tick for the bytes of each. */
export function Stream({ pausedByDefault }: { readonly pausedByDefault: boolean }) {
  const [last, setLast] = useState(first + shownRows - 1);
  const [paused, setPaused] = useState(() => pausedByDefault || lessMotion().matches);
  useEffect(() => {
    if (paused) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) setLast((row) => row + 1);
    }, stepMs);
    return () => clearInterval(timer);
  }, [paused]);
  useEffect(() => {
    const query = lessMotion();
    const changed = () => setPaused(query.matches);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  }, []);
  return (
    <section className="stream" aria-label="A sample of the stream">
      <div className="stream-head">
        <span>
          {template}, seed {seed}: {rows.length} rows in a loop, sent nowhere.
        </span>
        <Button look="link" onClick={() => setPaused(!paused)}>
          {paused ? 'Play' : 'Pause'}
        </Button>
      </div>
      <div className="rows" aria-hidden="true">
        {/* A new list for each row starts the movement again. */}
        <ol key={last} className={paused ? undefined : 'arriving'}>
          {shownIndices(last).map((row) => (
            <Row key={row} index={looped(row, first, rows.length)} />
          ))}
        </ol>
      </div>
      <TickStrip
        className="song"
        label="One tick per row: the taller, the more bytes"
        ticks={Array.from({ length: STRIP_TICKS }, (_, i) => {
          const row = last - STRIP_TICKS + 1 + i;
          return { height: height(row), tone: row === last ? 'now' : 'muted' };
        })}
      />
      <p className="hint">Each tick is one row: the taller, the more bytes.</p>
    </section>
  );
}

const lessMotion = () => matchMedia('(prefers-reduced-motion: reduce)');

const shownIndices = (last: number) => Array.from({ length: shownRows }, (_, i) => last - shownRows + 1 + i);

function height(row: number): number {
  const size = sizes[looped(row, first, rows.length)] ?? lowest;
  return low + ((high - low) * (size - lowest)) / Math.max(1, highest - lowest);
}

const Row = ({ index }: { readonly index: number }) => (
  <li>
    <span>{index}</span>
    <span>
      {inked(rows[index - first] ?? '').map(({ text, faint, at }) =>
        faint ? <i key={at}>{text}</i> : <b key={at}>{text}</b>,
      )}
    </span>
  </li>
);
