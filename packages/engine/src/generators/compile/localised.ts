import type { Data } from '../../data/store.ts';
import type { FieldLocale } from '../../model/schema.ts';
import { spacesApart } from '../analysis/apart.ts';
import type { GeneratorType } from '../generator.ts';
import type { Scope } from '../scope.ts';
import type { Cell, Place } from '../kernels/engine/cell.ts';
import { afterColumns } from '../kernels/structure/object.ts';
import { rowChoice, type RowChoice } from '../kernels/structure/row-choice.ts';
import { byWeight, variants, type Choice } from '../kernels/structure/variants.ts';
import { textsOf } from '../families/locale-texts.ts';
import type { Sources } from './sources.ts';
import type { ValueSpace } from '../analysis/value-space.ts';

export { locales } from '../../data/locales.ts';

/** The choices of a locale that the fields of a row, an entity or a group follow, by their weights. */
export type LocaleChoices = Map<string, RowChoice>;

/** Path of the draw of a locale. `$locale` is reserved at the top of a schema, so no field of a row has it. */
const PATH = '$locale';

/** A cell with the choices that are drawn for its rows. */
export const withChoices = (choices: LocaleChoices, cell: Cell): Cell =>
  choices.size === 0 ? cell : afterColumns([...choices.values()], [cell]);

/** What a field draws one of its locales with. */
function choiceOf({ shares, isOwn }: FieldLocale, choices: LocaleChoices, { path }: Place): Choice {
  const weights = shares.map(([, weight]) => weight);
  if (isOwn === true) return byWeight(weights, { path: `${path}\nlocale`, lead: '' });
  const key = JSON.stringify(shares);
  const known = choices.get(key) ?? rowChoice(weights, PATH);
  choices.set(key, known);
  return known.follow;
}

/** The cell of a field in its locales. @param make writes the field in one of them */
export function inLocales(
  locale: FieldLocale,
  choices: LocaleChoices,
  place: Place,
  make: (name: string) => Cell,
): Cell {
  const [only, ...others] = locale.shares;
  if (only === undefined) throw new Error('A locale is required');
  if (others.length === 0) return make(only[0]);
  return variants(
    locale.shares.map(([name]) => make(name)),
    choiceOf(locale, choices, place),
  );
}

/**
 * The values of a field that must differ between rows, in each of its locales.
 *
 * @throws Error if a locale has too few
 */
export function spacesIn(
  { shares }: FieldLocale,
  type: GeneratorType,
  args: readonly unknown[],
  { rows, data }: { readonly rows: number; readonly data: Data },
): ReadonlyMap<string, ValueSpace> {
  const isAscii = type.locale?.isAscii === true;
  const lexicons = shares.map(([name]) => textsOf(data.locale(name), isAscii).lexicon);
  // While a schema is parsed, English stands in for all.
  const each = [...new Set(lexicons)].flatMap((lexicon) => {
    const space = type.values?.(args, lexicon);
    return space === undefined ? [] : [{ lexicon, space }];
  });
  const apart = spacesApart(
    each.map(({ space }) => space),
    rows,
  );
  return new Map(
    shares.flatMap(([name], i) => {
      const n = each.findIndex(({ lexicon }) => lexicon === lexicons[i]);
      if (n < 0) return [];
      const space = apart[n];
      if (space === undefined || space.size < rows)
        throw new Error(
          `${(space?.size ?? 0).toLocaleString('en')} distinct values of the locale ${name} are too few for ${rows.toLocaleString('en')} entities`,
        );
      return [[name, space] as const];
    }),
  );
}

/** The scope of a field in a locale. Types with data of their own find it by the name. */
export function scopeIn(name: string, type: GeneratorType, scope: Scope, sources: Sources): Scope {
  if (type.resources !== undefined) return { ...scope, locale: name };
  const { definitions, lexicon } = textsOf(sources.data.locale(name), type.locale?.isAscii === true);
  return { ...scope, locale: name, lexicon, faker: () => sources.fakerWith(definitions) };
}
