#!/usr/bin/env node
import { main } from '../dist/main.js';

process.exitCode = await main(process.argv.slice(2));
// Everything is done and closed. A client library that still holds a socket to a server that never answered shall not keep
// the process; without one this timer keeps nothing, either.
setTimeout(() => process.exit(), 500).unref();
