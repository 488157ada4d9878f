import type { Alternatives, Choices } from './choice.ts';
import { draftOf, type Consent, type Draft } from './draft.ts';
import { choosable } from './plan/choices.ts';
import type { FieldPlan } from './plan/field-plan.ts';

/** Fields of a sample, of which schemas can be made. */
export interface Draftable {
  /**
   * The schema that makes rows like the sample. It contains no text of the sample, and of its numbers only rounded bounds and round values,
   * except for values with consent.
   *
   * @param consent default: none
   * @param choices other readings of some fields. Default: all as found
   */
  readonly draft: (consent?: Consent, choices?: Choices) => Draft;
  /** Other readings of the fields, by path. Takes about as long as finding the first ones. */
  readonly alternatives: () => ReadonlyMap<string, Alternatives>;
}

/** Makes fields draftable. @param fields not tied together yet. @returns them as found, tied together, too */
export async function draftable(
  fields: readonly FieldPlan[],
): Promise<{ readonly plans: readonly FieldPlan[]; readonly drafts: Draftable }> {
  const { settled, alternatives, declarations } = await choosable(fields);
  const plans = settled(new Map());
  return {
    plans,
    drafts: {
      draft: (consent = () => false, choices) =>
        draftOf(
          choices === undefined || choices.size === 0 ? plans : settled(choices),
          consent,
          declarations,
        ),
      alternatives,
    },
  };
}
