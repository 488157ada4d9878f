import type { BesideConfig } from '../config/streams.ts';
import { destinations } from '../destinations/list.ts';
import type { RecordedStream } from '../record/file.ts';
import { invalid, type Result } from '@catbird/engine';
import { readEntities, type EntitiesReading } from '../schema/read.ts';
import type { CommandIssue } from '../refusal.ts';
import type { StreamSpec } from '../stream/spec.ts';
import type { Terminal } from '../terminal.ts';
import { typesNamed, type TypePackage } from '../types/package.ts';

/** The streams of records, with the entities and the types of packages that their schemas may use. */
export async function specsOf(
  records: readonly RecordedStream[],
  { types: names, json }: Pick<BesideConfig, 'types' | 'json'>,
  terminal: Terminal,
): Promise<Result<{ readonly specs: readonly StreamSpec[] }, CommandIssue>> {
  const loaded = await typesNamed(names, terminal, json);
  if (!loaded.ok) return loaded;
  const { types } = loaded;
  const lacked = lackedTypes(records, types);
  if (lacked.length > 0)
    return invalid(`The record is of a stream with types of packages. Add ${lacked.join(' ')}`);
  const read = new Map<RecordedStream['entities'], EntitiesReading>();
  const specs: StreamSpec[] = [];
  for (const record of records) {
    const { entities: from } = record;
    const shared = from && (read.get(from) ?? (await readEntities(from, types)));
    if (shared?.ok === false) return shared;
    if (shared !== undefined) read.set(from, shared);
    specs.push({ ...specOf(record), types, ...(shared && { entities: shared.entities }) });
  }
  return { ok: true, specs };
}

/** The options that load packages which rows were sent with. A module may have another path now. */
function lackedTypes(records: readonly RecordedStream[], types: readonly TypePackage[]): readonly string[] {
  const lacked = records
    .flatMap((record) => record.types ?? [])
    .filter(({ name, version }) => !types.some((each) => each.name === name || each.version === version))
    .map(({ name }) => `--types ${name}`);
  return [...new Set(lacked)];
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
