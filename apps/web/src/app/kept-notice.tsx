import { useCallback } from 'react';
import { findDestination } from '../state/destinations.ts';
import { readLink } from '../link/link.ts';
import { nextRowOf, OWN, sentOf, type KeptRun } from '../kept/kept-run.ts';
import { DIGEST_ROWS, rowsDigest } from '../kept/rows-digest.ts';
import { KeptRuns, type KeptPlace } from '../run/kept-runs.tsx';
import { CUSTOM, isRunning, type State } from '../state/state.ts';
import { useKeptFocus } from '../ui/focus.ts';
import type { Engine } from '../worker/engine.ts';
import type { Previewer } from './previewer.ts';
import type { Restorer } from './restorer.ts';
import type { Store } from './store.ts';
import type { Streamer } from './streamer.ts';

/** Where runs of the page's own stream are kept, and what continuing one takes. */
export interface KeptStream {
  readonly place: KeptPlace;
  readonly store: Store;
  readonly engine: Pick<Engine, 'rows'>;
  readonly restorer: Restorer;
  readonly previewer: Previewer;
  readonly streamer: Streamer;
  /** The query that restores what is sent. */
  readonly link: () => string;
  /** Validates the form and saves its settings. */
  readonly save: () => void;
}

/** What is to say about other runs of the page's own stream. */
export function KeptNotice({ state, kept }: { readonly state: State; readonly kept: KeptStream }) {
  const { run, config, schema, template, seed } = state;
  const keptFocus = useKeptFocus();
  const isSame = useCallback(
    (other: KeptRun) => config !== undefined && streamOf(other.link ?? '') === streamOf(kept.link()),
    // It looks at the state itself.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [kept, config, schema, template, seed],
  );
  return (
    <div {...keptFocus}>
      <KeptRuns
        place={kept.place}
        isRunning={isRunning(state)}
        notKept={run?.progress?.notKept}
        nameOf={nameOf}
        hasBegun={hasBegun}
        isSame={isSame}
        offerOf={(other) =>
          // Until one is started here.
          run === undefined
            ? { label: `Continue at row ${(nextRow(other) + 1).toLocaleString('en')}` }
            : undefined
        }
        onContinue={(other) => goOn(other, kept)}
      />
    </div>
  );
}

/** The row that a run continues with. */
function nextRow({ streams }: KeptRun): number {
  const progress = streams.get(OWN);
  return progress === undefined ? 0 : nextRowOf(progress);
}

const hasBegun = (run: KeptRun): boolean => run.link !== undefined && (nextRow(run) > 0 || sentOf(run) > 0);

/** What a run sends and where: `Online Shop to Tinybird`. */
function nameOf({ link = '' }: KeptRun): string {
  const { template = CUSTOM, generatorName = '' } = readLink(link);
  return `${template} to ${findDestination(generatorName)?.title ?? generatorName}`;
}

/** Continues a run at its next row, with its own settings and schema, or says why not. */
export async function goOn(
  run: KeptRun,
  { store, engine, restorer, previewer, streamer, save }: Omit<KeptStream, 'place' | 'link'>,
): Promise<string | undefined> {
  // Without this part nobody could say what is wrong with the link.
  await import('../link/link-report.ts');
  await restorer.recall(run.link ?? '');
  // Another template in place of one that is gone would send other rows.
  if ((store.get().linkReport?.problems ?? []).length > 0)
    return 'This version of the page can’t read its settings, schema or template, so its next rows would differ.';
  save();
  if (store.get().config === undefined)
    return 'Its credentials aren’t kept. Enter them under Connect, then continue.';
  if (!(await previewer.preview())) return 'Its schema is no longer valid. See Build the schema.';
  if (!(await hasSameRows(run, store, engine)))
    return 'Its template or the generators have changed since, so its next rows would differ. Start a new run instead.';
  streamer.run({ fresh: false, logs: restorer.logs(), kept: run });
  return undefined;
}

/** Whether the page's schema makes the rows that the run has begun with. */
async function hasSameRows(
  { digests }: KeptRun,
  store: Store,
  engine: Pick<Engine, 'rows'>,
): Promise<boolean> {
  const { content, lenient, seed } = store.get();
  const { [OWN]: digest = '' } = digests;
  const rows = await engine.rows({ text: { content, lenient }, seed, spread: DIGEST_ROWS });
  const isSame = digest === (await rowsDigest(content, rows));
  // Neither may have been edited meanwhile.
  return isSame && store.get().schema === content && store.get().seed === seed;
}

/** Identifies the rows that a link sends and where they go, at any rate and up to any limit. */
function streamOf(link: string): string {
  const { generatorName, values, template, schema, seed } = readLink(link);
  return JSON.stringify([generatorName, values, template, schema, seed]);
}
