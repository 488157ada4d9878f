import type { Destination } from '@catbird/send';
import type { Card } from '../../ui/index.ts';

/** A destination as a card: its name, and what it does with events. */
export const cardOf = ({ name, title, summary }: Destination): Card => ({
  value: name,
  label: title,
  detail: summary.replace(/\.$/, ''),
});
