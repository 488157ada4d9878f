import type { Schema } from '@catbird/core';
import type { FormatKey } from '@catbird/core/config';
import { registrySettings, type FormatPlan, type Registered } from '@catbird/core/formats';
import { planFormat } from '../flags/format.ts';
import type { Terminal } from '../terminal.ts';
import type { StreamSpec } from './spec.ts';

/** A format other than lines of JSON. */
export interface StreamFormat {
  /** What tells it from other formats, also after a restart. Free of secrets. */
  readonly identity: unknown;
  readonly plan: FormatPlan;
  /** The schema of the rows in a registry. Undefined: none. */
  readonly registered: Registered | undefined;
  /** What to tell people of it. */
  readonly notes: readonly string[];
}

/** The format of a stream: that of its options, or the one that its settings imply. */
export function formatKeyOf({
  destination,
  settings,
  options: { format },
}: Pick<StreamSpec, 'destination' | 'settings' | 'options'>): FormatKey | undefined {
  if (format?.name !== undefined) return format;
  const name = destination.impliedFormat?.(settings);
  return name === undefined ? format : { ...format, name };
}

/**
 * How the rows of a stream are written, or a line for each problem.
 *
 * @throws NotStarted if a schema registry is needed and cannot be reached
 */
export async function formatFor(
  spec: StreamSpec,
  schema: Schema,
  config: unknown,
  { interrupt }: Pick<Terminal, 'interrupt'>,
): Promise<{ readonly format: StreamFormat | undefined; readonly lines: readonly string[] }> {
  const key = formatKeyOf(spec);
  if (key === undefined) return { format: undefined, lines: [] };
  const { destination, settings, optionOf } = spec;
  const reading = await planFormat(key, schema, {
    optionOf,
    destination,
    settings,
    interrupt,
    registered: spec.worker?.registered,
    mayRegister: spec.isDryRun !== true,
  });
  if (!reading.ok) return { format: undefined, lines: reading.lines };
  const { plan, registered, notes = [] } = reading;
  if (plan === undefined) return { format: undefined, lines: [] };
  const needy = destination.needsJson?.(config) ?? destination.rowFields?.(config)[0]?.setting;
  if (needy !== undefined)
    return {
      format: undefined,
      lines: [`${spec.nameOf(needy)} needs rows as JSON: leave it or ${spec.optionOf('format')} out`],
    };
  const identity = registered === undefined ? key : [withoutRegistry(key), registered];
  return { format: { identity, plan, registered, notes }, lines: [] };
}

/** The schema of the rows matters, but not the registry that has it. */
const withoutRegistry = (key: FormatKey): FormatKey =>
  Object.fromEntries(
    Object.entries(key).filter(([name]) => !Object.hasOwn(registrySettings.config.shape, name)),
  );
