import { defaultClientConditions, defineConfig } from 'vite';

/** Builds the script and the styles of the documentation. VitePress renders the pages; `site/finish.ts` links them. */
export default defineConfig({
  // Relative addresses: the site works in any folder of any host.
  base: './',
  resolve: { conditions: ['@catbird/source', ...defaultClientConditions] },
  build: {
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // Beside the page's own files: one folder of hashed names, cached by one rule.
    outDir: '../web/dist',
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: '.vite/docs.json',
    assetsInlineLimit: 0,
    // The engine, which loads when a reader runs a schema.
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    rollupOptions: { input: { docs: 'client/main.ts' } },
  },
});
