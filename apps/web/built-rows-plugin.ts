import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';

/** The modules with rows, and what makes them. */
const MODULES = {
  'virtual:landing-rows': {
    generator: fileURLToPath(new URL('landing-rows.ts', import.meta.url)),
    code: async (path: string) => {
      const { makeLandingRows } = await engineImport<typeof import('./landing-rows.ts')>(path);
      return `export const landing = ${JSON.stringify(await makeLandingRows())};`;
    },
  },
  'virtual:gallery-rows': {
    generator: fileURLToPath(new URL('gallery-rows.ts', import.meta.url)),
    code: async (path: string) => {
      const { galleryRows } = await engineImport<typeof import('./gallery-rows.ts')>(path);
      return `export const rows = ${JSON.stringify(galleryRows)};`;
    },
  },
};

/** Runs a module with the engine's source. */
async function engineImport<Module>(path: string): Promise<Module> {
  const { module } = await runnerImport<Module>(path, {
    logLevel: 'error',
    environments: {
      inline: { resolve: { noExternal: ['@catbird/core'], conditions: ['@catbird/source'] } },
    },
  });
  return module;
}

const entries = Object.entries(MODULES);
const resolved = (name: string): string => `\0${name}`;

/** Generates the rows of the landing page and of the gallery at build time: the page shows real rows before it loads the engine. */
export const builtRows = (): Plugin => ({
  name: 'catbird:built-rows',
  resolveId: (id) => (entries.some(([name]) => name === id) ? resolved(id) : undefined),
  load: async (id) => {
    const found = entries.find(([name]) => resolved(name) === id);
    return found?.[1].code(found[1].generator);
  },
});
