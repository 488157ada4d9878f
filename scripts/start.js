// Run by `npm start`: builds page and documentation if needed and serves both on this machine. PORT and HOST choose another address.
import { buildPage, PAGE } from './page.js';
import { listen, pageServer } from './serve.js';

const host = process.env['HOST'] ?? '127.0.0.1';
const port = Number(process.env['PORT'] ?? 4173);

/** @param {unknown} error */
function explain(error) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken. Choose another: PORT=${port + 1} npm start`;
  if (code === 'EACCES')
    return `Port ${port} needs more rights than this user has. Choose one above 1023: PORT=4173 npm start`;
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL')
    return `HOST=${host} is not an address of this machine.`;
  return error instanceof Error ? error.message : String(error);
}

try {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT=${process.env['PORT']} is not a port; it is a whole number up to 65535.`);
  await buildPage();
  const opened = await listen(pageServer(PAGE), port, host);
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${opened}`;
  console.log(`
  Catbird        ${address}
  Documentation  ${address}/docs/

  Press Ctrl-C to stop. PORT and HOST choose another address.
`);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
