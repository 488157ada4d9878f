import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const frameScript = fileURLToPath(new URL('src/analytics/frame.js', import.meta.url));

/** Build-time settings of analytics. */
interface AnalyticsSettings {
  /** Address of the analytics script, `https:`. Without it nothing is built. */
  readonly script: string | undefined;
  /** Passed to the script as `data-token` and `data-host`. */
  readonly token: string | undefined;
  readonly host: string | undefined;
}

/**
 * Builds the document of the analytics script, if one is configured. Its own script is a classic one: a sandboxed document
 * has an opaque origin, which would need CORS headers to load modules.
 *
 * @throws Error if the script's address is invalid
 */
export const analyticsFrame = ({ script, token, host }: AnalyticsSettings): Plugin => ({
  name: 'catbird:analytics-frame',
  apply: 'build',
  generateBundle() {
    if (script === undefined || script === '') return;
    if (!URL.canParse(script))
      throw new Error(
        `VITE_ANALYTICS_SRC=${script} is not a URL. Use one such as https://example.com/script.js`,
      );
    const data = Object.entries({ script, token, host })
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => ` data-${name}="${attribute(value ?? '')}"`);
    const source = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Page views</title>
    <script src="analytics.js"${data.join('')}></script>
  </head>
</html>
`;
    this.emitFile({ type: 'asset', fileName: 'analytics.html', source });
    this.emitFile({ type: 'asset', fileName: 'analytics.js', source: readFileSync(frameScript, 'utf8') });
  },
});

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
