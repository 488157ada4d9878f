import { fileURLToPath } from 'node:url';

/** What is behind the landing. */
const ENTRY = '/src/app/steps.tsx';

/** What the steps import only by files that re-export it. Parts that load later use it. */
const LATER =
  /\/destinations\/(error|names|outcomes|response|unconfirmed)\.ts$|\/schema\/place\.ts$|\/time\/(cron|cron-field|reading|timing)\.ts$/;

/** The part of Rolldown's chunking context that is used. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * Names the chunk of the steps and of all that they import at once: an opened link waits for one file, which compresses better than
 * the six that Rolldown would make of them. Null for other modules.
 */
export function stepsChunk(): (id: string, graph: Graph) => string | null {
  let known: ReadonlySet<string> | undefined;
  return (id, graph) => {
    known ??= closureOf(fileURLToPath(new URL(`.${ENTRY}`, import.meta.url)), graph);
    return known.has(id) && !LATER.test(id) ? 'steps' : null;
  };
}

/** A module with all that it imports, but for what it loads later. */
function closureOf(entry: string, graph: Graph): ReadonlySet<string> {
  const closure = new Set([entry]);
  // Also visits what is added meanwhile.
  for (const id of closure) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) closure.add(next);
  return closure;
}
