import type { EngineApi } from './engine.worker.ts';
import { logFailure, secretsIn } from './failure.ts';
import { newWorker } from './new-worker.ts';
import { newRemote, type Asked, type Remote } from './remote.ts';
import type { DataProfile, Preview, SourceRequest } from './schema-protocol.ts';
import { SlowRows } from './watchdog.ts';

/** What the page asks the engine, apart from streams. */
export type Engine = Pick<
  Asked<EngineApi>,
  'preview' | 'figures' | 'rows' | 'plan' | 'types' | 'rename' | 'draw' | 'test'
> & {
  /** @param tell called with each profile so far */
  profile(request: SourceRequest, tell: (profile: DataProfile) => void): Promise<DataProfile>;
};

/** A worker of the engine, which is replaced if it takes too long. */
export function newEngineWorker(): Remote<EngineApi> & {
  readonly hide: (secrets: readonly string[]) => void;
} {
  let hidden: readonly string[] = [];
  const remote = newRemote<EngineApi>(newWorker, {
    failure: (message) => logFailure(message, hidden),
    isTimed: true,
  });
  return { ...remote, hide: (secrets) => void (hidden = secrets) };
}

/** The engine in its own worker, and its sums and statistics in another, so that these keep no preview waiting. */
export function newEngine(): Engine {
  const { ask, hide } = newEngineWorker();
  const planner = newEngineWorker();
  return {
    /** Rows that took too long are a result. */
    preview: (request) =>
      ask('preview', request).catch((error: unknown): Preview => {
        if (error instanceof SlowRows) return { kind: 'slow', issue: error.issue };
        throw error;
      }),
    profile: (request, tell) => planner.ask('profile', request, tell),
    figures: (request) => planner.ask('figures', request),
    plan: (request) => planner.ask('plan', request),
    rows: (request) => ask('rows', request),
    types: () => ask('types'),
    rename: (request) => ask('rename', request),
    draw: (request) => ask('draw', request),
    test(target) {
      hide(secretsIn(target));
      return ask('test', target);
    },
  };
}
