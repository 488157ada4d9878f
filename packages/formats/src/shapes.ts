import { invalid, messagesOf, type Result, type Member, type RowShape } from '@catbird/engine';
import type { FormatPlan, RecordPlan } from './format.ts';

/** How rows of several shapes are written. */
export interface ShapeOptions {
  /** Name of the format, for messages. */
  readonly name: string;
  /** How rows of a shape are written. Members that it lacks, but others have, are among those given, as ones that may be missing. */
  readonly plan: (members: readonly Member[], shape: RowShape) => Promise<Result<FormatPlan>>;
  /**
   * Records may have several layouts, as each says which one it has: a registry knows them, for instance. Default: all records have the
   * layout of the first shape.
   */
  readonly mayVary?: boolean;
}

/** How rows of several shapes are written, of which the first is that of their schema; or a sentence for each change that does not fit. */
export async function planShapes(
  [first = { number: 0, members: [], changes: [] }, ...others]: readonly RowShape[],
  { name, plan, mayVary }: ShapeOptions,
): Promise<Result<FormatPlan>> {
  const { members } = first;
  const base = await plan(members, first);
  if (!base.ok || isJson(base)) return base;
  const layout = mayVary === true ? undefined : base.layout;
  const shapes: RecordPlan[] = [];
  const wrong: (RowShape & { readonly problem: string })[] = [];
  for (const shape of others) {
    // What does not fit alone does not fit with others.
    if (wrong.some(({ number }) => (shape.number & number) === number)) continue;
    const own = layout === undefined ? shape.members : aligned(shape.members, members);
    // oxlint-disable-next-line no-await-in-loop
    const made = fitting(await plan(own, shape), layout, name);
    if (typeof made === 'string') wrong.push({ ...shape, problem: made });
    else if (made.record !== undefined) shapes[shape.number] = made.record;
  }
  if (wrong.length === 0) return { ...base, shapes };
  return invalid(...wrong.map(({ changes, problem }) => `faults.drift: ${changes.join(', ')}: ${problem}`));
}

/** Records are lines of JSON, of any shape. */
const isJson = ({ record, layout }: FormatPlan): boolean => record === undefined && layout === undefined;

/** A plan of records that may stand among those of a layout, or a sentence. @param layout undefined: any */
function fitting(made: Result<FormatPlan>, layout: string | undefined, name: string): FormatPlan | string {
  if (!made.ok) return messagesOf(made.issues).join('. ');
  return layout === undefined || made.layout === layout
    ? made
    : `all rows in ${name} have the same fields and types. Choose json as the format, or leave this change out`;
}

/** Members of rows that may lack others: these are missing in the place where they would be. */
const aligned = (members: readonly Member[], base: readonly Member[]): readonly Member[] => {
  const result = [...members];
  for (const [i, member] of base.entries()) {
    const at = result.findIndex(({ name }) => name === member.name);
    const found = result[at];
    if (found === undefined) result.splice(Math.min(i, result.length), 0, { ...member, optional: true });
    else if (found.kind.is === 'object' && member.kind.is === 'object')
      result[at] = {
        ...found,
        kind: { ...found.kind, members: aligned(found.kind.members, member.kind.members) },
      };
  }
  return result;
};
