// Used by the other scripts: finds a Chromium for the browser tests, or installs one.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { run } from './command.js';
import { aptGet, canInstall, isExecutable } from './programs.js';

/** No sandbox, since tests often run as root in a container; and nothing that calls home while a test counts requests. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** @returns {string | undefined} A browser of the system, by its usual names on PATH. */
function onPath() {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** @returns {string | undefined} The browser that Playwright downloaded earlier. */
function playwrightsOwn() {
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

async function install() {
  if (canInstall()) {
    console.log('No Chromium found: installing the Debian package "chromium".');
    const updated = await aptGet(['update', '--quiet']);
    if (updated.code === 0) await aptGet(['install', '--quiet', '--yes', 'chromium']);
    if (onPath() !== undefined) return;
  }
  console.log('No Chromium found: installing the one of Playwright.');
  await run('playwright', ['install', 'chromium']);
}

/**
 * A Chromium's path: CHROMIUM_PATH, the system's, or Playwright's own; if there is none, one is installed.
 * @returns {Promise<string>}
 * @throws {Error} when none is found and none can be installed
 */
export async function findChromium() {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (!isExecutable(named)) throw new Error(`CHROMIUM_PATH=${named} is not a program.`);
    return named;
  }
  const found = onPath() ?? playwrightsOwn();
  if (found !== undefined) return found;
  await install();
  const installed = onPath() ?? playwrightsOwn();
  if (installed === undefined)
    throw new Error(
      'The browser tests need a Chromium. Install one and name it: CHROMIUM_PATH=/path/to/chromium npm test',
    );
  return installed;
}
