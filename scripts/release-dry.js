// Run by `npm run release:dry`: all of a release but publishing. Packs the packages of a clean tree into release/, installs them into an
// empty folder, runs them there, and writes what they consist of, as CycloneDX.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, run } from './command.js';

const RELEASE = join(ROOT, 'release');
const PACKAGES = ['@catbird/core', 'catbird'];
const ROWS = 3;
const LIBRARY = `import { rows } from '@catbird/core';
for await (const { id } of rows({ id: 'string.uuid' }, { seed: 1, count: 1 })) if (typeof id !== 'string') throw new Error();
`;

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} [cwd]
 * @returns {Promise<string>} its output
 */
async function done(command, args, cwd = ROOT) {
  const { code, output } = await run(command, args, { cwd, quiet: true });
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')} ended with ${code}:\n${output.trim()}`);
  return output;
}

/**
 * @param {string} folder an empty one
 * @returns {Promise<string>} the version that runs there
 */
async function tryOut(folder) {
  // npm sbom needs a name and a version.
  const manifest = { name: 'catbird-release', version: '0.0.0', private: true };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const tarballs = readdirSync(RELEASE)
    .filter((file) => file.endsWith('.tgz'))
    .map((file) => join(RELEASE, file));
  await done('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs], folder);
  const version = (await done('npm', ['exec', '--no', '--', 'catbird', '--version'], folder)).trim();
  const rows = (
    await done('npm', ['exec', '--no', '--', 'catbird', 'sample', '-n', String(ROWS), '--quiet'], folder)
  )
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  if (rows.length !== ROWS) throw new Error(`catbird sample printed ${rows.length} rows, not ${ROWS}`);
  writeFileSync(join(folder, 'library.mjs'), LIBRARY);
  await done('node', ['library.mjs'], folder);
  const bill = await done('npm', ['sbom', '--sbom-format', 'cyclonedx'], folder);
  writeFileSync(join(RELEASE, 'catbird.cdx.json'), bill);
  return version;
}

const dirty = (await done('git', ['status', '--porcelain'])).trim();
if (dirty !== '') {
  console.error(`A release is packed from a clean tree. Commit or remove first:\n${dirty}`);
  process.exit(1);
}
rmSync(RELEASE, { recursive: true, force: true });
mkdirSync(RELEASE);
await done('npm', ['run', 'prepare']);
for (const name of PACKAGES) await done('npm', ['pack', '-w', name, '--pack-destination', RELEASE]);
const folder = mkdtempSync(join(tmpdir(), 'catbird-release-'));
try {
  console.log(`✓ catbird ${await tryOut(folder)} runs in an empty folder, on Node ${process.version}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const file of readdirSync(RELEASE))
  console.log(`${(statSync(join(RELEASE, file)).size / 1e6).toFixed(2).padStart(6)} MB  release/${file}`);
