import { useState } from 'react';
import type { FiguresReport, FieldFigure } from '../worker/figures/figures-protocol.ts';
import { FieldCard } from './field-card.tsx';
import { usePaced } from './use-paced.ts';
import { rowsText } from './figure-text.ts';
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
      <h3 id="figures-title" className="sr">
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

/** Figures beside each other. */
const PLACES = 3;

/** Kinds in the order of their places. */
const KINDS = ['shares', 'numbers', 'walk'] as const;

/**
 * The fields to show: those chosen by hand, each at its place, then the most telling one of each kind, then any. The states of a journey
 * have a figure of their own.
 *
 * @param byHand names of fields by place
 */
export function chosenFigures(
  { fields, journey }: Pick<FiguresReport, 'fields' | 'journey'>,
  byHand: Readonly<Record<number, string>>,
): readonly FieldFigure[] {
  const chosen = new Map<number, FieldFigure>();
  for (let place = 0; place < PLACES; place++) {
    const field = fields.find(({ path }) => path === byHand[place]);
    if (field !== undefined) chosen.set(place, field);
  }
  const taken = new Set(chosen.values());
  const left = fields.filter((field) => !taken.has(field) && field.path !== journey?.name);
  const best = KINDS.flatMap((kind) => left.find((field) => field.kind === kind) ?? []);
  const others = left.filter((field) => !best.includes(field));
  // A field that tells nothing new is shown only where there is no other.
  const free = Array.from({ length: PLACES }, (_, place) => place).filter((place) => !chosen.has(place));
  const automatic = [...best, ...others].slice(0, free.length);
  free.forEach((place, i) => {
    const field = automatic[i];
    if (field !== undefined) chosen.set(place, field);
  });
  return [...chosen].toSorted(([one], [other]) => one - other).map(([, field]) => field);
}
