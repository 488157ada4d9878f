import { useId, useState } from 'react';
import { TRIAL_SECONDS, TRIALS } from '../state/trials.ts';
import { Select } from '../ui/index.ts';
import type { FaultTrial, RunningTrial } from '../worker/run-protocol.ts';

const DURATIONS = TRIAL_SECONDS.map((value) => ({ value, label: `for ${value} s` }));

/** Injects faults for a while. The one that is injected counts down, and ends when its button is pressed. */
export function FaultControl({
  running,
  onTrial,
}: {
  readonly running: RunningTrial | undefined;
  readonly onTrial: (trial: FaultTrial | undefined) => void;
}) {
  const titleId = useId();
  const [seconds, setSeconds] = useState<(typeof TRIAL_SECONDS)[number]>('30');
  return (
    <div className="fault-control" role="group" aria-labelledby={titleId}>
      <h3 id={titleId}>Faults</h3>
      <div>
        {TRIALS.map(({ name, faults }) =>
          running?.name === name ? (
            <button
              key={name}
              type="button"
              className="fault-button"
              aria-pressed
              onClick={() => onTrial(undefined)}
            >
              {name}, {Math.ceil(running.leftMs / 1000)} s left <u>End</u>
            </button>
          ) : (
            <button
              key={name}
              type="button"
              className="fault-button"
              aria-pressed={false}
              onClick={() => onTrial({ name, faults, forMs: Number(seconds) * 1000 })}
            >
              {name}
            </button>
          ),
        )}
        <Select
          className="select select-sm"
          aria-label="How long"
          value={seconds}
          options={DURATIONS}
          onValue={setSeconds}
        />
      </div>
    </div>
  );
}
