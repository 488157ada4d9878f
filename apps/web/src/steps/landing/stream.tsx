import { memo, useEffect, useState } from 'react';
import { landing } from 'virtual:landing-rows';
import { Button, STRIP_TICKS, TickStrip } from '../../ui/index.ts';
import { loopRow, tokensOf } from './stream-rows.ts';

const { template, seed, first, stepMs, rows, sizes } = landing;
const shownRows = 7;
const lowest = Math.min(...sizes);
const highest = Math.max(...sizes);
/** Tick heights of the smallest and the largest row, as shares of the strip's height. */
const low = 0.1;
const high = 0.8;

/** Rows of a template as they would be sent, one by one, with a tick for the size of each. */
export const Stream = memo(function Stream({ pausedByDefault }: { readonly pausedByDefault: boolean }) {
  const [last, setLast] = useState(first + shownRows - 1);
  const [paused, setPaused] = useState(() => pausedByDefault || reducedMotion().matches);
  useEffect(() => {
    if (paused) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) setLast((row) => row + 1);
    }, stepMs);
    return () => clearInterval(timer);
  }, [paused]);
  useEffect(() => {
    const query = reducedMotion();
    const changed = () => setPaused(query.matches);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  }, []);
  return (
    <section className="stream" aria-label="A sample of the stream">
      <div className="stream-head">
        <span>
          {template}, seed {seed}: a loop of {rows.length} rows, sent nowhere.
        </span>
        <Button look="link" onClick={() => setPaused(!paused)}>
          {paused ? 'Play' : 'Pause'}
        </Button>
      </div>
      <div className="rows" aria-hidden="true">
        {/* The key restarts the animation for each row. */}
        <ol key={last} className={paused ? undefined : 'arriving'}>
          {shownIndices(last).map((row) => (
            <Row key={row} index={loopRow(row, first, rows.length)} />
          ))}
        </ol>
      </div>
      <TickStrip
        className="song"
        label="One tick per row: the taller, the larger the row"
        ticks={Array.from({ length: STRIP_TICKS }, (_, i) => {
          const row = last - STRIP_TICKS + 1 + i;
          return { height: height(row), tone: row === last ? 'now' : 'muted' };
        })}
      />
      <p className="hint">One tick per row: the taller, the larger the row.</p>
    </section>
  );
});

const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)');

const shownIndices = (last: number) => Array.from({ length: shownRows }, (_, i) => last - shownRows + 1 + i);

function height(row: number): number {
  const size = sizes[loopRow(row, first, rows.length)] ?? lowest;
  return low + ((high - low) * (size - lowest)) / Math.max(1, highest - lowest);
}

const Row = ({ index }: { readonly index: number }) => (
  <li>
    <span>{index}</span>
    <span>
      {tokensOf(rows[index - first] ?? '').map((token) =>
        token.faint ? <i key={token.index}>{token.text}</i> : <b key={token.index}>{token.text}</b>,
      )}
    </span>
  </li>
);
