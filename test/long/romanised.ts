import anyAscii from 'any-ascii';
import { asciiName } from '../../packages/engine/src/generators/records/ascii.ts';
import type { LocaleData } from '../../packages/engine/src/data/store.ts';

/** Usual spellings where the letters alone give another. */
const USUAL: Readonly<Record<string, string>> = {
  김: 'kim',
  이: 'lee',
  박: 'park',
  최: 'choi',
  정: 'jung',
  강: 'kang',
  조: 'cho',
  윤: 'yoon',
  임: 'lim',
  신: 'shin',
  권: 'kwon',
  노: 'roh',
  문: 'moon',
  우: 'woo',
};

const WIDTH = 110;

function lines(names: readonly string[]): readonly string[] {
  const all: string[] = [''];
  for (const name of names) {
    const form = USUAL[name] ?? asciiName(anyAscii(name), 'en');
    if (form === '') throw new Error(`${name} has no form in ASCII`);
    const last = all.at(-1) ?? '';
    if (last.length + form.length >= WIDTH) all.push(form);
    else all[all.length - 1] = last === '' ? form : `${last} ${form}`;
  }
  return all;
}

/** The file with the names of a locale in ASCII: women's and men's first names, and last names. */
export function romanisedFile(person: LocaleData['definitions']['person']): string {
  const namesOf = (kind: 'first_name' | 'last_name', sex: 'female' | 'male'): readonly string[] =>
    person?.[kind]?.[sex] ?? person?.[kind]?.generic ?? [];
  const parts = {
    female: namesOf('first_name', 'female'),
    male: namesOf('first_name', 'male'),
    lastFemale: namesOf('last_name', 'female'),
    lastMale: namesOf('last_name', 'male'),
  };
  const members = Object.entries(parts).map(([name, names]) => [name, lines(names)]);
  return `${JSON.stringify(Object.fromEntries(members), null, 2)}\n`;
}
