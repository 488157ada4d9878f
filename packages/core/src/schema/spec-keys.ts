import type { Context } from './context.ts';
import { plainValue, type JsonMember, type JsonObject } from './json.ts';
import { ANNOTATIONS, keysAt, OWN_LOCALE, unknownKeyHint } from './known-keys.ts';
import { MODIFIERS } from './modifiers.ts';
import type { Named } from './named.ts';
import { keyHint } from './spec-hints.ts';

const keysIf = (isKnown: boolean, key: string): readonly string[] => (isKnown ? [key] : []);

/** Keys that are reported with what is wrong with them. */
const CHECKED: readonly string[] = ['unique', OWN_LOCALE];

/** Reports unknown keys of a field spec. */
export function checkKeys(
  spec: JsonObject,
  { written, type }: Named,
  isConstant: boolean,
  path: readonly string[],
  { findings, isLenient, within }: Context,
): void {
  const ofType = isConstant ? [] : [type.object === true ? 'fields' : 'params'];
  const known = [
    isConstant ? 'value' : 'type',
    ...MODIFIERS,
    ...keysIf(within !== undefined, 'unique'),
    ...keysIf(type.locale !== undefined, OWN_LOCALE),
    ...ofType,
  ];
  const params = isConstant ? [] : keysAt(type.params, [0]);
  for (const member of spec.members) {
    const { key, keyRange } = member;
    if (known.includes(key) || CHECKED.includes(key) || ANNOTATIONS.includes(key)) continue;
    const { what, hint } = unknownKey(member, known, params, type.object === true);
    findings.add({
      code: 'unknown-key',
      severity: isLenient ? 'warning' : 'error',
      message: `${written}: ${what}${isLenient ? ' (ignored)' : ''}`,
      hint,
      at: keyRange,
      path: [...path, key],
    });
  }
}

/** What is wrong with an unknown key, and what to write instead. */
function unknownKey(
  { key, keyRange, value }: JsonMember,
  known: readonly string[],
  params: readonly string[],
  isObject: boolean,
): { readonly what: string; readonly hint: string } {
  const member = `{${JSON.stringify(key)}: ${JSON.stringify(plainValue(value))}}`;
  if (params.includes(key)) return { what: `${key} belongs in params`, hint: `Write "params": ${member}` };
  return {
    what: `Unknown key ${key}`,
    hint: keyHint({ key, keyRange, value }, isObject) ?? unknownKeyHint(key, known, 'keys'),
  };
}
