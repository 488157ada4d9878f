import { firstDestinations, type Destination } from '@catbird/core/internal/destinations';
import { useState } from 'react';
import { laterGroups, loadLater } from '../../state/destinations.ts';
import { NotLoaded, RadioCards } from '../../ui/index.ts';

const cardsOf = (destinations: readonly Destination[]) =>
  destinations.map(({ name, title, call }) => ({ value: name, label: title, detail: call }));

const cards = cardsOf(firstDestinations);

/** The choice of a destination: a few at once, and the others behind a line that loads them. */
export function DestinationChoice({
  chosen,
  locked,
  onChoice,
}: {
  readonly chosen: Destination;
  readonly locked: boolean;
  readonly onChoice: (name: string) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [groups, setGroups] = useState(laterGroups);
  const [hasFailed, setHasFailed] = useState(false);
  const load = (): void =>
    void loadLater().then(
      () => setGroups(laterGroups()),
      () => setHasFailed(true),
    );
  const isLater = !firstDestinations.includes(chosen);
  return (
    <RadioCards legend="Destination" value={chosen.name} cards={cards} disabled={locked} onValue={onChoice}>
      {(show) => (
        <details
          className="more fold"
          open={isOpen || isLater}
          onToggle={({ currentTarget }) => {
            setIsOpen(currentTarget.open);
            load();
          }}
        >
          <summary>
            More destinations
            {isLater && <span>{chosen.title}</span>}
          </summary>
          {hasFailed && <NotLoaded />}
          {groups.map(({ title, destinations }) => (
            <fieldset key={title}>
              <legend className="label">{title}</legend>
              {show(cardsOf(destinations))}
            </fieldset>
          ))}
        </details>
      )}
    </RadioCards>
  );
}
