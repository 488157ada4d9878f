import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { repositoryUrl } from '../../scripts/repository.js';
import { analyticsFrame } from './analytics-frame-plugin.ts';
import { landingRows } from './landing-rows-plugin.ts';

const { VITE_ANALYTICS_SRC, VITE_ANALYTICS_TOKEN, VITE_ANALYTICS_HOST } = process.env;

export default defineConfig({
  // Relative addresses: the page works in any folder of any host.
  base: './',
  plugins: [
    react(),
    tailwindcss(),
    landingRows(),
    analyticsFrame({ script: VITE_ANALYTICS_SRC, token: VITE_ANALYTICS_TOKEN, host: VITE_ANALYTICS_HOST }),
  ],
  // Also where it is unset, so that the page then holds no trace of analytics. The token is in the frame's document alone.
  define: {
    'import.meta.env.VITE_ANALYTICS_SRC': JSON.stringify(VITE_ANALYTICS_SRC ?? ''),
    'import.meta.env.VITE_REPOSITORY_URL': JSON.stringify(repositoryUrl()),
  },
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
