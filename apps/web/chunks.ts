import { fileURLToPath } from 'node:url';

/** What is loaded first, and what is behind it: the landing, and the steps. */
const PAGE = '/src/app/main.tsx';
const STEPS = '/src/app/steps.tsx';

/** What comes in the landing's file though it is imported dynamically: it is evaluated later. */
const WITH_PAGE = /\/node_modules\/react-dom\/client\.js$/;

/** What the page and the steps import only by files that re-export it, with all that it imports. Parts that load later use it. */
const LATER =
  /\/destinations\/(body|error|fetch|index|kafka-records|kafka-reports|later|http-service|outcomes|response|routed)\.ts$|\/schema\/findings\.ts$|\/time\/(cron|cron-field|timing)\.ts$/;

/** The part of Rolldown's chunking context that is used. */
interface Graph {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
  } | null;
}

/**
 * Names the chunks of the landing and of the steps, each with all that it imports at once: one file each, which compresses better
 * than the six that Rolldown would make of them. Null for other modules.
 */
export function namedChunks(): (id: string, graph: Graph) => string | null {
  let known: { readonly page: ReadonlySet<string>; readonly steps: ReadonlySet<string> } | undefined;
  return (id, graph) => {
    known ??= { page: closureOf(PAGE, graph), steps: closureOf(STEPS, graph) };
    if (known.page.has(id)) return 'page';
    return known.steps.has(id) ? 'steps' : null;
  };
}

/** A module of the page with all that it imports, but for what it loads later. */
function closureOf(entry: string, graph: Graph): ReadonlySet<string> {
  const closure = new Set([fileURLToPath(new URL(`.${entry}`, import.meta.url))]);
  // Also visits what is added meanwhile.
  for (const id of closure) {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    for (const next of importedIds) if (!LATER.test(next)) closure.add(next);
    for (const next of dynamicallyImportedIds) if (WITH_PAGE.test(next)) closure.add(next);
  }
  return closure;
}
