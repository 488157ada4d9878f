import type { Shape } from '../shape.ts';
import { meantBy } from './words.ts';

/** What is first, and what is after it. */
const FIRST =
  /\b(created|inserted|registered|signed up|joined|placed|ordered|opened|started|begin|start|departure|check in|valid from|issued|invoice|order|submitted|from)( (at|on|date|time|timestamp))?$/;
const UPDATED =
  /\b(updated|modified|changed|last (login|seen|activity|update|modified|updated)|synced)( (at|on|date|time|timestamp))?$/;
const LATER =
  /\b(end|ended|finished|completed|closed|resolved|paid|shipped|delivered|cancelled|canceled|returned|refunded|due|deadline|expires|expiry|expiration|expired|arrival|check out|valid (to|until)|until|deleted|archived)( (at|on|date|time|timestamp))?$/;

const TIMES: ReadonlySet<Shape['kind']> = new Set(['timestamp', 'date', 'epoch milliseconds']);

/** Fields of a table, in which times that end or change something come after those that begin it, such as `updated_at` after `created_at`. */
export function withOrder(fields: readonly Shape[]): readonly Shape[] {
  return fields.map((field) => {
    const inner = field.fields === undefined ? field : { ...field, fields: withOrder(field.fields) };
    if (!isFree(field)) return inner;
    const words = meantBy(field.name);
    const isUpdate = UPDATED.test(words);
    if (!isUpdate && !LATER.test(words)) return inner;
    const first = fields.find(
      (each) => each !== field && each.kind === field.kind && isFree(each) && FIRST.test(meantBy(each.name)),
    );
    if (first === undefined) return inner;
    const isAbsent = first.isNullable === true || first.isOptional === true;
    return {
      ...inner,
      follows: {
        field: first.name,
        isStrict: false,
        isNullable: isAbsent,
        // A new row was changed when it was made.
        ...(isUpdate ? { ofEntity: true } : {}),
      },
    };
  });
}

const isFree = ({ kind, values, isList, choice, isKey, follows, from, to }: Shape): boolean =>
  TIMES.has(kind) &&
  [follows, from, to].every((each) => each === undefined) &&
  values === undefined &&
  isList !== true &&
  choice === undefined &&
  isKey !== true;
