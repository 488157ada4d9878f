// Used by the builds: imports by a package's door become imports of the files behind it, so that each part of a bundle, and each entry of the
// library, loads just what it uses.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './command.js';
import { PARTS } from './parts.js';

/** @typedef {{ readonly file: string, readonly name: string }} Behind a file, and the name of an export there */

const STATEMENT = /\b(import|export) \{([^{}]*)\} from '@catbird\/(\w+)';/g;

/** @param {string} list names in braces, as in `a, type B, c as d` */
const namesIn = (list) =>
  list.split(',').flatMap((each) => {
    const [, type, name = '', as = name] = /^\s*(type )?(\w+)(?: as (\w+))?\s*$/.exec(each) ?? [];
    return name === '' ? [] : [{ isType: type !== undefined, name, as }];
  });

/**
 * @param {string} part a package
 * @returns {ReadonlyMap<string, Behind>} what is behind each name of its door
 */
export function doorOf(part) {
  const source = join(ROOT, 'packages', part, 'src');
  const door = readFileSync(join(source, 'index.ts'), 'utf8');
  return new Map(
    [...door.matchAll(/export (?:type )?\{([^{}]*)\} from '\.\/([^']+)';/g)].flatMap(
      ([, list = '', file = '']) =>
        namesIn(list).map(({ name, as }) => [as, { file: join(source, file), name }]),
    ),
  );
}

/** @returns {ReadonlyMap<string, ReadonlyMap<string, Behind>>} the door of each package */
export const allDoors = () => new Map(PARTS.map((part) => [part, doorOf(part)]));

/**
 * The statements of a text with files in place of packages. Types are left out.
 * @param {string} text
 * @param {ReturnType<typeof allDoors>} doors
 * @param {(file: string) => string} address of a file, as an import names it
 */
export const throughDoors = (text, doors, address) =>
  text.replaceAll(STATEMENT, (statement, keyword, list, part) => {
    const door = doors.get(part);
    if (door === undefined) return statement;
    return namesIn(list)
      .filter(({ isType }) => !isType)
      .map(({ name, as }) => {
        const behind = door.get(name);
        if (behind === undefined) throw new Error(`@catbird/${part} does not export ${name}`);
        return `${keyword} { ${behind.name} as ${as} } from '${address(behind.file)}';`;
      })
      .join(' ');
  });

/** @returns {{ name: string, enforce: 'pre', transform: (code: string, id: string) => string | undefined }} a plugin of Vite and Rolldown */
export function doors() {
  const known = allDoors();
  return {
    name: 'doors',
    enforce: 'pre',
    transform: (code, id) =>
      /\.tsx?$/.test(id) && code.includes(`'@catbird/`)
        ? throughDoors(code, known, (file) => file)
        : undefined,
  };
}
