// Used by the builds of the page and of the documentation: the repository's address, which the root package.json declares.
import { readFileSync } from 'node:fs';

/**
 * The address that the Source links lead to, without a slash at its end. Empty: a build hides them.
 * @param {Readonly<Record<string, string | undefined>>} [env] VITE_REPOSITORY_URL overrides the declared address.
 * @returns {string}
 * @throws {Error} when the address does not begin with https:// or http://
 */
export function repositoryUrl(env = process.env) {
  /** @type {{ repository: { url: string } }} */
  const { repository } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const address = env['VITE_REPOSITORY_URL'] ?? repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
  if (address !== '' && !/^https?:\/\//.test(address))
    throw new Error(
      `VITE_REPOSITORY_URL=${address} is not a web address. Start it with https://, or leave it empty.`,
    );
  return address.replace(/\/+$/, '');
}
