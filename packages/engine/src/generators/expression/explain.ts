/** Habits from other languages: how they look, and what to write here. */
const HABITS: readonly (readonly [RegExp, string])[] = [
  [/=~|\b(LIKE|like|RLIKE|REGEXP)\b/, 'Write matches(text, "pattern") for a regular expression'],
  [/[,(]\s*\//, 'Write a regular expression in quotes, without slashes: matches(text, "^A")'],
  [/(^|[^=!<>])=(?!=)/, 'To compare, write =='],
  [/\b(and|or|not|AND|OR|NOT)\b/, 'Write && for and, || for or, ! for not'],
  [/<>/, 'Write != for unequal'],
  [/`/, 'Write text in quotes and join it with +: "order " + id'],
  [/\{\{|\$\{/, 'Write the names of fields without braces: price * 2'],
  [/=>/, 'Functions cannot be defined here'],
];

/** What to write instead of a habit from another language; undefined for none. */
export function adviceOn(text: string): string | undefined {
  const bare = text.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');
  const [, advice] = HABITS.find(([pattern]) => pattern.test(bare)) ?? [];
  return advice;
}

/** Methods of JavaScript, and the functions to call in their place. */
const METHODS: ReadonlyMap<string, string> = new Map([
  ['toUpperCase', 'upper(…)'],
  ['toLowerCase', 'lower(…)'],
  ['includes', 'contains(…, …)'],
  ['toString', 'toText(…)'],
  ['toFixed', 'round(…, 2)'],
  ['getTime', 'toMs(…)'],
  ['slice', 'substring(…, 0, 3)'],
  ['test', 'matches(…, "pattern")'],
  ['match', 'extract(…, "pattern")'],
]);

/** The message for the call of a method. @param isFunction whether there is a function of this name */
export function methodCall(method: string, isFunction: boolean): string {
  const instead = METHODS.get(method) ?? (isFunction ? `${method}(…)` : undefined);
  return `Only functions can be called${instead === undefined ? '' : `. Write ${instead} instead of .${method}()`}`;
}

/** Functions of other languages, in lower case, and those to call in their place. */
const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['len', 'length'],
  ['size', 'length'],
  ['str', 'toText'],
  ['string', 'toText'],
  ['tostring', 'toText'],
  ['int', 'toNumber'],
  ['float', 'toNumber'],
  ['number', 'toNumber'],
  ['parseint', 'toNumber'],
  ['parsefloat', 'toNumber'],
  ['today', 'now'],
  ['date', 'now'],
  ['getdate', 'now'],
  ['current_timestamp', 'now'],
  ['ifelse', 'if'],
  ['iif', 'if'],
  ['ifnull', 'coalesce'],
  ['nvl', 'coalesce'],
  ['isnull', 'coalesce'],
  ['substr', 'substring'],
  ['slice', 'substring'],
  ['includes', 'contains'],
  ['touppercase', 'upper'],
  ['tolowercase', 'lower'],
  ['lpad', 'padStart'],
  ['regexp_extract', 'extract'],
  ['regexp_replace', 'replaceAll'],
  ['random', 'rand'],
  ['strftime', 'formatDate'],
  ['format', 'formatDate'],
  ['datediff', 'dateDiff'],
  ['ln', 'log'],
  ['row_number', 'index'],
  ['rownumber', 'index'],
]);

/** The function that one of another language stands for; undefined for none. */
export const familiarFunction = (name: string): string | undefined => FUNCTIONS.get(name.toLowerCase());
