import type { Faults } from '@catbird/core';
import type { FormatKey } from '@catbird/core/config';
import type { FormatPlan } from '@catbird/core/formats';
import { planFormat, type FormatRows } from '../flags/format.ts';
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

/** Why other faults do not fit the format of a stream: it was made for the drift of its first faults. */
export const driftProblems = (
  format: FormatPlan | undefined,
  { drift: planned }: Faults,
  { drift }: Faults,
): readonly string[] =>
  format?.record === undefined || drift === undefined || JSON.stringify(drift) === JSON.stringify(planned)
    ? []
    : [
        'drift: rows in this format drift as the stream began. Give all drift at its beginning, or write rows as json',
      ];

/** How the rows of a stream are written, or a line for each problem. */
export async function formatFor(
  spec: StreamSpec,
  rows: FormatRows,
  config: unknown,
): Promise<{ readonly format: StreamFormat | undefined; readonly lines: readonly string[] }> {
  const key = formatKeyOf(spec);
  if (key === undefined) return { format: undefined, lines: [] };
  const reading = await planFormat(key, rows, spec.optionOf, spec.destination);
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
