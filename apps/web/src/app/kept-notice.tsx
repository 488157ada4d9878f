import { useCallback, useEffect, useState } from 'react';
import { EarlierRun, Elsewhere, FORGOTTEN, NotKept, TAKEN } from '../run/earlier-run.tsx';
import { isRunning, type State } from '../state/state.ts';
import { useKeptFocus } from '../ui/focus.ts';
import type { Actions } from './actions.ts';
import type { Continued, Offer } from './kept-runs.ts';

const PROBLEMS: Readonly<Record<Exclude<Continued, 'running'>, string>> = {
  taken: TAKEN,
  forgotten: FORGOTTEN,
  incomplete: 'Its credentials aren’t kept. Enter them under Connect, then continue.',
  damaged:
    'This version of the page can’t read its settings, schema or template, so its next rows would differ.',
  invalid: 'Its schema is no longer valid. See Build the schema.',
  changed:
    'Its template or the generators have changed since, so its next rows would differ. Start a new run instead.',
};

/**
 * Offers to continue the latest run of an earlier page, until one is started. Says so if a run cannot be kept, and if another tab has the
 * same stream.
 */
export function KeptNotice({
  state,
  actions,
}: {
  readonly state: State;
  readonly actions: Pick<Actions, 'keptRuns'>;
}) {
  const { run, config, schema, template, seed } = state;
  const runsHere = isRunning(state);
  const find = useCallback(
    async () => (await actions.keptRuns()).elsewhere(),
    // It looks at the state itself.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [actions, config, schema, template, seed, runsHere],
  );
  return (
    <>
      {run === undefined ? <LatestRun actions={actions} /> : <NotKept reason={run.progress?.notKept} />}
      <Elsewhere find={find} />
    </>
  );
}

function LatestRun({ actions }: { readonly actions: Pick<Actions, 'keptRuns'> }) {
  const [offer, setOffer] = useState<Offer>();
  const keptFocus = useKeptFocus();
  useEffect(() => {
    let isCurrent = true;
    void actions
      .keptRuns()
      .then((runs) => runs.keptRun())
      .then(
        (found) => isCurrent && setOffer(found),
        // Without a network, this part may be missing. The runs are kept.
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [actions]);
  const offered = offer && (
    <EarlierRun
      {...offer}
      label={`Continue at row ${(offer.nextRow + 1).toLocaleString('en')}`}
      onContinue={async () => {
        const outcome = await (await actions.keptRuns()).continueRun(offer.id);
        return outcome === 'running' ? undefined : PROBLEMS[outcome];
      }}
      onForget={async () => ((await (await actions.keptRuns()).forgetRun(offer.id)) ? undefined : TAKEN)}
      onOver={() => setOffer(undefined)}
    />
  );
  return <div {...keptFocus}>{offered}</div>;
}
