import type { StateBeforeRun } from '../../state/before-run.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { faultOf, isRefreshing } from './health.ts';
import { RowText } from './row-text.tsx';

/** The first row as it is sent, indented; until there is one, how to get it. */
export function Preview({
  state,
  active,
}: {
  readonly state: StateBeforeRun;
  /** Keys of the field being edited, as in issues: it is marked. */
  readonly active: readonly string[] | undefined;
}) {
  const { sample, sampleCode, schema } = state;
  const isOld = sample !== undefined && (faultOf(state) !== undefined || isRefreshing(state));
  return (
    <section
      className={isOld ? 'preview old' : 'preview'}
      id="preview"
      aria-labelledby="preview-title"
      aria-busy={isRefreshing(state)}
    >
      <header>
        <h3 id="preview-title">Preview</h3>
        <span>{sample !== undefined && 'row 1, as sent'}</span>
        <CopyButton look="link" disabled={sample === undefined} text={() => sample?.text ?? ''}>
          Copy
        </CopyButton>
      </header>
      {sample === undefined ? (
        <p className="sample empty">{sampleCode}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so it must be reachable by keyboard
        <div className="scroller" tabIndex={0} role="group" aria-labelledby="preview-title">
          <RowText text={sample.text} active={active} />
        </div>
      )}
      <p role="status" className="sr">
        {schema !== undefined && 'The preview is up to date.'}
      </p>
    </section>
  );
}
