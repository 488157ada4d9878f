/** Numbers, dates, times and addresses, and nothing else. */
const DATA = /^[-+$€£]?\.?\d[\d.,:/ T+Z'-]*\s?[%$€£]?$/;

/** Years, months and quarters, which also name columns. */
const PERIOD = /^(?:1[89]|20|21)\d\d(?:[-/ ]?(?:Q[1-4]|\d\d))?(?:-\d\d)?$/;

// cspell:disable -- words of many languages
/** Words that columns are named by, in several languages. */
const NAMES =
  /(^|[\s_.-])(id|no|nr|key|code|sku|name|first|last|surname|vorname|nachname|nom|pr[eé]nom|nombre|apellido|cognome|nome|title|titel|titre|type|typ|tipo|kind|art|status|state|estado|stato|city|stadt|ort|ville|ciudad|citt[aà]|country|land|pays|pa[ií]s|region|address|adresse|direcci[oó]n|street|stra(?:ss|ß)e|rue|zip|plz|e-?mail|mail|phone|telefon|tel|date|datum|fecha|data|time|zeit|at|day|tag|month|year|jahr|user|customer|kunde|client|product|produkt|item|category|kategorie|categor[ií]a|group|gruppe|department|abteilung|company|firma|url|link|path|ip|host|device|browser|language|sprache|currency|price|preis|prix|precio|amount|betrag|qty|quantity|menge|total|count|value|wert|color|colour|farbe|size|gr(?:ö|oe)(?:ss|ß)e|gender|role|level|event|action|message|text|comment|description|beschreibung|note|source|target|tags?|number|nummer|lat|lon|lng)s?([\s_.#:(-]|$)/i;

// cspell:enable
/** Records that are looked at. */
export const HEADER_RECORDS = 200;
/** Share of the values of a column that must be alike. */
const MOSTLY = 0.8;
/** Signs that leave no doubt. */
const CLEAR = 3;

/** What the first record of a table is. */
export interface Header {
  /** It has the names of columns. */
  readonly isNames: boolean;
  /** It may as well be the other. */
  readonly isDoubtful: boolean;
}

/**
 * Whether the first record of a table has the names of its columns: by what its cells have in common with those below.
 *
 * @param usual what to take it for without a sign
 */
export function headerOf(
  first: readonly string[],
  rest: readonly (readonly string[])[],
  usual: boolean,
): Header {
  if (rest.length === 0 || new Set(first).size <= first.length / 2)
    return { isNames: usual, isDoubtful: false };
  const signs = first.map((cell, i) =>
    signOf(
      cell.trim(),
      rest.map((cells) => (cells[i] ?? '').trim()).filter((value) => value !== ''),
    ),
  );
  const sum = signs.reduce((total, sign) => total + sign, 0);
  const hasData = rest.slice(0, 1).some((cells) => cells.some((cell) => DATA.test(cell.trim())));
  const isNames = sum === 0 ? usual : sum > 0;
  return { isNames, isDoubtful: first.length > 1 && !hasData && Math.abs(sum) < CLEAR };
}

/** Above 0 if a cell names a column of values, below if it is one of them. */
function signOf(name: string, values: readonly string[]): number {
  if (name === '' || values.length === 0) return 0;
  if (PERIOD.test(name) && !values.some((value) => PERIOD.test(value))) return 1;
  const isOfData = shareOf(values, (value) => DATA.test(value)) >= MOSTLY;
  if (isOfData) return DATA.test(name) ? -2 : 2;
  return textSign(name, values);
}

/** The same for a column of texts. */
function textSign(name: string, values: readonly string[]): number {
  if (DATA.test(name) || /@|:\/\//.test(name) || values.includes(name)) return -2;
  if (NAMES.test(spaced(name))) return 1.5;
  const form = formOf(name);
  if (shareOf(values, (value) => formOf(value) === form) >= MOSTLY) return /\d/.test(name) ? -2 : -0.5;
  return isLower(name) && shareOf(values, isLower) < 1 - MOSTLY ? 1 : 0;
}

const shareOf = (values: readonly string[], isOf: (value: string) => boolean): number =>
  values.filter(isOf).length / values.length;

const isLower = (text: string): boolean => /^\p{Ll}/u.test(text);

/** `userId` as `user Id`. */
const spaced = (name: string): string => name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2');

/** Runs of capitals, small letters and digits, and other characters as they are. */
const formOf = (text: string): string =>
  text
    .replaceAll(/\p{Lu}+/gu, 'A')
    .replaceAll(/\p{Ll}+/gu, 'a')
    .replaceAll(/\d+/g, '0');
