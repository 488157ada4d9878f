import { defaultClientConditions, defineConfig } from 'vite';
import { doors } from '../../scripts/doors.js';
import { LICENSES, licenses } from '../../scripts/licenses.js';

/** Builds the script and styles of the documentation. VitePress renders the pages, and `site/finish.ts` adds the links to both. */
export default defineConfig({
  // Relative addresses work in any folder of any host.
  base: './',
  // The page was built before into the same folder.
  plugins: [doors(), licenses({ before: `../web/dist/${LICENSES}` })],
  resolve: { conditions: ['@catbird/source', ...defaultClientConditions] },
  build: {
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // Hashed files share the page's folder, which one rule of `_headers` covers.
    outDir: '../web/dist',
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: '.vite/docs.json',
    assetsInlineLimit: 0,
    // The engine, which loads on "Run it".
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    rollupOptions: { input: { docs: 'client/main.ts' } },
  },
});
