import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { doors } from '../../scripts/doors.js';
import { collectPackages, licenses } from '../../scripts/licenses.js';
import { repositoryUrl } from '../../scripts/repository.js';
import { analyticsFrame } from './analytics-frame-plugin.ts';
import { fontPreload } from './font-preload-plugin.ts';
import { builtRows } from './built-rows-plugin.ts';
import { namedChunks } from './chunks.ts';

const { VITE_ANALYTICS_SRC, VITE_ANALYTICS_TOKEN, VITE_ANALYTICS_HOST } = process.env;

/** Packages in the page and in its workers. */
const found = new Set<string>();

export default defineConfig({
  // Relative addresses, so that the page works in any folder.
  base: './',
  plugins: [
    doors(),
    react(),
    builtRows(),
    fontPreload(),
    analyticsFrame({ script: VITE_ANALYTICS_SRC, token: VITE_ANALYTICS_TOKEN, host: VITE_ANALYTICS_HOST }),
    licenses({ found }),
  ],
  // Defined even if unset, so that builds without analytics contain no trace of it. The token is only in the frame's document.
  define: {
    'import.meta.env.VITE_ANALYTICS_SRC': JSON.stringify(VITE_ANALYTICS_SRC ?? ''),
    'import.meta.env.VITE_REPOSITORY_URL': JSON.stringify(repositoryUrl()),
  },
  // Uses the engine's source, so that it need not be built first.
  resolve: { conditions: ['@catbird/source', ...defaultClientConditions] },
  worker: {
    format: 'es',
    plugins: () => [doors(), collectPackages(found)],
    rolldownOptions: {
      output: {
        // What a worker loads first is one file beside zod, also if parts that are loaded later need some of it.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: 'first', tags: ['$initial'], test: /^(?!.*\/zod\/)/ }],
        },
      },
    },
  },
  build: {
    // The first versions with light-dark(), which the colours use.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    manifest: true,
    // Nothing inline: the page's policy forbids data: addresses and inline scripts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Connections open in a worker, so the page needs no list of what they import.
      resolveDependencies: (file, imported) => (/-connection-[\w-]+\.js$/.test(file) ? [] : imported),
    },
    rolldownOptions: {
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: namedChunks() }] },
      },
    },
  },
});
