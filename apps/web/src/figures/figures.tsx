import { useState } from 'react';
import type { FiguresReport } from '../worker/figures/figures-protocol.ts';
import { chosenFigures } from './chosen.ts';
import { FieldCard } from './field-card.tsx';
import { usePaced } from './use-paced.ts';
import { rowsText } from './words.ts';
import './figures.css';

export { Journey } from './journey.tsx';

/** What the rows of a run are like: up to three fields, live. */
export function Figures({
  report,
  isLive,
}: {
  readonly report: FiguresReport | undefined;
  /** Rows are made. */
  readonly isLive: boolean;
}) {
  const shown = usePaced(report, !isLive);
  const [byHand, setByHand] = useState<Readonly<Record<number, string>>>({});
  const chosen = shown === undefined ? [] : chosenFigures(shown, byHand);
  const names = shown?.fields.map(({ path }) => path) ?? [];
  const choose = (place: number, name: string): void => {
    const other = chosen.findIndex(({ path }) => path === name);
    const replaced = chosen[place]?.path;
    // Two fields change places rather than show twice.
    setByHand({
      ...byHand,
      ...(other >= 0 && replaced !== undefined && { [other]: replaced }),
      [place]: name,
    });
  };
  if (shown !== undefined && chosen.length === 0) return null;
  return (
    <section
      className={shown === undefined ? 'figures is-waiting' : 'figures'}
      aria-labelledby="figures-title"
    >
      <h3 id="figures-title">
        What the rows are like{' '}
        <small>{shown !== undefined && shown.made > 0 && rowsText(shown.rows, shown.made)}</small>
      </h3>
      <div>
        {shown === undefined && <p className="hint">First rows in a moment.</p>}
        {chosen.map((figure, place) => (
          <FieldCard
            key={place}
            figure={figure}
            names={names}
            isLive={isLive}
            onChoose={(name) => choose(place, name)}
          />
        ))}
      </div>
    </section>
  );
}
