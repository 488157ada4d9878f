import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';

const moduleName = 'virtual:landing-rows';
const resolvedName = `\0${moduleName}`;
const maker = fileURLToPath(new URL('landing-rows.ts', import.meta.url));

/**
 * Has the engine make the landing page's rows while the page is built, from the engine's source as it is: the page
 * shows true rows before it has loaded the engine.
 */
export const landingRows = (): Plugin => ({
  name: 'catbird:landing-rows',
  resolveId: (id) => (id === moduleName ? resolvedName : undefined),
  load: async (id) => {
    if (id !== resolvedName) return undefined;
    const { module } = await runnerImport<typeof import('./landing-rows.ts')>(maker, {
      logLevel: 'error',
      environments: {
        inline: { resolve: { noExternal: ['@catbird/core'], conditions: ['@catbird/source'] } },
      },
    });
    return `export const landing = ${JSON.stringify(module.makeLandingRows())};`;
  },
});
