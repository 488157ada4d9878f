import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';

const GENERATOR = fileURLToPath(new URL('built-rows.ts', import.meta.url));
/** A module for each export of the generator. */
const MODULES = { 'virtual:landing-rows': 'landing', 'virtual:gallery-rows': 'gallery' } as const;

/** Runs the generator with the engine's source. */
async function generated(): Promise<typeof import('./built-rows.ts')> {
  const { module } = await runnerImport<typeof import('./built-rows.ts')>(GENERATOR, {
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
export function builtRows(): Plugin {
  let module: ReturnType<typeof generated> | undefined;
  return {
    name: 'catbird:built-rows',
    resolveId: (id) => (entries.some(([name]) => name === id) ? resolved(id) : undefined),
    load: async (id) => {
      const name = entries.find(([each]) => resolved(each) === id)?.[1];
      if (name === undefined) return undefined;
      module ??= generated();
      return `export const ${name} = ${JSON.stringify((await module)[name])};`;
    },
  };
}
