import { CopyButton } from '../../ui/copy-button.tsx';
import { Show } from './show.tsx';
import './show.css';

const COMMAND = 'catbird kafka --template "Web Sessions" --eps 500 --topic visits';

/** Below the buttons of the landing: rows of a template, and the same from the command line. Loaded after the page. */
export const Below = ({ pausedByDefault }: { readonly pausedByDefault: boolean }) => (
  <div className="below">
    <Show pausedByDefault={pausedByDefault} />
    <div className="command-line">
      <span aria-hidden="true">$</span>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so it must be reachable by keyboard */}
      <code tabIndex={0} role="group" aria-label="Command">
        {COMMAND}
      </code>
      <CopyButton look="link" text={() => COMMAND}>
        Copy
      </CopyButton>
    </div>
  </div>
);
