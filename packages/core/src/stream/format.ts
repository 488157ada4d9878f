import type { FormatKey, StreamKeys } from '../config/keys.ts';
import type { Setting } from '../destinations/config.ts';
import type { Destination, RequestLimits, RowFormat } from '../destinations/destination.ts';
import { objectOf, type FormatPlan } from '../formats/format.ts';
import { findFormat, formats, shapeOf, type FormatChoice } from '../formats/index.ts';
import { kindsOf } from '../generators/analysis/kinds.ts';
import type { Schema } from '../model/schema.ts';

/** Each setting with the formats that have it, in the order of the formats. */
export const formatSettings: ReadonlyMap<
  string,
  { readonly setting: Setting; readonly of: readonly string[] }
> = (() => {
  const found = new Map<string, { setting: Setting; of: string[] }>();
  for (const format of formats)
    for (const setting of format.settings) {
      const known = found.get(setting.name);
      if (known === undefined) found.set(setting.name, { setting, of: [format.name] });
      else known.of.push(format.name);
    }
  return found;
})();

/** The formats that a destination takes. */
export const formatsOf = ({ formats: shapes = [] }: Pick<Destination, 'formats'>): readonly FormatChoice[] =>
  formats.filter(({ name, shape }) => name === 'json' || shapes.includes(shape));

/** How rows are written. `plan` is absent for lines of JSON. */
export type FormatReading =
  | { readonly ok: true; readonly plan?: FormatPlan }
  | { readonly ok: false; readonly lines: readonly string[] };

/** How rows of a schema are written in a format. @param optionOf an option's name where the person gave it */
export async function planFormat(
  { name = 'json', ...given }: FormatKey,
  schema: Schema,
  optionOf: (option: string) => string,
  destination?: Destination,
): Promise<FormatReading> {
  const nameOf = settingNames(optionOf);
  const choices = destination === undefined ? formats : formatsOf(destination);
  const choice = choices.find((each) => each.name === name);
  const names = (of: readonly string[]): string => of.join(' or ');
  if (choice === undefined) {
    const problem =
      findFormat(name) === undefined
        ? `Unknown format ${name}`
        : `${destination?.title} does not take ${name}`;
    return {
      ok: false,
      lines: [`${optionOf('format')}: ${problem}. Use ${names(choices.map((each) => each.name))}`],
    };
  }
  const others = Object.keys(given).filter((each) => !choice.settings.some((its) => its.name === each));
  if (others.length > 0)
    return {
      ok: false,
      lines: others.map((each) => {
        const { of } = formatSettings.get(each) ?? {};
        return of === undefined
          ? `Unknown key ${nameOf(each)}. Settings of ${name}: ${choice.settings.map((its) => its.name).join(', ') || 'none'}`
          : `${nameOf(each)} needs ${optionOf('format')} ${names(of)}`;
      }),
    };
  if (name === 'json') return { ok: true };
  const plan = await choice.plan(kindsOf(schema), given);
  if ('problems' in plan) return { ok: false, lines: plan.problems.map((each) => named(each, nameOf)) };
  if (destination?.formats?.includes(shapeOf(choice, plan)) === false)
    return {
      ok: false,
      lines: [`${destination.title} takes no arrays of events: leave out ${nameOf('batched')}`],
    };
  return { ok: true, plan };
}

/** Settings of a format are options of a command line, and members of the format of a config. */
export const settingNames =
  (optionOf: (option: string) => string) =>
  (setting: string): string =>
    optionOf('format').startsWith('--') ? optionOf(setting) : `${optionOf('format')}.${setting}`;

/** A problem of a setting, with the name that the person gave. */
function named(problem: string, nameOf: (setting: string) => string): string {
  const [name = ''] = /^\w+(?=[: ])/.exec(problem) ?? [];
  return formatSettings.has(name) ? `${nameOf(name)}${problem.slice(name.length)}` : problem;
}

/** A stream whose rows go to a destination, as a person gave it. */
interface Given {
  readonly destination: Destination;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly options: Pick<StreamKeys, 'format'>;
  /** An option's name where the person gave it. */
  readonly optionOf: (option: string) => string;
  /** A setting's name where the person gave it. */
  readonly nameOf: (setting: string) => string;
}

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
}: Pick<Given, 'destination' | 'settings' | 'options'>): FormatKey | undefined {
  if (format?.name !== undefined) return format;
  const name = destination.impliedFormat?.(settings);
  return name === undefined ? format : { ...format, name };
}

/** How the rows of a stream are written, or a line for each problem. */
export async function formatFor(
  given: Given,
  schema: Schema,
  config: unknown,
): Promise<{ readonly format: StreamFormat | undefined; readonly lines: readonly string[] }> {
  const key = formatKeyOf(given);
  if (key === undefined) return { format: undefined, lines: [] };
  const { destination, optionOf, nameOf } = given;
  const reading = await planFormat(key, schema, optionOf, destination);
  if (!reading.ok) return { format: undefined, lines: reading.lines };
  const needy = destination.needsJson?.(config) ?? destination.rowFields?.(config)[0]?.setting;
  if (reading.plan !== undefined && needy !== undefined)
    return {
      format: undefined,
      lines: [`${nameOf(needy)} needs rows as JSON: leave it or ${optionOf('format')} out`],
    };
  return { format: reading.plan && { key, plan: reading.plan }, lines: [] };
}

/** The format as a destination gets it. */
export const rowFormat = (plan: FormatPlan | undefined): RowFormat | undefined =>
  plan && { ...plan, body: (batch) => objectOf(plan, batch) };

/** The limits of requests whose rows stand below the head of a format. */
export const belowHead = (limits: RequestLimits, { head }: Partial<FormatPlan> = {}): RequestLimits =>
  head === undefined ? limits : { ...limits, bytes: Math.max(1, limits.bytes - head.length) };
