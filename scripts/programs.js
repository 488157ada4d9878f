// Used by what needs a program of the system: tells whether a file is one, and installs Debian packages where that is possible.
import { accessSync, constants, existsSync } from 'node:fs';
import { run } from './command.js';

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether packages can be installed: as root, on Debian. */
export const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Runs apt-get, after another that may be installing at this moment.
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean }} [options]
 */
export const aptGet = (args, options = {}) =>
  run('apt-get', ['--option', 'DPkg::Lock::Timeout=120', ...args], {
    ...options,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
