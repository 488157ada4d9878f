import { RETRY_DEFAULTS, type RunOptions } from '@catbird/send';
import type { StreamKeys } from '@catbird/stream';
import type { Values } from './config.ts';

/** A delivery setting. The first choice is the default. */
export interface DeliverySetting {
  /** Name in the query, the command and the config file. */
  readonly name: 'onFailure' | 'whenBehind' | 'attempts';
  readonly label: string;
  readonly help: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

/** Until something is accepted, a wrong address or a broken service should show quickly. */
export const START_WINDOW_MS = 2000;

const seconds = (ms: number): string => `${ms / 1000} s`;

/** The delivery settings of the form. */
export const DELIVERY: readonly DeliverySetting[] = [
  {
    name: 'onFailure',
    label: 'If events are rejected',
    help: 'If you keep going, they’re counted as rejected or failed.',
    choices: [
      { value: 'stop', label: 'Stop' },
      { value: 'continue', label: 'Keep going' },
    ],
  },
  {
    name: 'whenBehind',
    label: 'If the service is too slow',
    help: 'Skipped events count as dropped.',
    choices: [
      { value: 'delay', label: 'Catch up later' },
      { value: 'drop', label: 'Skip events' },
    ],
  },
  {
    name: 'attempts',
    label: 'If the service fails',
    help: `Attempts per request, including the first, with backoff. Until the first event is accepted, retries stop after ${seconds(START_WINDOW_MS)}.`,
    choices: [
      { value: 'unlimited', label: `Keep trying for ${seconds(RETRY_DEFAULTS.windowMs)}` },
      ...['1', '2', '3', '5', '10', '20'].map((value) => ({
        value,
        label: value === '1' ? '1 attempt' : `${value} attempts`,
      })),
    ],
  },
];

/** The settings that differ from their defaults. Unknown values are ignored. */
export function deliveryOf(values: Values = {}): Values {
  const changed = DELIVERY.flatMap(({ name, choices }) => {
    const index = choices.findIndex(({ value }) => value === values[name]);
    return index > 0 ? [[name, values[name] ?? ''] as const] : [];
  });
  return Object.fromEntries(changed);
}

/** What is set, in a line: `Stop if events are rejected, keep trying for 30 s, catch up later`. */
export const deliveryLine = (values: Values): string =>
  DELIVERY.map(({ name, choices }) => {
    const { label = '' } = choices.find(({ value }) => value === values[name]) ?? choices[0] ?? {};
    return name === 'onFailure' ? `${label} if events are rejected` : label.toLowerCase();
  }).join(', ');

/** The settings as keys of a stream in a config. */
export function deliveryKeys(values?: Values): Pick<StreamKeys, 'onFailure' | 'whenBehind' | 'attempts'> {
  const { onFailure, whenBehind, attempts } = deliveryOf(values);
  return {
    ...(onFailure === 'continue' && { onFailure }),
    ...(whenBehind === 'drop' && { whenBehind }),
    ...(attempts !== undefined && { attempts: Number(attempts) }),
  };
}

/** What the settings are called in hints. */
export const deliveryNames = (): NonNullable<RunOptions['optionNames']> => ({
  retryFor: `the retry limit of ${seconds(RETRY_DEFAULTS.windowMs)}`,
  continueOnFailure: keepGoingHint(),
});

/** How to keep going after failures, in the form's own labels. */
function keepGoingHint(): string {
  const setting = DELIVERY.find(({ name }) => name === 'onFailure');
  const choice = setting?.choices.find(({ value }) => value === 'continue');
  return `choose “${choice?.label}” for “${setting?.label}” in the settings, under Delivery`;
}
