import { findDestination, loadNamed } from '../state/destinations.ts';
import { readLink } from '../link/link.ts';
import { endOfRun, lastSavedMs, nextRowOf, OWN, sentOf, type KeptRun } from '../kept/kept-run.ts';
import { DIGEST_ROWS, rowsDigest } from '../kept/rows-digest.ts';
import type { OtherRun } from '../run/earlier-run.tsx';
import { withKeptRuns, type KeptRuns } from '../kept/database.ts';
import type { Ownership } from '../kept/ownership.ts';
import { CUSTOM, isRunning } from '../state/state.ts';
import type { Engine } from '../worker/engine.ts';
import type { Previewer } from './previewer.ts';
import type { Restorer } from './restorer.ts';
import type { Store } from './store.ts';
import type { Streamer } from './streamer.ts';

/** An earlier run, as it is offered. */
export interface Offer extends OtherRun {
  readonly id: string;
  /** The row it continues with. */
  readonly nextRow: number;
  /** When it was last saved, in milliseconds since 1970. */
  readonly savedMs: number;
}

/** Continued, or why not. */
export type Continued =
  | 'running'
  /** Another tab has it. */
  | 'taken'
  | 'forgotten'
  /** A setting is missing, such as a token, which is not kept. */
  | 'incomplete'
  /** This version of the page no longer has its template, or cannot read its schema or its settings. */
  | 'damaged'
  /** The schema no longer passes. */
  | 'invalid'
  /** This version of the page makes other rows of its template or schema. */
  | 'changed';

/** The runs of earlier pages. */
export interface KeptRunActions {
  /** The latest run that can be continued; undefined if there is none, or this browser keeps none. */
  keptRun(): Promise<Offer | undefined>;
  /** The run of another tab that sends this page's stream; undefined if there is none. */
  elsewhere(): Promise<OtherRun | undefined>;
  /** Continues a run at its next row, with its own settings and schema. */
  continueRun(id: string): Promise<Continued>;
  /** False if another tab has it. */
  forgetRun(id: string): Promise<boolean>;
}

/** What continuing a run takes. */
interface Parts {
  readonly store: Store;
  readonly engine: Pick<Engine, 'rows'>;
  readonly restorer: Restorer;
  readonly previewer: Previewer;
  readonly streamer: Streamer;
  readonly ownership: Ownership;
  /** Opens the runs that are kept. Default: this browser's database. */
  readonly open?: (() => Promise<KeptRuns>) | undefined;
  /** The query that restores what is sent. */
  readonly link: () => string;
  /** Validates the form and saves its settings. */
  readonly save: () => void;
}

/** The actions on the runs that this browser keeps. */
export function newKeptRuns({
  store,
  engine,
  restorer,
  previewer,
  streamer,
  ownership,
  open,
  link,
  save,
}: Parts): KeptRunActions {
  const all = (): Promise<readonly KeptRun[]> => withKeptRuns((runs) => runs.runsOf(OWN), open);
  return {
    async keptRun() {
      try {
        const [runs, others] = await Promise.all([all(), ownership.others()]);
        const free = runs.filter(({ id }) => !others.has(id));
        await loadNamed(...free.flatMap(({ link = [] }) => link));
        const [offer] = free.flatMap(offerOf);
        return offer;
      } catch {
        // Storage is blocked or damaged, or a part did not load: nothing is remembered.
        return undefined;
      }
    },
    async elsewhere() {
      if (store.get().config === undefined) return undefined;
      const own = streamOf(link());
      const [runs, others] = await Promise.all([all(), ownership.others()]);
      const run = runs.find((each) => others.has(each.id) && streamOf(each.link ?? '') === own);
      return run && otherRunOf(run);
    },
    async continueRun(id) {
      if (isRunning(store.get()) || !(await ownership.take(id))) return 'taken';
      // Another tab may have continued it since it was offered.
      const run = (await all()).find((each) => each.id === id);
      if (run?.link === undefined) return 'forgotten';
      // Without this part nobody could say what is wrong with the link.
      await import('../link/link-report.ts');
      await restorer.recall(run.link);
      // Another template in place of one that is gone would send other rows.
      if ((store.get().linkReport?.problems ?? []).length > 0) return 'damaged';
      save();
      if (store.get().config === undefined) return 'incomplete';
      if (!(await previewer.preview())) return 'invalid';
      if (!(await hasSameRows(run, store, engine))) return 'changed';
      streamer.run({ fresh: false, logs: restorer.logs(), kept: run });
      return 'running';
    },
    async forgetRun(id) {
      // Its tab would go on, and no longer be able to continue it.
      if (!(await ownership.take(id))) return false;
      await withKeptRuns((runs) => runs.forget(id), open);
      return true;
    },
  };
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

/** A run that has begun, as an offer. */
function offerOf(run: KeptRun): readonly Offer[] {
  const { id, link, streams } = run;
  const other = otherRunOf(run);
  const progress = streams.get(OWN);
  const nextRow = progress === undefined ? 0 : nextRowOf(progress);
  if (link === undefined || (nextRow === 0 && other.sent === 0)) return [];
  return [{ ...other, id, nextRow, savedMs: lastSavedMs(run) }];
}

/** What a run sends and how far it is. */
function otherRunOf(run: KeptRun): OtherRun {
  const { template = CUSTOM, generatorName = '' } = readLink(run.link ?? '');
  const title = findDestination(generatorName)?.title ?? generatorName;
  return { name: `${template} to ${title}`, ended: endOfRun(run), sent: sentOf(run) };
}

/** Identifies the rows that a link sends and where they go, at any rate and up to any limit. */
function streamOf(link: string): string {
  const { generatorName, values, template, schema, seed } = readLink(link);
  return JSON.stringify([generatorName, values, template, schema, seed]);
}
