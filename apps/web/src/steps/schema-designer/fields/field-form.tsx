import type { Param, JsonNode } from '@catbird/engine';
import { useContext, useId, type ReactNode } from 'react';
import { replaceNode, setArgument, setKey, setParam } from '../../../schema-text/edits.ts';
import { valueOf } from '../../../schema-text/elements.ts';
import { paramsIn, type Params } from '../../../schema-text/params.ts';
import { Button } from '../../../ui/button.tsx';
import type { TypeSummary } from '../../../worker/type-protocol.ts';
import { PastedEvent, valueIn } from '../sample/pasted-event.ts';
import { CommonInputs } from './common-inputs.tsx';
import type { FormProps } from './form-props.ts';
import { JsonInput, ValueInput } from './value-input.tsx';

/** The params of a field, from what its type declares, and what every field can have. */
export function FieldForm(props: FormProps) {
  const { field, text, type, locked, onEdit } = props;
  const { place, member } = field;
  const id = useId();
  return (
    <fieldset className="form" disabled={locked} aria-label={`Parameters of ${field.name}`}>
      <p className="form-top">
        <code>{field.kind === 'constant' ? 'constant' : field.type}</code>
        <span>{field.kind === 'constant' ? 'The same value in every row' : type?.summary}</span>
      </p>
      {field.kind === 'field' && <KeepValue {...props} />}
      {field.kind === 'constant' && (
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
      {field.kind === 'field' && <ParamInputs id={id} {...props} />}
      <CommonInputs id={id} {...props} />
    </fieldset>
  );
}

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
const WIDE = [...LISTS, 'other'];

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
