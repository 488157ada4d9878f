import type { StateBeforeRun } from '../../state/before-run.ts';
import { timeSettings, UNLIMITED } from '../../state/options.ts';
import { ownStream, type SentStream } from '../../state/own-stream.ts';
import { Report } from '../../ui/index.ts';
import { useModal } from '../../ui/use-modal.ts';
import type { ArrivedRequest } from '../../worker/judge-arrived.ts';
import { Arrived } from './arrived.tsx';
import '../../ui/dialog.css';

/** Compares a file of what has arrived with what was sent, without a run in this page if the rows follow from the settings. */
export function ArrivedDialog({
  state,
  last,
  onClose,
}: {
  readonly state: StateBeforeRun;
  /** What the latest session of this page sent. */
  readonly last: SentStream;
  readonly onClose: () => void;
}) {
  const modal = useModal(onClose);
  const source = sourceOf(state, last);
  return (
    <dialog className="dlg" aria-labelledby="arrived-dialog-title" {...modal.props}>
      <div className="dlg-head">
        <div>
          <h2 id="arrived-dialog-title">Check what arrived</h2>
          <p>{typeof source === 'string' || source.sent === undefined ? EVERY_ROW : LAST_RUN}</p>
        </div>
        <button className="mini" type="button" onClick={modal.close}>
          Close <kbd>Esc</kbd>
        </button>
      </div>
      <div className="arrived">
        {typeof source === 'string' ? (
          <Report title="The rows can’t be computed yet">
            <p>{source}</p>
          </Report>
        ) : (
          <Arrived {...source} />
        )}
      </div>
    </dialog>
  );
}

const EVERY_ROW = 'The file is compared with every row of these settings, this schema and this seed.';
const LAST_RUN = 'The file is compared with the rows of the latest run in this page.';

/** Whether an instant is a date: others count from now, which differs from that of the stream. */
const isFixed = (instant: unknown): boolean => /^\s*\d/.test(String(instant));

/** What was sent, or why it is not known: a sentence. */
function sourceOf(
  state: StateBeforeRun,
  { stream, sent }: SentStream,
): Pick<ArrivedRequest, 'stream' | 'sent'> | string {
  if (stream !== undefined && sent !== undefined) return { stream, sent };
  const { config } = state;
  if (config === undefined) return 'Save the settings first.';
  const settings = timeSettings(config.options);
  const { from, to = from } = settings ?? {};
  if (!isFixed(from) || !isFixed(to))
    return 'Events take their times from the clock, so only a run knows them. Start a run and come back when it has ended, or set a fixed time to begin at in the settings.';
  if (config.limit === UNLIMITED && settings?.to === undefined)
    return 'The stream has no end. Start a run and come back when it has ended, or set a limit in the settings.';
  return { stream: ownStream(config, state), sent: undefined };
}
