import { hiddenValues, variablesIn } from '@catbird/core/config';
import { refusalOf, refusalOfSchema, type Refusal } from '../refusal.ts';
import { readEntities } from '../schema/read.ts';
import type { StreamSpec } from '../stream/spec.ts';
import type { Terminal } from '../terminal.ts';
import { loadConfig } from './load.ts';
import { readConfig } from './read.ts';
import { withValue } from './set.ts';

/** The streams of a config file. */
export interface Streams {
  readonly ok: true;
  /** With the entities that they share. */
  readonly streams: readonly StreamSpec[];
  readonly onStreamFailure: 'stop' | 'continue';
}

/**
 * Reads the streams of a config file.
 *
 * @param set assignments that override values: `eps=500`
 */
export async function streamsIn(
  file: string,
  set: readonly string[],
  terminal: Terminal,
): Promise<Streams | { readonly ok: false; readonly refusal: Refusal }> {
  const config = await loadConfig(file, terminal);
  if (typeof config === 'string') return { ok: false, refusal: refusalOf('config', [config]) };
  let { value } = config;
  for (const assignment of set) {
    value = withValue(value, assignment);
    if (value === undefined)
      return { ok: false, refusal: refusalOf('usage', [`Invalid --set ${assignment}. Use PATH=VALUE`]) };
  }
  const reading = readConfig(value, file, terminal.env, config.text);
  if (!reading.ok) return { ok: false, refusal: refusalOf('config', reading.lines) };
  const shared = reading.entities && (await readEntities(reading.entities));
  if (shared?.ok === false) return { ok: false, refusal: refusalOfSchema(shared) };
  const hidden = hiddenValues(variablesIn(value).map((name) => terminal.env[name] ?? ''));
  const streams = reading.streams.map((spec) => ({
    ...spec,
    hidden,
    ...(shared && { entities: shared.entities }),
  }));
  return { ok: true, streams, onStreamFailure: reading.onStreamFailure };
}
