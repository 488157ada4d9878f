import { destinations } from '../destinations/list.ts';
import type { RecordedStream } from '../record/file.ts';
import type { StreamSpec } from '../stream/spec.ts';

/** The stream of a record. */
export function specOf({ name, destination, source, options }: RecordedStream): StreamSpec {
  const known = destinations.find(({ command }) => command === destination) ?? destinations[0];
  if (known === undefined) throw new Error('There is no destination');
  return {
    ...(name !== null && { name }),
    destination: known,
    settings: {},
    source,
    options,
    nameOf: String,
    optionOf: (option) => option,
  };
}
