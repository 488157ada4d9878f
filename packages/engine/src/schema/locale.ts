import { locales } from '../generators/compile/localised.ts';
import type { FieldLocale } from '../model/schema.ts';
import { suggestion } from '../model/suggestion.ts';
import type { Context, SpecPlace } from './context.ts';
import { plainValue, type JsonMember, type JsonNode, type JsonObject, type Range } from './read-json.ts';
import { LOCALE, OWN_LOCALE } from './known-keys.ts';
import { memberOf } from './modifiers.ts';
import type { Named } from './named.ts';

const HINT = 'Write "de", or locales with weights: {"de": 5, "ja": 1}';

/** The context of fields that follow the `$locale` of an object, if it has one. Reports an invalid one. @param path of the object */
export function withLocale(object: JsonObject, path: readonly string[], context: Context): Context {
  const node = memberOf(object, LOCALE);
  if (node === undefined) return context;
  const at = [...path, LOCALE];
  const locale = readLocale(node, at, LOCALE, context);
  return locale === undefined ? context : { ...context, locale: { locale, at: node, path: at } };
}

/**
 * The locale of a field: its own, or the one that fields around it follow. Reports an invalid one.
 *
 * @returns undefined if it is invalid
 */
export function localeOf(
  spec: JsonObject,
  named: Named,
  args: readonly unknown[],
  { path }: SpecPlace,
  context: Context,
): { readonly locale?: FieldLocale } | undefined {
  const { type, written } = named;
  const node = memberOf(spec, OWN_LOCALE);
  if (type.locale === undefined)
    return node === undefined ? {} : reportUseless(spec, node, named, path, context);
  const at = [...path, OWN_LOCALE];
  const own = node && readLocale(node, at, `${written}: ${OWN_LOCALE}`, context);
  if (node !== undefined && own === undefined) return undefined;
  const setting =
    node && own ? { locale: { ...own, isOwn: true as const }, at: node, path: at } : context.locale;
  if (setting === undefined || type.locale.isOpen?.(args) === false) return {};
  context.localeUses.push({ type, ...setting });
  return { locale: setting.locale };
}

/** Reports the locale of a field that follows none. */
function reportUseless(
  spec: JsonObject,
  at: Range,
  { type, written }: Named,
  path: readonly string[],
  { findings }: Context,
): undefined {
  const isConstant = memberOf(spec, 'type') === undefined;
  const hasFields = !isConstant && (type.object === true || type.specs !== undefined);
  findings.add({
    code: 'locale',
    message: `${written}: locale has no effect: values are the same in all locales`,
    hint: hasFields ? 'Set it on the fields inside' : 'Remove it',
    at,
    path: [...path, OWN_LOCALE],
  });
}

/** Reads a locale, or several with weights. Reports mistakes and returns undefined. */
function readLocale(
  node: JsonNode,
  path: readonly string[],
  what: string,
  { findings }: Context,
): FieldLocale | undefined {
  const complain = (message: string, hint: string, at: Range, key?: string): undefined => {
    findings.add({ code: 'locale', message, hint, at, path: key === undefined ? path : [...path, key] });
  };
  if (node.kind === 'object') return readShares(node, what, complain);
  const name = plainValue(node);
  if (typeof name !== 'string')
    return complain(`${what} must be a locale, or locales with weights`, HINT, node);
  return isLocale(name)
    ? { shares: [[name, 1]] }
    : complain(`${what}: Unknown locale ${name}`, hintFor(name), node);
}

type Complain = (message: string, hint: string, at: Range, key?: string) => undefined;

function readShares(node: JsonObject, what: string, complain: Complain): FieldLocale | undefined {
  const members = node.members.filter(
    ({ key }, i) => node.members.findLastIndex((other) => other.key === key) === i,
  );
  if (members.length === 0) return complain(`${what} names no locale`, HINT, node);
  const shares = members.map((member) => shareOf(member, what, complain));
  const valid = shares.filter((share) => share !== undefined);
  if (valid.length < shares.length) return undefined;
  const sum = valid.reduce((total, [, weight]) => total + weight, 0);
  return Number.isFinite(sum)
    ? { shares: valid }
    : complain(`${what}: The weights are too large`, HINT, node);
}

function shareOf(
  { key, keyRange, value }: JsonMember,
  what: string,
  complain: Complain,
): readonly [name: string, weight: number] | undefined {
  if (!isLocale(key)) return complain(`${what}: Unknown locale ${key}`, hintFor(key), keyRange, key);
  const weight = plainValue(value);
  if (typeof weight === 'number' && weight > 0 && Number.isFinite(weight)) return [key, weight];
  return complain(`${what}: The weight of ${key} must be a number greater than 0`, HINT, value, key);
}

const isLocale = (name: string): boolean => locales.includes(name);

/** Shorter names are near to many. */
const MIN_LENGTH = 4;

/** Locales that are near an unknown name: of another spelling, of the language, or alike. */
function hintFor(name: string): string {
  const [language = '', ...rest] = name.split(/[-_.]/);
  const spelled = [language.toLowerCase(), ...rest.map((part) => part.toLowerCase())].join('_');
  const same = locales.find((each) => each.toLowerCase() === spelled);
  if (same !== undefined) return `Did you mean ${same}?`;
  const ofLanguage = locales.filter((each) => each.split('_')[0] === language.toLowerCase());
  if (ofLanguage.length > 0) return `Did you mean ${ofLanguage.join(' or ')}?`;
  const begun = locales.findLast((each) => spelled.startsWith(each.toLowerCase()));
  const near = begun ?? (name.length < MIN_LENGTH ? undefined : suggestion(name, locales));
  return near === undefined ? `Locales: ${locales.join(', ')}` : `Did you mean ${near}?`;
}
