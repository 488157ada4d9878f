import type { BrowserContext, Request } from '@playwright/test';

/** Every request of all pages, frames and workers of a browser, from now on. */
export function requestsOf(context: BrowserContext): readonly Request[] {
  const requests: Request[] = [];
  context.on('request', (request) => requests.push(request));
  return requests;
}

/** All that a request sends, in one text, with every escape in an address undone as well. */
export function sentBy(request: Request): string {
  const url = request.url();
  const body = request.postDataBuffer()?.toString('latin1') ?? '';
  return [url, unescaped(url), JSON.stringify(request.headers()), body, unescaped(body)].join('\n');
}

function unescaped(text: string): string {
  return text.replaceAll(/%[\da-f]{2}/gi, (escape) =>
    String.fromCodePoint(Number.parseInt(escape.slice(1), 16)),
  );
}

/** The forms in which a text of plain letters and digits may travel: as it is, and in base64 at any place of it. */
export function formsOf(needle: string): readonly string[] {
  const base64 = [0, 1, 2].map((shift) => {
    const packed = Buffer.from(' '.repeat(shift) + needle).toString('base64');
    // The first and last characters also depend on what stands beside the needle.
    return packed.slice(shift === 0 ? 0 : 4, -4);
  });
  return [needle, ...base64];
}
