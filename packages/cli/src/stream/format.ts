import type { Schema } from '@catbird/core';
import type { FormatKey } from '@catbird/core/config';
import type { Blocks } from '@catbird/core/destinations';
import { blocksOf, type FormatPlan } from '@catbird/core/formats';
import { planFormat } from '../flags/format.ts';
import type { Terminal } from '../terminal.ts';
import type { StreamSpec } from './spec.ts';

/** A format other than lines of JSON. */
export interface StreamFormat {
  /** What it was made from. */
  readonly key: FormatKey;
  readonly plan: WrittenPlan;
}

/** How rows are written, and how they become files. */
export type WrittenPlan = FormatPlan & { readonly blocks: Blocks };

/** The format that the settings of a stream imply. */
const impliedBy = ({
  destination,
  settings,
}: Pick<StreamSpec, 'destination' | 'settings'>): string | undefined => destination.impliedFormat?.(settings);

/** The format of a stream: that of its options, or the one that its settings imply. */
export function formatKeyOf(
  spec: Pick<StreamSpec, 'destination' | 'settings' | 'options'>,
): FormatKey | undefined {
  const { format } = spec.options;
  if (format?.name !== undefined) return format;
  const name = impliedBy(spec);
  return name === undefined ? format : { ...format, name };
}

/** A format that is not the one that the settings imply. It holds, but it may be a mistake. */
export function formatNotes(spec: StreamSpec): readonly string[] {
  const implied = impliedBy(spec);
  const { name = implied } = spec.options.format ?? {};
  if (implied === undefined || implied === name) return [];
  return [
    `The name of the file implies ${implied}, but its rows are ${name}, as ${spec.optionOf('format')} says`,
  ];
}

/** How the rows of a stream are written, or a line for each problem. */
export async function formatFor(
  spec: StreamSpec,
  schema: Schema,
  config: unknown,
  { out }: Pick<Terminal, 'out'>,
): Promise<{ readonly format: StreamFormat | undefined; readonly lines: readonly string[] }> {
  const key = formatKeyOf(spec);
  if (key === undefined) return { format: undefined, lines: [] };
  const reading = await planFormat(key, schema, spec.optionOf, spec.destination);
  if (!reading.ok) return { format: undefined, lines: reading.lines };
  if (reading.plan === undefined) return { format: undefined, lines: [] };
  const plan = { ...reading.plan, blocks: blocksOf(reading.plan) };
  const problem = problemWith(plan, spec, { config, isTerminal: out.isTerminal });
  return problem === undefined
    ? { format: { key, plan }, lines: [] }
    : { format: undefined, lines: [problem] };
}

/** Why the settings of a destination do not fit a format. */
function problemWith(
  plan: WrittenPlan,
  { destination, nameOf, optionOf }: StreamSpec,
  { config, isTerminal }: { readonly config: unknown; readonly isTerminal: boolean },
): string | undefined {
  const needy = destination.needsJson?.(config) ?? destination.rowFields?.(config)[0]?.setting;
  return needy === undefined
    ? destination.formatProblem?.(config, plan, { nameOf, isTerminal })
    : `${nameOf(needy)} needs rows as JSON: leave it or ${optionOf('format')} out`;
}
