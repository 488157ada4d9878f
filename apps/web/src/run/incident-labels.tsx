import { useState } from 'react';
import { Button, download } from '../ui/index.ts';
import type { EngineApi } from '../worker/engine.worker.ts';
import { logFailure } from '../worker/failure.ts';
import type { LabelsRequest } from '../worker/incident-labels.ts';
import { newWorker } from '../worker/new-worker.ts';
import { newRemote } from '../worker/remote.ts';

/** When the incidents of a stream happened, and how many rows they changed. Its rows are made again for it. */
export function Labels(request: LabelsRequest) {
  const [state, setState] = useState<'idle' | 'making' | 'failed'>('idle');
  const make = async (): Promise<void> => {
    setState('making');
    const { ask, end } = newRemote<EngineApi>(newWorker, { failure: (message) => logFailure(message, []) });
    try {
      download('labels.ndjson', await ask('labels', request));
      setState('idle');
    } catch {
      setState('failed');
    } finally {
      end();
    }
  };
  return (
    <div className="take">
      <h3 className="block-h">Incidents</h3>
      <div className="acts">
        <Button look="outline" disabled={state === 'making'} onClick={() => void make()}>
          Download labels
        </Button>
      </div>
      <p className="hint" role="status">
        {state === 'failed'
          ? 'The labels could not be made. The console says why.'
          : 'One JSON line per window: its times, its rows and how many it changed. catbird score reads them.'}
      </p>
    </div>
  );
}
