import { templates } from '@catbird/engine';
import { useState } from 'react';
import type { Addition } from '../../state/addition.ts';
import type { OpenedConfig } from '../../state/streams.ts';
import { MenuButton, type MenuItem } from '../../ui/menu.tsx';
import type { ConfigState } from './use-config.ts';

/** Adds a stream to the config: first those that it implies, then templates, then an empty one. */
export function AddStream({
  opened,
  config: { check, add },
  disabled,
  onAdded,
}: {
  readonly opened: OpenedConfig;
  readonly config: ConfigState;
  readonly disabled: boolean;
  readonly onAdded: (config: OpenedConfig) => void;
}) {
  const [said, setSaid] = useState('');
  /** The check whose offer was taken: the next one has others. */
  const [taken, setTaken] = useState<ConfigState['check']>();
  const choose = async (addition: Addition): Promise<void> => {
    if (taken === check) return;
    setTaken(check);
    try {
      const { name, text, added } = await add(addition);
      onAdded({ ...opened, name, text, isExtended: true });
      const lost = name === opened.name ? '' : ' The config is JSON now, without the comments of your YAML.';
      setSaid(`Added ${added}.${lost} Download config saves it.`);
    } catch (error) {
      setTaken(undefined);
      setSaid(`Not added. ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const item = (addition: Addition): MenuItem => ({
    ...wordsOf(addition),
    onChoose: () => void choose(addition),
  });
  const groups = [
    (check?.additions ?? []).slice(0, MOST).map(item),
    templates.map(({ name }) => item({ kind: 'template', template: name })),
    [item({ kind: 'empty' })],
  ];
  return (
    <div className="add-stream">
      <MenuButton
        label="Add a stream"
        detail="to this config"
        groups={groups.filter(({ length }) => length > 0)}
        disabled={disabled}
      />
      <p className="hint" role="status">
        {said}
      </p>
    </div>
  );
}

/** Implied streams in the menu. */
const MOST = 12;

function wordsOf(addition: Addition): Pick<MenuItem, 'label' | 'detail'> {
  switch (addition.kind) {
    case 'state': {
      const fields = addition.like === '' ? 'the present stream' : addition.like;
      return {
        label: `Events when ${addition.state}`,
        detail: `No stream sends this state of ${addition.field} yet. Fields of ${fields}`,
      };
    }
    case 'table':
      return {
        label: `Table of ${addition.entity}`,
        detail: `${addition.size.toLocaleString('en')} rows, each once`,
      };
    case 'template':
      return { label: addition.template };
    default:
      return { label: 'An empty stream', detail: 'An id and a time. Edit config adds fields' };
  }
}
