import type { Param, JsonNode } from '@catbird/engine';
import { useContext, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { replaceNode, setArgument, setKey, setParam } from '../../../schema-text/edits.ts';
import { valueOf } from '../../../schema-text/elements.ts';
import { paramsIn, type Params } from '../../../schema-text/params.ts';
import { prefetchTypePicker } from '../../../type-picker/lazy-type-picker.tsx';
import { Button } from '../../../ui/button.tsx';
import type { TypeSummary } from '../../../worker/type-protocol.ts';
import { PastedEvent, valueIn } from '../sample/pasted-event.ts';
import type { Command } from './commands.ts';
import { CommonInputs } from './common-inputs.tsx';
import type { FormProps } from './form-props.ts';
import type { Row } from './rows.ts';
import type { RowEvents } from './use-fields.ts';
import { JsonInput, ValueInput } from './value-input.tsx';

/** Name, type and params of a field, from what its type declares, and what every field can have and do. */
export function FieldForm(props: FormProps & FormRowProps) {
  const { row, field, text, type, locked, on, onEdit } = props;
  const { place, member } = field;
  const id = useId();
  const form = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const place = form.current?.closest('.form-row');
    // The row, and below it as much of the form as fits.
    for (const part of [place, place?.previousElementSibling])
      part?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, []);
  const isConstant = field.kind === 'constant';
  const shown = isConstant ? 'constant' : field.type === '' ? 'no type' : field.type;
  return (
    <fieldset className="form" ref={form} disabled={locked} aria-label={`Parameters of ${field.name}`}>
      <div className="form-top">
        <NameInput key={field.name} {...props} />
        <div className="field">
          <span className="label">Type</span>
          <button
            type="button"
            className="select select-sm"
            aria-label={`Type of ${field.name}: ${shown}`}
            onPointerEnter={prefetchTypePicker}
            onFocus={prefetchTypePicker}
            onClick={() => on.run(field.id, 'type')}
          >
            {shown}
          </button>
        </div>
        <p className="hint">{isConstant ? 'The same value in every row' : type?.summary}</p>
      </div>
      {field.kind === 'field' && <KeepValue {...props} />}
      {isConstant && (
        <Labelled id={`${id}-value`} label="Value">
          <JsonInput
            id={`${id}-value`}
            describedBy={undefined}
            node={valueOf(member.value, 'value')}
            text={text}
            onSet={(value, typing = false) => onEdit(setKey(text, place, 'value', value ?? 'null'), typing)}
          />
        </Labelled>
      )}
      {field.kind === 'field' && !props.isLoading && <ParamInputs id={id} {...props} />}
      <CommonInputs id={id} {...props} />
      <Actions row={row} on={on} />
    </fieldset>
  );
}

/** What a form needs beside its inputs. */
interface FormRowProps {
  readonly row: Row;
  /** The name gets the focus. */
  readonly isNaming: boolean;
  readonly on: RowEvents;
}

