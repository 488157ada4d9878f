// Run by apps/web/Dockerfile (`node scripts/caddyfile.js apps/web/dist > Caddyfile`): a configuration of Caddy that sends the
// headers of the built page. PORT (8080) and ROOT (/srv) are read when Caddy starts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rulesOf } from './security-headers.js';

/**
 * @param {string} headers the text of a `_headers` file
 * @returns {string} The text of a Caddyfile: plain HTTP for a proxy that ends TLS, without logs, which would hold the queries of links.
 */
export function caddyfile(headers) {
  const rules = rulesOf(headers).map(({ path, headers }, index) => {
    const lines = Object.entries(headers).map(([name, value]) => `\t\t${name} "${value}"`);
    return [`\t@rule${index} path ${path}`, `\theader @rule${index} {`, ...lines, '\t}'].join('\n');
  });
  return `{
	admin off
	auto_https off
}

:{$PORT:8080} {
	root * {$ROOT:/srv}
	encode gzip zstd
${rules.join('\n')}
	file_server
	handle_errors {
		@missing expression {err.status_code} == 404
		rewrite @missing /404.html
		file_server
	}
}
`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined)
    throw new Error('Name the folder of the built page: node scripts/caddyfile.js apps/web/dist');
  process.stdout.write(caddyfile(readFileSync(join(folder, '_headers'), 'utf8')));
}
