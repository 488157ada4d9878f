// What pictures of the page need: the built page, a service that accepts events, and a browser.
import { createServer } from 'node:http';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../chromium.js';
import { buildPage, PAGE } from '../page.js';
import { listen, pageServer } from '../serve.js';
import { REFUSED_TOKEN } from './flow.js';

/**
 * Stands in for Tinybird: accepts every row within some 40 ms, and refuses one token.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(request, response) {
  let rows = 0;
  for await (const chunk of request) rows += chunk.toString().split('\n').length - 1;
  await new Promise((done) => setTimeout(done, 25 + Math.random() * 30));
  const isRefused = request.headers.authorization === `Bearer ${REFUSED_TOKEN}`;
  response.writeHead(isRefused ? 403 : 202, {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Headers': '*',
    'Content-Type': 'application/json',
  });
  const refusal = {
    error: 'Invalid token',
    documentation: 'https://docs.tinybird.co/api-reference/overview#authentication',
  };
  response.end(JSON.stringify(isRefused ? refusal : { successful_rows: rows, quarantined_rows: 0 }));
}

/**
 * Builds the page if it is not up to date, and serves it beside the stand-in while `take` runs.
 * @param {(stage: { browser: import('@playwright/test').Browser, origin: string, endpoint: string }) => Promise<void>} take
 * @throws {Error} without a Chromium
 */
export async function onStage(take) {
  await buildPage();
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('Screenshots need a Chromium. Run: npm run setup:peers');
  const tinybird = createServer((request, response) => {
    // Stop hangs up on the request in flight.
    answer(request, response).catch(() => response.destroy());
  });
  const pages = pageServer(PAGE);
  const origin = `http://127.0.0.1:${await listen(pages, 0, '127.0.0.1')}/`;
  const endpoint = `http://127.0.0.1:${await listen(tinybird, 0, '127.0.0.1')}`;
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    await take({ browser, origin, endpoint });
  } finally {
    await browser.close();
    for (const server of [pages, tinybird]) {
      server.close();
      server.closeAllConnections();
    }
  }
}
