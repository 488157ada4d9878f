import { templates } from '@catbird/engine';
import { useMemo, type ReactNode } from 'react';
import { valueOf, wholeOf } from '../../schema-text/elements.ts';
import { readFields } from '../../schema-text/fields.ts';
import type { StateBeforeRun } from '../../state/before-run.ts';
import { CUSTOM } from '../../state/state.ts';
import { Button, Select, Tick } from '../../ui/index.ts';
import { ENOUGH_ROWS } from './enough-rows.ts';
import { faultOf, faultText } from './health.ts';
import type { ProfileState } from './use-profile.ts';

/** A view of the schema text. */
export type SchemaView = 'fields' | 'json';

const CHOICES = [...templates.map(({ name }) => name), CUSTOM].map((name) => ({ value: name, label: name }));

interface ToolbarProps {
  readonly state: StateBeforeRun;
  readonly profile: ProfileState;
  readonly view: SchemaView;
  readonly locked: boolean;
  readonly menu: ReactNode;
  readonly onTemplate: (name: string) => void;
  readonly onSample: () => void;
  readonly onView: (view: SchemaView) => void;
  /** Shows a part of the text in the editor. */
  readonly onJson: (offset: number, length: number) => void;
}

/** Where the schema comes from, its entities, what is counted of its rows, and all else in a menu. */
export const Toolbar = (props: ToolbarProps) => {
  const { state, profile, view, locked, menu, onTemplate, onSample, onView, onJson } = props;
  return (
    <div className="toolbar">
      <label className="sr" htmlFor="template">
        Template
      </label>
      <Select
        className="select select-sm"
        id="template"
        value={state.template}
        options={CHOICES}
        disabled={locked}
        onValue={onTemplate}
      />
      <Button look="outline" className="btn-sm" disabled={locked} onClick={onSample}>
        Paste a sample
      </Button>
      <Entities content={state.content} onJson={onJson} />
      <Summary state={state} profile={profile} />
      <Button look="outline" className="btn-sm" onClick={() => onView(view === 'json' ? 'fields' : 'json')}>
        {view === 'json' ? 'Fields' : 'JSON'}
      </Button>
      {menu}
    </div>
  );
};

/** The entities that fields draw from, with how many there are of each. */
function Entities({ content, onJson }: { readonly content: string } & Pick<ToolbarProps, 'onJson'>) {
  const entities = useMemo(() => {
    const read = readFields(content);
    const node = read.ok ? valueOf(read.tree.root, '$entities') : undefined;
    return node?.kind === 'object' ? node.members : [];
  }, [content]);
  return entities.map((member) => {
    const { offset, length } = wholeOf(member);
    const size = valueOf(member.value, 'size');
    return (
      <button key={member.key} type="button" className="entity" onClick={() => onJson(offset, length)}>
        <b>{member.key}</b> {size?.kind === 'scalar' && Number(size.value).toLocaleString('en-US')}
      </button>
    );
  });
}

/** How many rows are counted; or the fields with errors, while rows from before them are shown. */
function Summary({ state, profile }: Pick<ToolbarProps, 'state' | 'profile'>) {
  const fault = faultOf(state);
  if (fault !== undefined)
    return (
      <p className="what bad" title={faultText(fault, Infinity)}>
        <Tick tone="failed" />
        {faultText(fault)}
      </p>
    );
  return (
    <p className={profile.kind === 'failed' ? 'what bad' : 'what'}>
      {profile.kind === 'failed'
        ? profile.message
        : profile.kind === 'ready' && countText(profile, state.seed)}
    </p>
  );
}

function countText(
  { profile: { statistics, planned } }: Extract<ProfileState, { kind: 'ready' }>,
  seed: string,
): string {
  const rows = statistics?.rows ?? 0;
  const counted = rows.toLocaleString('en-US');
  if (planned === 0) return 'No rows';
  if (rows === planned) return `${counted} ${rows === 1 ? 'row' : 'rows'}, seed ${seed}`;
  const more = rows < ENOUGH_ROWS ? `. Figures from ${ENOUGH_ROWS} on` : '';
  return `${counted} of ${planned.toLocaleString('en-US')} rows${more}`;
}
