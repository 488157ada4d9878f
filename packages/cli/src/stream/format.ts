import type { Schema } from '@catbird/core';
import type { FormatKey } from '@catbird/core/internal/config';
import type { FormatPlan } from '@catbird/core/internal/formats';
import { planFormat } from '../flags/format.ts';
import type { StreamSpec } from './spec.ts';

/** A format other than lines of JSON. */
export interface StreamFormat {
  /** What it was made from. */
  readonly key: FormatKey;
  readonly plan: FormatPlan;
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

/** How the rows of a stream are written, or a line for each problem. */
export async function formatFor(
  spec: StreamSpec,
  schema: Schema,
  config: unknown,
): Promise<{ readonly format: StreamFormat | undefined; readonly lines: readonly string[] }> {
  const key = formatKeyOf(spec);
  if (key === undefined) return { format: undefined, lines: [] };
  const reading = await planFormat(key, schema, spec.optionOf, spec.destination);
  if (!reading.ok) return { format: undefined, lines: reading.lines };
  const { destination } = spec;
  const needy = destination.needsJson?.(config) ?? destination.rowFields?.(config)[0]?.setting;
  if (reading.plan !== undefined && needy !== undefined)
    return {
      format: undefined,
      lines: [`${spec.nameOf(needy)} needs rows as JSON: leave it or ${spec.optionOf('format')} out`],
    };
  return { format: reading.plan && { key, plan: reading.plan }, lines: [] };
}
