import type { Context, LocaleUse } from './context.ts';
import { LOCALE } from './known-keys.ts';

/** Types that a note names. */
const MOST = 5;

/** Adds a note for each locale that lacks data of some types, which are English there, and a warning if no field follows one. */
export function noteLocales({ localeUses, locale, findings }: Context): void {
  const isValid = findings.all().every(({ severity }) => severity !== 'error');
  if (isValid && locale !== undefined && !localeUses.some(({ at }) => at === locale.at))
    findings.add({
      code: 'locale',
      severity: 'warning',
      message: `${LOCALE} has no effect: the values of all fields are the same in all locales`,
      hint: 'Remove it',
      at: locale.at,
      path: locale.path,
    });
  for (const [name, uses] of lackingUses(localeUses)) {
    const [first] = uses;
    if (first === undefined) continue;
    findings.add({
      code: 'locale',
      severity: 'note',
      message: `${name} has no data for ${listed([...new Set(uses.map(({ type }) => type.name))])}: English is used`,
      at: first.at,
      path: first.path,
    });
  }
}

/** The uses of a locale at one place that lacks their data, by its name. */
function lackingUses(
  uses: readonly LocaleUse[],
): readonly (readonly [name: string, uses: readonly LocaleUse[]])[] {
  const found = new Map<string, { readonly name: string; readonly uses: LocaleUse[] }>();
  for (const use of uses)
    for (const [name] of use.locale.shares) {
      if (use.type.locale?.lacks(name) !== true) continue;
      const key = `${use.at.offset} ${name}`;
      const known = found.get(key) ?? { name, uses: [] };
      found.set(key, known);
      known.uses.push(use);
    }
  return [...found.values()].map(({ name, uses: each }) => [name, each]);
}

/** `a, b and c`; of many, the first ones and how many more there are. */
function listed(names: readonly string[]): string {
  const shown = names.length > MOST + 1 ? names.slice(0, MOST) : names;
  const more = names.length - shown.length;
  const all = more > 0 ? [...shown, `${more} more types`] : shown;
  const last = all.at(-1) ?? '';
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} and ${last}`;
}
