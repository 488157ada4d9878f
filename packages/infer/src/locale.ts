import type { FieldPlan } from './plan/field-plan.ts';

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
export function localeOf(plans: readonly FieldPlan[]): string | undefined {
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

const flat = (plans: readonly FieldPlan[]): FieldPlan[] =>
  plans.flatMap((plan) => [plan, ...flat(plan.fields ?? [])]);

/** The sign that most texts have. */
function ofMost(texts: readonly string[], signOf: (text: string) => string | undefined): string | undefined {
  if (texts.length < LEAST_TEXTS) return undefined;
  const counts = new Map<string, number>();
  for (const text of texts) {
    const sign = signOf(text);
    if (sign !== undefined) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  return best !== undefined && best[1] > MOST * texts.length ? best[0] : undefined;
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
