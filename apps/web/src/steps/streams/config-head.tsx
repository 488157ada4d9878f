import { Suspense, useEffect, useRef, useState } from 'react';
import type { ConfigCheck, ConfigIssue, OpenedConfig, StreamCheck } from '../../state/streams.ts';
import { Button, lazyPart } from '../../ui/index.ts';
import type { ConfigState } from './use-config.ts';

const EditConfig = lazyPart(async () => (await import('./edit-config.tsx')).EditConfig);

/** Whether the text of the config is edited. */
export interface Editing {
  readonly isOpen: boolean;
  open(): void;
  close(): void;
  /** The edited text is used: editing is over once that has been checked without a problem. */
  used(): void;
}

/** What is wrong with a config; while it is edited, with its streams, too. A mistake that several streams share is named once. */
export function problemsOf(
  check: ConfigCheck | undefined,
  { isOpen }: Pick<Editing, 'isOpen'>,
): readonly ConfigIssue[] {
  const issues = [
    ...(check?.issues ?? []),
    ...(isOpen ? [...(check?.streams.values() ?? [])].flatMap(issuesOf) : []),
  ];
  return [...new Map(issues.map((issue) => [`${issue.message} ${issue.at?.offset}`, issue])).values()];
}

const issuesOf = (each: StreamCheck): readonly ConfigIssue[] => (each.kind === 'invalid' ? each.issues : []);

/** Whether the text of a config is edited. */
export function useEditing({ view, check }: ConfigState): Editing {
  const [isOpen, setOpen] = useState(false);
  /** The check before the text was used. */
  const before = useRef<ConfigState['check'] | 'none'>('none');
  useEffect(() => {
    if (view?.ok !== true || check === undefined || problemsOf(check, { isOpen: true }).length > 0) return;
    if (before.current === 'none' || before.current === check) return;
    before.current = 'none';
    setOpen(false);
  }, [view, check]);
  return {
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    used: () => void (before.current = check),
  };
}

/** What is open, and its text, which can be edited. */
export const ConfigHead = ({
  opened,
  config,
  editing,
  isRunning,
  onEdited,
  onClose,
}: {
  readonly opened: OpenedConfig;
  readonly config: ConfigState;
  readonly editing: Editing;
  readonly isRunning: boolean;
  readonly onEdited: (opened: OpenedConfig) => void;
  readonly onClose: () => void;
}) => (
  <>
    <div className="sec-head">
      <div>
        <h2 id="streams-title">Streams</h2>
        <p className="hint">{headOf(opened, config)}</p>
      </div>
      <div className="links">
        <Button look="link" disabled={isRunning || editing.isOpen} onClick={() => editing.open()}>
          Edit config
        </Button>
        <Button look="link" disabled={isRunning} onClick={onClose}>
          Close config
        </Button>
      </div>
    </div>
    {editing.isOpen && !isRunning && (
      <Suspense>
        <EditConfig
          opened={opened}
          onUse={(text) => {
            editing.used();
            onEdited({ ...opened, text, isExtended: true });
          }}
          onCancel={() => editing.close()}
        />
      </Suspense>
    )}
  </>
);

function headOf({ name }: OpenedConfig, { view, seed }: ConfigState): string {
  if (view === undefined) return `Reading ${name}…`;
  if (!view.ok) return name;
  const { streams } = view;
  const own = streams[0]?.options.seed;
  return `${name}: ${streams.length} ${streams.length === 1 ? 'stream' : 'streams'}, seed ${own ?? seed}.`;
}
