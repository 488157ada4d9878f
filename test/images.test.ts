import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { ROOT } from './sources.ts';

const FILES = ['Dockerfile', 'apps/web/Dockerfile'];
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
/** Instructions, one per entry, without comments. Backslashes join lines. */
const instructions = (name: string): string[] =>
  read(name)
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
const of = (name: string, instruction: string): string[] =>
  instructions(name).flatMap((line) =>
    line.startsWith(`${instruction} `) ? [line.slice(instruction.length + 1)] : [],
  );

describe.each(FILES)('%s', (name) => {
  test('has no mistakes', () => {
    expect(validate(read(name)).map(({ message }) => message)).toEqual([]);
    expect(validate(`${read(name)}\nCOPY one\n`)).not.toEqual([]);
  });

  test('names a version of each base image', () => {
    const bases = of(name, 'FROM').map((line) => line.split(' ')[0]);
    expect(bases.length).toBe(2);
    for (const base of bases) expect(base).toMatch(/^[a-z]+:\d+-[a-z]+$/);
  });

  test('does not run as root', () => {
    const final = instructions(name).slice(
      instructions(name).findLastIndex((line) => line.startsWith('FROM ')),
    );
    const users = final.filter((line) => line.startsWith('USER '));
    expect(users).toHaveLength(1);
    expect(users[0]).not.toMatch(/root|\b0\b/);
    const after = final.slice(final.indexOf(users[0] ?? ''));
    expect(after.filter((line) => line.startsWith('RUN '))).toEqual([]);
  });

  test('runs only scripts and files that exist', () => {
    const commands = of(name, 'RUN').join(' && ');
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    for (const [, script = ''] of commands.matchAll(/npm run ([\w:]+)/g))
      expect(scripts).toHaveProperty(script);
    for (const [, file = ''] of commands.matchAll(/node (\S+\.js)/g))
      expect(existsSync(join(ROOT, file))).toBe(true);
    expect(commands).toContain('npm ci');
    // Anything else would get versions that nobody has tested.
    expect(commands).not.toMatch(/npm (i|install|add|update|exec)\b|\bnpx\b/);
  });
});

test('no image gets what was built or installed outside', () => {
  const ignored = read('.dockerignore').split('\n');
  expect(ignored).toEqual(
    expect.arrayContaining(['.git', '**/node_modules', '**/dist', 'packages/cli/bundle']),
  );
});

test('the command in the image is the one of the package', () => {
  const { bin } = JSON.parse(read('packages/cli/package.json')) as { bin: { catbird: string } };
  expect(of('Dockerfile', 'ENTRYPOINT')).toEqual([
    JSON.stringify(['node', `/app/node_modules/catbird/${bin.catbird}`]).replace(',', ', '),
  ]);
});
