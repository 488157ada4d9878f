import { memo, useEffect, useState } from 'react';
import { landing } from 'virtual:landing-rows';
import { Histogram } from '../../figures/histogram.tsx';
import { Shares } from '../../figures/shares.tsx';
import { Button } from '../../ui/index.ts';
import { useWidth } from '../../ui/use-width.ts';
import { end, loadTimes, names, revenueOf, rowAt, sharesOf, valueOf } from './shown-rows.ts';
import '../../figures/figures.css';

const { template, seed, before, stepMs } = landing;
const SHOWN = 14;

const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Rows of a template as they would be sent, one by one, and what they are like. They end when all that came with the page were shown. */
export const Show = memo(function Show({ pausedByDefault }: { readonly pausedByDefault: boolean }) {
  const [until, setUntil] = useState(before);
  const [isPaused, setPaused] = useState(() => pausedByDefault || reducedMotion().matches);
  const isOver = until >= end;
  useEffect(() => {
    if (isPaused || isOver) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) setUntil((row) => row + 1);
    }, stepMs);
    return () => clearInterval(timer);
  }, [isPaused, isOver]);
  useEffect(() => {
    const query = reducedMotion();
    const changed = () => setPaused(query.matches);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  }, []);
  return (
    <section className="show" aria-label="A sample of a stream">
      <div className="show-head">
        <b>{template}</b>
        <span>
          seed {seed}, {1000 / stepMs} rows a second, sent nowhere
        </span>
        <span>
          Revenue <b>{money.format(revenueOf(until))}</b>
        </span>
        {isOver ? (
          <span>All rows shown</span>
        ) : (
          <Button look="link" onClick={() => setPaused(!isPaused)}>
            {isPaused ? 'Play' : 'Pause'}
          </Button>
        )}
      </div>
      <Rows until={until} />
      <Figures until={until} />
      <code className="show-json" aria-hidden="true">
        {jsonOf(until - 1)}
      </code>
    </section>
  );
});

const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)');

/** The newest rows, the last one first. */
const Rows = ({ until }: { readonly until: number }) => (
  <div className="show-rows" aria-hidden="true">
    <table>
      <thead>
        <tr>
          <th>#</th>
          {names.map((name) => (
            <th key={name} data-field={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {/* By place: texts change, and no row moves. */}
        {Array.from({ length: SHOWN }, (_, i) => until - 1 - i).map((row, place) => (
          <tr key={place}>
            <td>{row}</td>
            {rowAt(row).map((value, i) => (
              <td key={names[i]} data-field={names[i]}>
                {value === null ? (
                  <i>null</i>
                ) : names[i] === 'timestamp' ? (
                  String(value).slice(11, 19)
                ) : (
                  value
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function Figures({ until }: { readonly until: number }) {
  const [box, width] = useWidth<HTMLDivElement>();
  const times = loadTimes(until);
  return (
    <div className="show-figures">
      <div>
        <p>
          <code>page</code> <span>{until.toLocaleString('en')} rows</span>
        </p>
        <Shares figure={sharesOf('page', until)} newest={String(valueOf('page', until - 1))} />
      </div>
      <div>
        <p>
          <code>load_ms</code> <span>95 % below {times.p95} ms</span>
        </p>
        <div ref={box} className="show-plot">
          {width > 0 && (
            <Histogram figure={times} width={width} newest={Number(valueOf('load_ms', until - 1))} />
          )}
        </div>
      </div>
      <div>
        <p>
          <code>device</code> <span>3 values</span>
        </p>
        <Shares figure={sharesOf('device', until)} newest={String(valueOf('device', until - 1))} />
      </div>
    </div>
  );
}

/** The start of a row as JSON. Fields that the table leaves out are long and dull. */
const jsonOf = (row: number): string =>
  `{${rowAt(row)
    .map((value, i) => `${JSON.stringify(names[i])}:${JSON.stringify(value)}`)
    .join(',')}, …}`;
