import type { JsonNode } from '@catbird/engine';
import { setKey } from '../../../schema-text/edits.ts';
import { isTrue, valueOf } from '../../../schema-text/elements.ts';
import { extentText, percentOf, readExtent, readPercent, type Typed } from '../../../schema-text/typed.ts';
import { DraftInput } from './draft-input.tsx';
import type { FormProps, SetValue } from './form-props.ts';
import { JsonInput, ValueInput } from './value-input.tsx';

/** Keys with inputs of their own. */
const KNOWN = ['type', 'value', 'params', 'fields', 'count', 'per', 'nulls', 'missing', 'hidden', 'locale'];

/** What every field can have: nulls, a count, a field whose value it follows. Keys without an input are shown as JSON. */
export function CommonInputs(props: FormProps & { readonly id: string }) {
  const { id, field, text, type, names } = props;
  const spec = field.member.value;
  const set = setterOf(props);
  const [per, locale] = [valueOf(spec, 'per'), valueOf(spec, 'locale')];
  const locales = withCurrent(type?.locales ?? [], locale);
  const isHidden = isTrue(valueOf(spec, 'hidden'));
  const others = spec.kind === 'object' ? spec.members.filter(({ key }) => !KNOWN.includes(key)) : [];
  return (
    <div className="common">
      {type?.isRowOnly !== true && (
        <Choice
          {...props}
          name="per"
          label="Same value per"
          none="No field"
          choices={withCurrent(names, per)}
        />
      )}
      <Line {...props} name="nulls" label="Nulls, %" show={percentOf} read={readPercent} placeholder="0" />
      <Line
        {...props}
        name="missing"
        label="Missing, %"
        show={percentOf}
        read={readPercent}
        placeholder="0"
      />
      <Line
        {...props}
        name="count"
        label="Count"
        show={(node) => extentText(text, node)}
        read={readExtent}
        placeholder="One value"
      />
      {locales.length > 0 && (
        <Choice {...props} name="locale" label="Locale" none="As the schema" choices={locales} />
      )}
      {others.map(({ key, value }) => (
        <div className="field" key={key}>
          <label className="label" htmlFor={`${id}-key-${key}`}>
            {key}
          </label>
          <JsonInput
            id={`${id}-key-${key}`}
            describedBy={undefined}
            node={value}
            text={text}
            onSet={set(key)}
          />
        </div>
      ))}
      <label className="switch-line">
        <input
          className="switch"
          type="checkbox"
          role="switch"
          checked={isHidden}
          aria-checked={isHidden}
          onChange={(event) => set('hidden')(event.currentTarget.checked ? 'true' : undefined)}
        />
        Hidden
      </label>
    </div>
  );
}

const setterOf =
  ({ field, text, onEdit }: FormProps) =>
  (key: string): SetValue =>
  (value, typing = false) =>
    onEdit(setKey(text, field.place, key, value), typing);

type KeyProps = FormProps & { readonly id: string; readonly name: string; readonly label: string };

/** A key whose value is typed. */
function Line({
  show,
  read,
  placeholder,
  ...props
}: KeyProps & {
  readonly show: (node: JsonNode) => string;
  readonly read: (typed: string) => Typed;
  readonly placeholder: string;
}) {
  const id = `${props.id}-key-${props.name}`;
  const node = valueOf(props.field.member.value, props.name);
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {props.label}
      </label>
      <DraftInput
        id={id}
        value={node === undefined ? '' : show(node)}
        placeholder={placeholder}
        read={read}
        onValue={(value) => setterOf(props)(props.name)(value, true)}
      />
    </div>
  );
}

/** A key whose value is one of several. */
function Choice({
  choices,
  none,
  ...props
}: KeyProps & { readonly choices: readonly string[]; readonly none: string }) {
  const id = `${props.id}-key-${props.name}`;
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {props.label}
      </label>
      <ValueInput
        id={id}
        label={props.label}
        describedBy={undefined}
        shape={{ kind: 'choice', values: choices }}
        node={valueOf(props.field.member.value, props.name)}
        text={props.text}
        names={props.names}
        isRequired={false}
        none={none}
        onSet={setterOf(props)(props.name)}
        onEdit={props.onEdit}
      />
    </div>
  );
}

/** The choices, with the current one if it is another. */
const withCurrent = (choices: readonly string[], node: JsonNode | undefined): readonly string[] =>
  node?.kind === 'scalar' && typeof node.value === 'string' && !choices.includes(node.value)
    ? [node.value, ...choices]
    : choices;
