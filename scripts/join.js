// Run after `tsc` by `npm run prepare`: joins what it made of the parts into packages/core/lib, so that the library is one package.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './command.js';
import { allDoors, throughDoors } from './doors.js';
import { PARTS } from './parts.js';

const PACKAGES = join(ROOT, 'packages');
const LIB = join(PACKAGES, 'core', 'lib');

/** @param {string} path */
const isShipped = (path) => !/\.(map|tsbuildinfo)$/.test(path);

const doors = allDoors();

/**
 * Writes a file of the library that imports files beside it, not packages.
 * @param {string} name in the folder of built files
 * @param {string} text
 */
function write(name, text) {
  /** @param {string} to in the folder of built files */
  const address = (to) => {
    const path = relative(dirname(name), to);
    return path.startsWith('.') ? path : `./${path}`;
  };
  /** @param {string} source a file of a part */
  const built = (source) => address(relative(PACKAGES, source).replace('/src/', '/').replace(/\.ts$/, '.js'));
  // Declarations import whole doors: they load nothing.
  const joined = (name.endsWith('.js') ? throughDoors(text, doors, built) : text).replaceAll(
    /['"]@catbird\/(\w+)['"]/g,
    (found, part) => (PARTS.includes(part) ? `'${address(`${part}/index.js`)}'` : found),
  );
  writeFileSync(join(LIB, name), joined);
}

/** Writes the library anew. */
export function joinLibrary() {
  rmSync(LIB, { recursive: true, force: true });
  for (const part of PARTS)
    cpSync(join(PACKAGES, part, 'dist'), join(LIB, part), { recursive: true, filter: isShipped });
  for (const part of PARTS)
    for (const name of readdirSync(join(LIB, part), { recursive: true, encoding: 'utf8' }))
      if (/\.(js|d\.ts)$/.test(name)) write(join(part, name), readFileSync(join(LIB, part, name), 'utf8'));

  // Entries only export names of parts. From the source, since the compiler does not write again what did not change.
  for (const name of readdirSync(join(PACKAGES, 'core', 'src'))) {
    if (!name.endsWith('.ts')) continue;
    const text = readFileSync(join(PACKAGES, 'core', 'src', name), 'utf8');
    write(name.replace(/\.ts$/, '.d.ts'), text);
    write(name.replace(/\.ts$/, '.js'), text.replaceAll(/export type \{[^}]*\} from '[^']*';\n?/g, ''));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) joinLibrary();
