import { formKeyOf, numbersIn } from '../decide/parts.ts';

/** Share of the texts that must have one form. */
const MOSTLY = 0.8;
/** Texts that are looked at, and their characters. */
const MOST = 10_000;
const LONGEST = 120;

/** The form that most texts have, and the numbers in those of that form: for each place, its values. */
export function partsOf(
  values: readonly unknown[],
):
  | { readonly form: string; readonly example: string; readonly numbers: readonly (readonly number[])[] }
  | undefined {
  const texts = values.slice(0, MOST).filter((value) => typeof value === 'string' && value.length <= LONGEST);
  const forms = new Map<string, string[]>();
  for (const text of texts.map(String)) {
    const form = formKeyOf(text);
    const own = forms.get(form) ?? [];
    own.push(text);
    forms.set(form, own);
  }
  const [most] = [...forms].toSorted(([, a], [, b]) => b.length - a.length);
  if (most === undefined || most[1].length < MOSTLY * texts.length) return undefined;
  const rows = most[1].map(numbersIn);
  return {
    form: most[0],
    example: most[1][0] ?? '',
    numbers: (rows[0] ?? []).map((_, at) => rows.map((row) => row[at] ?? 0)),
  };
}
