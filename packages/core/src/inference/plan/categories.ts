import type { Member } from '../decide/decision.ts';
import { meantBy } from '../definitions/named/words.ts';
import type { FieldPlan } from './field-plan.ts';

/** Distinct values of a category, at most, and characters of each. */
const MOST_VALUES = 20;
const MOST_CHARACTERS = 24;

/** Rows that have a value, at least: nobody stands behind it alone. And their share of all rows. */
const LEAST_ROWS = 5;
const LEAST_SHARE = 0.01;

/** A word, or several: `in_progress`, `en-US`. */
const WORD = /^\p{L}[\p{L}_.-]*$/u;

/** Names of fields that may be about a person or a place, or that identify something. */
const PERSONAL =
  /\b(mail|phone|mobile|fax|password|secret|token|ssn|iban|passport|birth|address|street|city|town|village|county|zip|postal|postcode|latitude|longitude|ip|host|hostname|domain|url|uri|path|file|session|uuid|guid|nick|nickname|handle|login|religion|diagnosis|ethnicity)\b/;
const PERSONS =
  /\b(user|customer|client|person|people|owner|author|contact|employee|staff|member|manager|supervisor|lead|agent|rep|assignee|reporter|creator|sender|recipient|driver|rider|patient|doctor|nurse|teacher|student|host|guest|buyer|seller|operator|cardholder|beneficiary|director|actor|by)$/;
const IDS = /\b(id|ids|key|code|number|ref|reference|sku|hash)$/;
const FREE =
  /\b(comment|comments|note|notes|remark|remarks|description|message|text|title|subject|body|reason|feedback|bio|tag|tags|keyword|query|search)$/;
const NAMES = /\bnames?$/;
/** Names of things that no person has chosen for themselves. */
const THINGS =
  /\b(event|plan|browser|os|device|category|region|country|metric|status|channel|type|state|role|action|screen|page|method|service|unit|environment|operation|command) names?$/;

const isNeutral = (name: string): boolean => {
  const words = meantBy(name);
  if (words === '') return false;
  if (PERSONAL.test(words) || PERSONS.test(words) || IDS.test(words) || FREE.test(words)) return false;
  return !NAMES.test(words) || THINGS.test(words);
};

const NONE: ReadonlySet<unknown> = new Set();

/**
 * The values of a field that are copied unless a person says no: short words of a category, each of which many rows have. None of fields
 * whose names say that they are about a person or a place, identify something, or contain free text, and none of lists, whose rows are
 * not counted.
 */
export function categoriesOf({ path, decision, nulls, missing, count }: FieldPlan): ReadonlySet<unknown> {
  const { kind, members = [], confirmable } = decision;
  const isCategory = kind === 'enumeration' || kind === 'constant';
  const isInList = count !== undefined || path.includes('[]');
  if (!isCategory || members.length > MOST_VALUES || isInList || confirmable === undefined) return NONE;
  if (!path.split('.').every(isNeutral)) return NONE;
  const present = 1 - nulls - missing;
  const frequent = members.filter((each) => each.count >= LEAST_ROWS);
  const all = members.reduce((sum, each) => sum + each.count, 0);
  const isCommon = (each: Member): boolean => (each.count / all) * present >= LEAST_SHARE;
  if (!frequent.every(({ value }) => isWord(value))) return NONE;
  const offered = new Set(confirmable.values.map(({ value }) => value));
  return new Set(
    frequent.filter((each) => isCommon(each) && offered.has(each.value)).map(({ value }) => value),
  );
}

const isWord = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= MOST_CHARACTERS && WORD.test(value);
