// Used by the other scripts: finds a Chromium for the browser tests.
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { isExecutable, onPath } from './programs.js';

/** No sandbox, as tests often run as root in a container. No background requests, as tests count requests. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The headless shell comes first: the same engine without a window needs 40 % less CPU time for the tests. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/**
 * The path of a Chromium: CHROMIUM_PATH, the system's, or the one Playwright downloaded.
 * @returns {string | undefined}
 * @throws {Error} if CHROMIUM_PATH is not a program
 */
export function findChromium() {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (!isExecutable(named)) throw new Error(`CHROMIUM_PATH=${named} is not a program.`);
    return named;
  }
  const system = NAMES.map(onPath).find((path) => path !== undefined);
  if (system !== undefined) return system;
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}
