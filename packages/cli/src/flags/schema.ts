import { textFlag } from './readers.ts';

/** Which events. */
export const schemaFlags = {
  template: textFlag({
    help: 'A built-in schema by its name; catbird list has them all.',
    value: 'NAME',
    group: 'Rows',
    default: '"Simple Example"',
  }),
  schema: textFlag({ help: 'A schema of your own; - reads standard input.', value: 'FILE', group: 'Rows' }),
} as const;

/** The same seed, the same rows. */
export const seedFlag = textFlag({
  help: 'Any number or text. The same seed gives the same rows, but for the times in them.',
  value: 'SEED',
  group: 'Rows',
  default: 'random, and said on stderr',
});
