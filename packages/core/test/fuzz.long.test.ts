// The tests that try random cases, with many more of them.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.env['FUZZ'] = '20';
const CORE = fileURLToPath(new URL('..', import.meta.url));
const tests = readdirSync(CORE, { recursive: true, encoding: 'utf8' })
  .filter((name) => /^(src|test)\b.*(?<!\.long)\.test\.ts$/.test(name))
  .filter((name) => readFileSync(`${CORE}${name}`, 'utf8').includes("/fuzz.ts'"));
for (const name of tests) await import(`${CORE}${name}`);
