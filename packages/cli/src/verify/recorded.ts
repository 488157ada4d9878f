import { destinations } from '../destinations/list.ts';
import type { RecordedStream } from '../record/file.ts';
import type { Result } from '@catbird/core/internal/issue';
import { readEntities, type EntitiesReading } from '../schema/read.ts';
import type { CommandIssue } from '../refusal.ts';
import type { StreamSpec } from '../stream/spec.ts';

/** The streams of records, with the entities that their schemas may draw. */
export async function specsOf(
  records: readonly RecordedStream[],
): Promise<Result<{ readonly specs: readonly StreamSpec[] }, CommandIssue>> {
  const read = new Map<RecordedStream['entities'], EntitiesReading>();
  const specs: StreamSpec[] = [];
  for (const record of records) {
    const { entities: from } = record;
    const shared = from && (read.get(from) ?? (await readEntities(from)));
    if (shared?.ok === false) return shared;
    if (shared !== undefined) read.set(from, shared);
    specs.push({ ...specOf(record), ...(shared && { entities: shared.entities }) });
  }
  return { ok: true, specs };
}

function specOf({ name, destination, source, options }: RecordedStream): StreamSpec {
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
