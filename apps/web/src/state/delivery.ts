import { RETRY_DEFAULTS, type RunOptions } from '@catbird/core/delivery';
import type { Values } from './settings.ts';

/** One of the settings of delivery. The first choice is the default. */
export interface DeliverySetting {
  /** Name in the query, the command and the config file. */
  readonly name: 'onFailure' | 'whenBehind' | 'attempts';
  readonly label: string;
  readonly help: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

/** While nothing has been accepted, a wrong address or a broken service shall show soon. */
const START_WINDOW_MS = 2000;

const seconds = (ms: number): string => `${ms / 1000} s`;

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
    label: 'When the service fails',
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

/** The settings that are not as they are anyway; values that are no choice are left out. */
export function deliveryOf(values: Values = {}): Values {
  const said = DELIVERY.flatMap(({ name, choices }) => {
    const index = choices.findIndex(({ value }) => value === values[name]);
    return index > 0 ? [[name, values[name] ?? ''] as const] : [];
  });
  return Object.fromEntries(said);
}

/** The same as options of a run. */
export function runOptionsOf(
  values: Values = {},
): Pick<RunOptions, 'onFailure' | 'whenBehind' | 'retry' | 'optionNames'> {
  const { onFailure, whenBehind, attempts } = deliveryOf(values);
  return {
    onFailure: onFailure === 'continue' ? 'continue' : 'stop',
    whenBehind: whenBehind === 'drop' ? 'drop' : 'delay',
    retry: {
      startWindowMs: START_WINDOW_MS,
      ...(attempts === undefined ? {} : { attempts: Number(attempts) }),
    },
    optionNames: {
      retryFor: `the retry limit of ${seconds(RETRY_DEFAULTS.windowMs)}`,
      continueOnFailure: goOnChoice(),
    },
  };
}

/** How to go on after failures, in the words of the settings. */
function goOnChoice(): string {
  const setting = DELIVERY.find(({ name }) => name === 'onFailure');
  const choice = setting?.choices.find(({ value }) => value === 'continue');
  return `choose “${choice?.label}” for “${setting?.label}” in the settings, under Delivery`;
}
