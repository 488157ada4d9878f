import { textFlag } from './readers.ts';

/** The flags that choose a schema. */
export const schemaFlags = {
  template: textFlag({
    help: 'Use a built-in schema. catbird list templates shows them all.',
    value: 'NAME',
    group: 'Rows',
    default: '"Simple Example"',
  }),
  schema: textFlag({
    help: 'Use your own schema, JSON or YAML; - reads JSON from stdin.',
    value: 'FILE',
    group: 'Rows',
  }),
} as const;

/** The flag for a seed: the same seed produces the same rows. */
export const seedFlag = textFlag({
  help: 'Number or text. The same seed produces the same rows, except for timestamps.',
  value: 'SEED',
  group: 'Rows',
  default: 'random, printed to stderr',
});
