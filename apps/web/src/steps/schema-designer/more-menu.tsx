import { chooseFile } from '../../ui/index.ts';
import { MenuButton, type MenuItem } from '../../ui/menu.tsx';

/** What the menu does. */
interface MoreMenuProps {
  readonly locked: boolean;
  /** Which edits there are to take back, or to bring back. */
  readonly edits: { readonly undo: boolean; readonly redo: boolean };
  /** A sample is there to compare rows with. */
  readonly canCompare: boolean;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onFormat: () => void;
  readonly onDownload: () => void;
  readonly onCompare: () => void;
  readonly onArrived: () => void;
  readonly onBrowse: () => void;
  readonly onConfig: (file: File) => void;
  readonly onSample: (file: File) => void;
  readonly onReplace: (content: string) => void;
}

/** The smallest schema. */
const EMPTY = '{\n  "id": { "type": "string.uuid" }\n}\n';

/** Files that are taken for a config. */
const CONFIG = /\.(ya?ml|json)$/i;

/** All that is rare in the schema designer. While a stream runs, what changes nothing. */
export function MoreMenu(props: MoreMenuProps) {
  const { locked, edits, canCompare, onConfig, onSample, onReplace } = props;
  const changes: readonly MenuItem[] = [
    ...(edits.undo ? [{ label: 'Undo', detail: 'Ctrl Z', onChoose: props.onUndo }] : []),
    ...(edits.redo ? [{ label: 'Redo', detail: 'Ctrl Shift Z', onChoose: props.onRedo }] : []),
    { label: 'Format JSON', onChoose: props.onFormat },
  ];
  const rows: readonly MenuItem[] = [
    {
      label: 'Seed and download',
      detail: 'The seed of the rows, and rows as a file',
      onChoose: props.onDownload,
    },
    ...(canCompare
      ? [
          {
            label: 'Compare with the sample',
            detail: 'How far the rows are from it',
            onChoose: props.onCompare,
          },
        ]
      : []),
    { label: 'Check what arrived', detail: 'A file against what was sent', onChoose: props.onArrived },
  ];
  const ways: readonly MenuItem[] = [
    { label: 'Browse templates', detail: 'Each with one of its rows', onChoose: props.onBrowse },
    {
      label: 'A config or a recording…',
      detail: 'Streams as YAML or JSON, or events in a file',
      onChoose: () => chooseFile((file) => (CONFIG.test(file.name) ? onConfig : onSample)(file), ''),
    },
    { label: 'An empty schema', detail: 'One id, to begin with', onChoose: () => onReplace(EMPTY) },
  ];
  return <MenuButton label="More" groups={locked ? [rows] : [changes, rows, ways]} />;
}
