import { Fragment } from 'react';
import type { State } from '../../state/state.ts';
import { Button, TextInput } from '../../ui/index.ts';
import { inked } from './inked.ts';

/** Most characters of a row that are shown; a browser takes seconds to lay out a million. */
const MOST_SHOWN = 20_000;

const numbers = new Intl.NumberFormat('en-US');

/** One row of the schema, indented, and as it is sent. */
export function Preview({
  state: { sample, sampleCode, schema, seed },
  locked,
  onSeed,
  onDraw,
}: {
  readonly state: State;
  readonly locked: boolean;
  readonly onSeed: (seed: string) => void;
  readonly onDraw: () => void;
}) {
  const isOld = sample !== undefined && (schema === undefined || sample.seed !== seed);
  return (
    <div className="pane">
      <div className="pane-head">
        <h3 id="preview-title">Preview</h3>
        {sample && <span>Row 0 of seed {sample.seed}</span>}
      </div>
      <div role="status" className="sample-place">
        {sample ? (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so that the keyboard must reach it
          <pre className="sample code" tabIndex={0} role="group" aria-labelledby="preview-title">
            {inked(shown(sample.text)).map((line, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- a line is its place
              <span key={i}>
                {line.map(({ text, ink }, j) =>
                  // oxlint-disable-next-line react/no-array-index-key -- a part is its place
                  ink === undefined ? (
                    <Fragment key={j}>{text}</Fragment>
                  ) : (
                    <span key={j} className={ink}>
                      {text}
                    </span>
                  ),
                )}
              </span>
            ))}
          </pre>
        ) : (
          <div className="sample empty">{sampleCode}</div>
        )}
      </div>
      {sample && (
        <div className="wire">
          <p className="hint">As sent, {numbers.format(sample.bytes)} bytes</p>
          <code>{shown(sample.line)}</code>
          {sample.slow.map(({ name, ms }) => (
            <p className="hint" key={name}>
              <b>{name}</b> takes {numbers.format(Math.round(ms))} ms a row. Lower its count or length to send
              more than a few events a second.
            </p>
          ))}
        </div>
      )}
      <div className="pane-foot">
        <div className="seed">
          <label className="label" htmlFor="seed">
            Seed
          </label>
          <TextInput id="seed" mono value={seed} disabled={locked} onValue={onSeed} />
          <Button look="outline" disabled={locked} onClick={onDraw}>
            Draw another
          </Button>
        </div>
        {isOld && <p className="hint">The schema or seed has changed since this row was made.</p>}
      </div>
    </div>
  );
}

const shown = (text: string): string =>
  text.length <= MOST_SHOWN
    ? text
    : `${text.slice(0, MOST_SHOWN).toWellFormed()}… and ${numbers.format(text.length - MOST_SHOWN)} more characters`;
