import { templateFlag } from '@catbird/core/config';
import { textFlag } from './readers.ts';

export { seedFlag } from '@catbird/core/config';

/** The flags that choose a schema. */
export const schemaFlags = {
  template: templateFlag,
  schema: textFlag({
    help: 'Use your own schema, JSON or YAML; - reads JSON from stdin.',
    value: 'FILE',
    group: 'Rows',
  }),
} as const;
