import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { landingRows } from './landing-rows-plugin.ts';

export default defineConfig({
  // Relative addresses: the page works in any folder of any host.
  base: './',
  plugins: [react(), tailwindcss(), landingRows()],
  // The engine comes from its source, so that no build has to precede this one.
  resolve: { conditions: ['@catbird/source', ...defaultClientConditions] },
  worker: { format: 'es' },
  build: {
    // The first versions with light-dark(), which the colours are written in.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    manifest: true,
    // Everything is a file: the page is served under a policy without data: addresses and inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
