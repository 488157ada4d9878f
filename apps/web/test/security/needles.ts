import type { BrowserContext, Request } from '@playwright/test';

/** Collects all requests of a browser's pages, frames and workers from now on. */
export function requestsOf(context: BrowserContext): readonly Request[] {
  const requests: Request[] = [];
  context.on('request', (request) => requests.push(request));
  return requests;
}

/** Everything a request sends as one text, also with percent-encoding decoded. */
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

/** The forms in which a text of letters and digits may be sent: plain, and in base64 at any offset. */
export function formsOf(needle: string): readonly string[] {
  const base64 = [0, 1, 2].map((shift) => {
    const packed = Buffer.from(' '.repeat(shift) + needle).toString('base64');
    // The first and last characters also depend on the adjacent text.
    return packed.slice(shift === 0 ? 0 : 4, -4);
  });
  return [needle, ...base64];
}
