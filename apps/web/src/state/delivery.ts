import type { RunOptions } from '@catbird/core/delivery';
import type { Values } from './settings.ts';

/** One of the settings of delivery. The first choice is the default. */
export interface DeliverySetting {
  /** Name in the query, the command and the config file. */
  readonly name: 'onFailure' | 'whenBehind' | 'attempts';
  readonly label: string;
  readonly help: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

/** What a person may say of delivery, beside the destination. */
export const DELIVERY: readonly DeliverySetting[] = [
  {
    name: 'onFailure',
    label: 'When events are refused or given up',
    help: 'Going on counts them as rejected or failed.',
    choices: [
      { value: 'stop', label: 'Stop' },
      { value: 'continue', label: 'Go on' },
    ],
  },
  {
    name: 'whenBehind',
    label: 'When the service is too slow',
    help: 'Left out events are counted as dropped.',
    choices: [
      { value: 'delay', label: 'Send late' },
      { value: 'drop', label: 'Leave out' },
    ],
  },
  {
    name: 'attempts',
    label: 'Attempts at the same events',
    help: 'The first included. Delays between them grow.',
    choices: ['5', '1', '2', '3', '10', '20'].map((value) => ({ value, label: value })),
  },
];

/** The settings that are not as they are anyway; values that are no choice are left out. */
export function deliveryOf(values: Values = {}): Values {
  const said = DELIVERY.flatMap(({ name, choices }) => {
    const index = choices.findIndex(({ value }) => value === values[name]);
    return index > 0 ? [[name, values[name] ?? ''] as const] : [];
  });
  return Object.fromEntries(said);
}

/** The same as options of a run. */
export function runOptionsOf(values: Values = {}): Pick<RunOptions, 'onFailure' | 'whenBehind' | 'retry'> {
  const { onFailure, whenBehind, attempts } = deliveryOf(values);
  return {
    onFailure: onFailure === 'continue' ? 'continue' : 'stop',
    whenBehind: whenBehind === 'drop' ? 'drop' : 'delay',
    retry: attempts === undefined ? {} : { attempts: Number(attempts) },
  };
}
