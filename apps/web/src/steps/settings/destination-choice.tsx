import { firstDestinations, type Destination } from '@catbird/send';
import { Suspense, useState } from 'react';
import { loadLater } from '../../state/destinations.ts';
import { lazyPart, RadioCards, type Card } from '../../ui/index.ts';
import { cardOf } from './destination-card.ts';

/** First what needs no account. */
const cards: readonly Card[] = [
  {
    value: 'Log',
    label: 'Log: watch here, no account',
    detail: 'Rows and charts in this tab, and in its console. Nothing leaves it',
    isWide: true,
  },
  ...firstDestinations.filter(({ name }) => name !== 'Log').map(cardOf),
];

const MoreDestinations = lazyPart(async () => {
  const [{ MoreDestinations: More }] = await Promise.all([import('./more-destinations.tsx'), loadLater()]);
  return More;
});

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
  const isLater = !firstDestinations.includes(chosen);
  return (
    <RadioCards legend="Destination" value={chosen.name} cards={cards} disabled={locked} onValue={onChoice}>
      {(show) => (
        <details
          className="more fold"
          open={isOpen || isLater}
          onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
        >
          <summary>
            More destinations{' '}
            <span>{isLater ? chosen.title : 'Object storage, queues, search and logs'}</span>
          </summary>
          {(isOpen || isLater) && (
            <Suspense>
              <MoreDestinations show={show} />
            </Suspense>
          )}
        </details>
      )}
    </RadioCards>
  );
}
