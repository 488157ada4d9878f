import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';

const moduleName = 'virtual:landing-rows';
const resolvedName = `\0${moduleName}`;
const generator = fileURLToPath(new URL('landing-rows.ts', import.meta.url));

/** Generates the landing page's rows at build time, so that the page shows real rows before it loads the engine. */
export const landingRows = (): Plugin => ({
  name: 'catbird:landing-rows',
  resolveId: (id) => (id === moduleName ? resolvedName : undefined),
  load: async (id) => {
    if (id !== resolvedName) return undefined;
    const { module } = await runnerImport<typeof import('./landing-rows.ts')>(generator, {
      logLevel: 'error',
      environments: {
        inline: { resolve: { noExternal: ['@catbird/core'], conditions: ['@catbird/source'] } },
      },
    });
    return `export const landing = ${JSON.stringify(module.makeLandingRows())};`;
  },
});
