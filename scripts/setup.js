// Installs what tests need from outside npm: a Chromium and the servers of Debian. `npm test` calls it; `npm run setup:peers` runs it alone.
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { findChromium } from './chromium.js';
import { run } from './command.js';
import { missingPrograms } from './programs.js';

/** What installs the rest, for a person without root rights as well. */
export const SETUP_COMMAND =
  process.getuid?.() === 0 ? 'npm run setup:peers' : 'sudo env "PATH=$PATH" npm run setup:peers';

const hasApt = () => existsSync('/usr/bin/apt-get');
const isRoot = () => process.getuid?.() === 0;

/** Ubuntu's package of that name only installs a snap, which containers cannot run. */
const hasChromiumPackage = () =>
  existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));

/** @returns {string[]} What is missing, by the names people know. */
export const missing = () => [
  ...(findChromium() === undefined ? ['chromium'] : []),
  ...missingPrograms().map(({ program }) => program),
];

/**
 * Waits for another apt-get that may be running.
 * @param {readonly string[]} args
 */
const aptGet = (args) =>
  run('apt-get', ['--quiet', '--yes', '--option', 'DPkg::Lock::Timeout=120', ...args], {
    quiet: true,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });

/** Enough to read the list of packages and press Ctrl-C. */
const CANCEL_MS = 5000;

const hasSystemd = () => existsSync('/run/systemd/system');

/** @returns {Promise<string[]>} names of the services that are running, by systemd or by their init scripts */
async function runningServices() {
  const { output } = hasSystemd()
    ? await run('systemctl', ['list-units', '--type=service', '--state=running', '--plain', '--no-legend'], {
        quiet: true,
      })
    : await run('service', ['--status-all'], { quiet: true });
  return namesOfServices(output);
}

/**
 * @param {string} output of `systemctl list-units` or `service --status-all`
 * @returns {string[]} the services that are running
 */
export const namesOfServices = (output) =>
  [...output.matchAll(/^ *(?:\[ \+ \] +(\S+)|(\S+)\.service .*)$/gm)].map(
    ([, script, unit]) => script ?? unit ?? '',
  );

/** @param {readonly string[]} names of services that `setUp` returned */
export async function stopServices(names) {
  if (names.length === 0) return;
  console.log(`Stopping the services that came with the packages: ${names.join(' ')}`);
  for (const name of names) {
    const { code, output } = hasSystemd()
      ? await run('systemctl', ['stop', name], { quiet: true })
      : await run('service', [name, 'stop'], { quiet: true });
    if (code !== 0) console.error(`Cannot stop ${name}: ${output.trim().split('\n').at(-1)}`);
  }
}

/** @param {readonly string[]} names Debian packages */
async function installPackages(names) {
  console.log(`Installing Debian packages for the tests: ${names.join(' ')}`);
  console.log('CATBIRD_SETUP=0 turns this off. Services that Debian starts are stopped after the tests.');
  if (process.stdout.isTTY) {
    console.log(`Press Ctrl-C within ${CANCEL_MS / 1000} seconds to cancel.`);
    await setTimeout(CANCEL_MS);
  }
  await aptGet(['update']);
  const install = ['install', '--no-install-recommends'];
  const all = await aptGet([...install, ...names]);
  if (all.code === 0) return;
  // One package that this system lacks must not keep the others away.
  for (const name of names) {
    const { code, output } = await aptGet([...install, name]);
    if (code !== 0) console.error(`Cannot install ${name}: ${output.trim().split('\n').at(-1)}`);
  }
}

/** Playwright's own, which needs no rights but to write to the user's cache folder. */
async function downloadChromium() {
  console.log('Downloading Chromium for the browser tests (CATBIRD_SETUP=0 turns this off).');
  const { code } = await run('playwright', ['install', 'chromium']);
  if (code !== 0) console.error('Playwright could not download Chromium.');
}

/**
 * Installs what is missing: as root on Debian or Ubuntu its packages, after listing them; as anyone else only Playwright's Chromium.
 * Never calls sudo. `CATBIRD_SETUP=0` turns it off.
 * @returns {Promise<string[]>} the services that the packages have started, for `stopServices`
 */
export async function setUp() {
  if (process.env['CATBIRD_SETUP'] === '0' || missing().length === 0) return [];
  /** @type {string[]} */
  let started = [];
  if (isRoot() && hasApt()) {
    const packages = missingPrograms().map(({ packageName }) => packageName);
    if (findChromium() === undefined && hasChromiumPackage()) packages.unshift('chromium-headless-shell');
    if (packages.length > 0) {
      const before = new Set(await runningServices());
      await installPackages(packages);
      started = (await runningServices()).filter((name) => !before.has(name));
    }
  }
  if (findChromium() === undefined) await downloadChromium();
  return started;
}

async function setUpAlone() {
  const needed = missing();
  if (needed.length === 0) console.log('Everything the tests need is installed.');
  else if (hasApt() && !isRoot()) {
    console.error(`Installing Debian packages needs root. Run: ${SETUP_COMMAND}`);
    process.exitCode = 1;
    return;
  }
  await stopServices(await setUp());
  const rest = missing();
  if (rest.length === 0) return;
  console.error(`Still missing, install them yourself: ${rest.join(', ')}`);
  process.exitCode = 1;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await setUpAlone();
