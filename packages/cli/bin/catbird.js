#!/usr/bin/env node
try {
  const { start } = await import('../bundle/start.js');
  process.exitCode = await start(process.argv.slice(2));
} catch (error) {
  if (error?.code !== 'EMFILE') throw error;
  const message =
    'Too few file descriptors: this process may not open another file. Raise the limit: ulimit -n 256';
  const isJson = process.argv.includes('--json');
  process.stderr.write(`${isJson ? JSON.stringify({ type: 'error', kind: 'usage', message }) : message}\n`);
  process.exitCode = 2;
}
// Everything is done and closed. A client library that still holds a socket to a silent server must not keep
// the process; without one this timer keeps nothing, either.
setTimeout(() => process.exit(), 500).unref();