/** The name of a field. It is settled when it is left, or by Enter. */
function NameInput({ field, isNaming, on }: FormProps & FormRowProps) {
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(field.name);
  const [fault, setFault] = useState<string>();
  const asked = useRef<string>(undefined);
  const id = useId();
  useEffect(() => {
    if (isNaming) input.current?.select();
  }, [isNaming]);
  const commit = (): boolean => {
    // Enter settles it, and leaving the input after that asks nothing new.
    if (name === asked.current) return true;
    const found = on.rename(field.id, name);
    setFault(found);
    asked.current = found === undefined ? name : undefined;
    return found === undefined;
  };
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        Name
      </label>
      <input
        ref={input}
        className="input input-sm mono"
        id={id}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        value={name}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (commit()) on.named(field.id);
        }}
      />
      {fault !== undefined && (
        <p className="err" id={`${id}-fault`} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

/** What can be done with a field, with the keys that do it on its row. */
const ACTIONS: readonly { readonly command: Command; readonly label: string; readonly keys?: string }[] = [
  { command: 'up', label: 'Move up', keys: 'Alt ↑' },
  { command: 'down', label: 'Move down', keys: 'Alt ↓' },
  { command: 'add', label: 'Add a field below', keys: 'Shift Enter' },
  { command: 'duplicate', label: 'Duplicate', keys: 'Ctrl D' },
  { command: 'json', label: 'Edit in JSON' },
  { command: 'delete', label: 'Delete', keys: 'Del' },
];

const Actions = ({ row: { id, position, size }, on }: Pick<FormRowProps, 'row' | 'on'>) => (
  <p className="form-actions">
    {ACTIONS.map(({ command, label, keys }) => (
      <button
        key={command}
        type="button"
        className="link"
        title={keys}
        disabled={(command === 'up' && position === 1) || (command === 'down' && position === size)}
        onClick={() => on.run(id, command)}
      >
        {label}
      </button>
    ))}
  </p>
);

/** Characters of a value in its button. */
const MOST_SHOWN = 40;

/** Offers the value of the event that was pasted, for all rows. */
function KeepValue({ field: { path, member }, text, onEdit }: FormProps) {
  const value = valueIn(useContext(PastedEvent), path);
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  const shown = String(value);
  const keep = (): void =>
    onEdit(replaceNode(text, member.value, `{ "value": ${JSON.stringify(value)} }`), false);
  return (
    <p>
      <Button look="link" onClick={keep}>
        Keep this value: {shown.length > MOST_SHOWN ? `${shown.slice(0, MOST_SHOWN)}…` : shown}
      </Button>
    </p>
  );
}

/** A label above a control, and a hint below it. */
const Labelled = ({
  id,
  label,
  hint,
  isWide = false,
  isGroup = false,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isWide?: boolean;
  /** The control is a group, which names itself. */
  readonly isGroup?: boolean;
  readonly children: ReactNode;
}) => (
  <div className={isWide ? 'field wide' : 'field'}>
    {isGroup ? (
      <span className="label">{label}</span>
    ) : (
      <label className="label" htmlFor={id}>
        {label}
      </label>
    )}
    {children}
    {hint !== undefined && (
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
  </div>
);

const LISTS = ['list', 'texts', 'weighted'];
const WIDE = [...LISTS, 'record', 'other'];

/** A value of a field, and what sets it: the schema text with another value. */
interface Entry {
  readonly param: Param;
  readonly node: JsonNode | undefined;
  readonly change: (value: string | undefined) => string;
}

function ParamInputs({ id, ...props }: FormProps & { readonly id: string }) {
  const { text, names, onEdit } = props;
  return (
    <div className="params">
      {entriesOf(props).map(({ param: { name, description, isRequired, shape }, node, change }) => {
        const own = `${id}-${name}`;
        const label = name === '' ? (description ?? 'Value') : name;
        const hint = name === '' ? undefined : description;
        return (
          <Labelled
            key={name}
            id={own}
            label={label}
            hint={hint}
            isWide={WIDE.includes(shape.kind) || name === ''}
            isGroup={LISTS.includes(shape.kind)}
          >
            <ValueInput
              id={own}
              label={label}
              describedBy={hint === undefined ? undefined : `${own}-hint`}
              shape={shape}
              node={node}
              text={text}
              names={names}
              isRequired={isRequired}
              onSet={(value, typing = false) => onEdit(change(value), typing)}
              onEdit={onEdit}
            />
          </Labelled>
        );
      })}
    </div>
  );
}

/** What the form has a control for: the params as a whole, a single argument, or params by name. */
function entriesOf({ field: { place, member }, text, type }: FormProps): readonly Entry[] {
  const params = paramsIn(member.value, type?.argument?.shape);
  if (isWhole(params, type)) {
    const change = (value: string | undefined): string => setKey(text, place, 'params', value);
    return [{ param: unknown('params'), node: valueOf(member.value, 'params'), change }];
  }
  const isNameless = params.kind === 'none' && type?.params.length === 0;
  if (params.kind === 'value' || isNameless) {
    const node = params.kind === 'value' ? params.node : undefined;
    const change = (value: string | undefined): string => setArgument(text, place, params, value);
    return type?.argument === undefined ? [] : [{ param: type.argument, node, change }];
  }
  return paramsOf(params, type).map(({ param, node }) => ({
    param,
    node,
    change: (value) => setParam(text, place, params, [param.name, value]),
  }));
}

/** A param that nothing declares. */
const unknown = (name: string): Param => ({
  name,
  description: undefined,
  isRequired: false,
  shape: { kind: 'other' },
});

/** Whether params are edited as JSON: nothing declares what they are. */
const isWhole = (params: Params, type: TypeSummary | undefined): boolean =>
  params.kind === 'several' ||
  (type === undefined && params.kind !== 'none') ||
  (params.kind === 'value' && type?.argument === undefined) ||
  (params.kind === 'named' && type?.params.length === 0);

/** The declared params with their values, and those that no declaration knows. */
function paramsOf(
  params: Params,
  type: TypeSummary | undefined,
): readonly { readonly param: Param; readonly node: JsonNode | undefined }[] {
  const declared = type?.params ?? [];
  const given = params.kind === 'named' ? params.object : undefined;
  const known = declared.map((param) => ({ param, node: given && valueOf(given, param.name) }));
  const names = new Set(given?.members.map(({ key }) => key));
  for (const { name } of declared) names.delete(name);
  const others = Array.from(names, (name) => ({ param: unknown(name), node: given && valueOf(given, name) }));
  return [...known, ...others];
}
