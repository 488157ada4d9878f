import { groupedBy } from './decide/column.ts';
import { textKey } from './config.ts';
import type { Spec } from './decide/decision.ts';
import { prefixOf } from './decide/key-patterns.ts';
import { roomOf } from './decide/patterns.ts';
import { helpersOf, ownSpec, structureOf, type IsCopied, type SchemaObject } from './draft.ts';
import { flat, paramsOf, type FieldPlan } from './plan/field-plan.ts';

/** Types whose values follow the locale. */
const FOLLOWS_LOCALE =
  /"(person|location|phone|company)\.|"internet\.(email|username)|"catbird\.(person|place|company)"/;

/** The entities of a schema, and its locale. */
export function declarations(
  plans: readonly FieldPlan[],
  fields: SchemaObject,
  consent: IsCopied,
): SchemaObject {
  const entities = entitiesOf(plans, consent);
  const declared = entities === undefined ? {} : { $entities: entities };
  const text = JSON.stringify({ ...declared, ...fields });
  const locale = FOLLOWS_LOCALE.test(text) ? localeOf(plans) : undefined;
  return locale === undefined ? declared : { $locale: locale, ...declared };
}

/** The entities that keys draw, with the fields that follow from those. */
function entitiesOf(plans: readonly FieldPlan[], consent: IsCopied): SchemaObject | undefined {
  const entries = plans.flatMap(({ entity, name, decision }): [string, unknown][] => {
    if (entity === undefined) return [];
    const members = plans.filter((plan) => plan.memberOf === name);
    const fields = members.flatMap((plan): [string, SchemaObject][] => {
      const hidden = helpersOf(plan);
      const own: [string, SchemaObject] = [plan.name, { ...ownSpec(plan, consent), ...structureOf(plan) }];
      return [...hidden, own].map(([field, spec]) => [field, withoutPer(spec)]);
    });
    const key = entityKey(decision.spec, entity.size, [name, ...members.map((member) => member.name)]);
    return [[entity.name, { size: entity.size, keyName: name, ...key, fields: Object.fromEntries(fields) }]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** How an entity's key is written. @param fields names of its fields, with that of the key */
function entityKey(spec: Spec, size: number, fields: readonly string[]): { readonly key?: Spec } {
  const { form, prefix, pattern = '' } = paramsOf(spec);
  const [first = ''] = [pattern].flat().map(String);
  switch (form) {
    case 'text':
      return { key: textKey(String(prefix), fields) };
    case 'uuid':
      return { key: { type: 'string.uuid' } };
    case 'pattern':
      // Entities draw their keys one by one: two may be equal if there are few.
      return roomOf(first) >= MANY * size
        ? { key: { type: 'helpers.fromRegExp', params: [first] } }
        : { key: textKey(prefixOf(first, fields[0] ?? ''), fields) };
    default:
      return {};
  }
}

/** So many texts for each key make two equal ones unlikely enough. */
const MANY = 1_000_000;

/** A spec of an entity's field: it follows the entity by itself. */
function withoutPer({ per: _per, ...spec }: SchemaObject): SchemaObject {
  return spec;
}

// cspell:disable
/** Scripts of one language each, the most particular first: Japanese has Chinese characters, too. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Armenian}/u, 'hy'],
  [/\p{Script=Georgian}/u, 'ka_GE'],
  [/[іїєґІЇЄҐ]/u, 'uk'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/[پچژگ]/u, 'fa'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Han}/u, 'zh_CN'],
];

/** Letters that tell languages with Latin letters apart, the most particular first: German and Turkish both have ö. */
const LETTERS: readonly (readonly [RegExp, string])[] = [
  [/[ğışİ]/, 'tr'],
  [/[őűŐŰ]/, 'hu'],
  [/[ąęłńśźżŁŚŻ]/, 'pl'],
  [/[ěřůŘŮ]/, 'cs_CZ'],
  [/[ăâîșțȘȚ]/, 'ro'],
  [/[ạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđơư]/, 'vi'],
  [/[ãõ]/, 'pt_BR'],
  [/[ñÑ]/, 'es'],
  [/[æøÆØ]/, 'da'],
  [/[åÅ]/, 'sv'],
  [/[èêëçœ]/, 'fr'],
  [/[äöüßÄÖÜ]/, 'de'],
];
// cspell:enable

/** Locales by the ends of domains and the prefixes of phone numbers. */
const COUNTRIES: Readonly<Record<string, string>> = {
  at: 'de_AT',
  br: 'pt_BR',
  ch: 'de_CH',
  cn: 'zh_CN',
  cz: 'cs_CZ',
  de: 'de',
  dk: 'da',
  es: 'es',
  fi: 'fi',
  fr: 'fr',
  gr: 'el',
  hu: 'hu',
  it: 'it',
  jp: 'ja',
  kr: 'ko',
  mx: 'es_MX',
  nl: 'nl',
  no: 'nb_NO',
  pl: 'pl',
  pt: 'pt_PT',
  ro: 'ro',
  ru: 'ru',
  se: 'sv',
  sk: 'sk',
  tr: 'tr',
  ua: 'uk',
};

const PREFIXES: Readonly<Record<string, string>> = {
  '30': 'gr',
  '31': 'nl',
  '33': 'fr',
  '34': 'es',
  '36': 'hu',
  '39': 'it',
  '40': 'ro',
  '41': 'ch',
  '420': 'cz',
  '421': 'sk',
  '43': 'at',
  '45': 'dk',
  '46': 'se',
  '47': 'no',
  '48': 'pl',
  '49': 'de',
  '351': 'pt',
  '358': 'fi',
  '380': 'ua',
  '52': 'mx',
  '55': 'br',
  '81': 'jp',
  '82': 'kr',
  '86': 'cn',
  '90': 'tr',
};

/** Share of the texts from which a sign counts. */
const MOST = 0.5;
/** Share of the names that have a letter of their language: most have none. */
const SOME = 0.02;
const LEAST_TEXTS = 10;

/** The locale that names, phone numbers and emails show. Undefined: none, so they may be English. */
function localeOf(plans: readonly FieldPlan[]): string | undefined {
  const textsOf = (...kinds: readonly string[]): string[] =>
    flat(plans)
      .filter(({ decision }) => kinds.includes(decision.kind))
      .flatMap(({ cells = [] }) => cells.filter((cell) => typeof cell === 'string'));
  const names = textsOf('name');
  return (
    ofScripts(names) ??
    ofMost(textsOf('phone number'), countryOfPhone) ??
    ofMost(textsOf('email', 'URL'), countryOfDomain) ??
    ofLetters(names)
  );
}

/** The sign that most texts have. */
function ofMost(texts: readonly string[], signOf: (text: string) => string | undefined): string | undefined {
  if (texts.length < LEAST_TEXTS) return undefined;
  const [best] = [...groupedBy(texts, signOf)].toSorted(([, a], [, b]) => b.length - a.length);
  return best !== undefined && best[1].length > MOST * texts.length ? best[0] : undefined;
}

/** Names of one language have words without its particular letters, too: a tenth with them is enough. */
const PARTICULAR = 0.1;

function ofScripts(names: readonly string[]): string | undefined {
  const isOther = ofMost(names, (name) =>
    /\p{Lo}|\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Armenian}/u.test(name) ? 'other' : undefined,
  );
  if (isOther === undefined) return undefined;
  return SCRIPTS.find(
    ([script]) => names.filter((name) => script.test(name)).length >= PARTICULAR * names.length,
  )?.[1];
}

function countryOfPhone(text: string): string | undefined {
  const digits = /^(?:\+|00)([\d\s().-]+)/.exec(text)?.[1]?.replaceAll(/\D/g, '') ?? '';
  const country = PREFIXES[digits.slice(0, 3)] ?? PREFIXES[digits.slice(0, 2)];
  return country === undefined ? undefined : COUNTRIES[country];
}

const countryOfDomain = (text: string): string | undefined => {
  const end = /[@/][\w.-]+\.([a-z]{2})(?=[/:?#]|$)/i.exec(text)?.[1]?.toLowerCase();
  return end === undefined || !Object.hasOwn(COUNTRIES, end) ? undefined : COUNTRIES[end];
};

function ofLetters(names: readonly string[]): string | undefined {
  if (names.length < LEAST_TEXTS) return undefined;
  return LETTERS.find(
    ([letters]) => names.filter((name) => letters.test(name)).length >= SOME * names.length,
  )?.[1];
}
