import type { ValueShape } from '@catbird/engine';
import { valueOf } from '../../../schema-text/elements.ts';
import { raw } from '../../../schema-text/layout.ts';
import { fits } from '../../../schema-text/params.ts';
import { readRecord, recordText } from '../../../schema-text/record-text.ts';
import { extentText, readAny, readExtent, readNumber } from '../../../schema-text/typed.ts';
import type { ComponentType } from 'react';
import { Select } from '../../../ui/index.ts';
import { DraftArea, DraftInput } from './draft-input.tsx';
import type { ValueProps } from './form-props.ts';
import { ListInput } from './list-input.tsx';

/** The form control for a value of a shape. A value of another shape is shown as JSON. */
export function ValueInput(props: ValueProps) {
  const { shape, node } = props;
  const isOther = node !== undefined && (!fits(node, shape) || valueOf(node, 'ref') !== undefined);
  const Control = isOther ? JsonInput : CONTROLS[shape.kind];
  return <Control {...props} />;
}

/** A number, a range or a text. */
function LineInput({ id, describedBy, shape, node, text, isRequired, onSet }: ValueProps) {
  const isText = shape.kind === 'text';
  const value =
    node === undefined ? '' : isText && node.kind === 'scalar' ? String(node.value) : extentText(text, node);
  return (
    <DraftInput
      id={id}
      describedBy={describedBy}
      value={value}
      isNumber={shape.kind === 'number'}
      read={(typed) =>
        shape.kind === 'number'
          ? readNumber(typed, shape)
          : isText
            ? { ok: true, value: typed === '' && !isRequired ? undefined : JSON.stringify(typed) }
            : readExtent(typed)
      }
      onValue={(set) => onSet(set, true)}
    />
  );
}

const LABELS: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' };

/** One of several values. */
function ChoiceInput(props: ValueProps) {
  const { id, describedBy, shape, node, text, names, isRequired, onSet } = props;
  const { none = shape.kind === 'field' ? 'Choose a field' : 'Default' } = props;
  const values =
    shape.kind === 'choice'
      ? shape.values.map((each) => JSON.stringify(each))
      : shape.kind === 'field'
        ? names.map((each) => JSON.stringify(each))
        : ['true', 'false'];
  const current = node === undefined ? '' : raw(text, node);
  const all = values.includes(current) || current === '' ? values : [current, ...values];
  const options = all.map((value) => ({
    value,
    label: LABELS[value] ?? String(JSON.parse(value)),
  }));
  const noChoice = current === '' || !isRequired ? [{ value: '', label: none }] : [];
  return (
    <Select
      className="select select-sm"
      id={id}
      aria-describedby={describedBy}
      value={current}
      options={[...noChoice, ...options]}
      onValue={(value) => onSet(value === '' ? undefined : value)}
    />
  );
}

/** Anything, as JSON. */
export const JsonInput = ({
  id,
  describedBy,
  node,
  text,
  onSet,
}: Pick<ValueProps, 'id' | 'describedBy' | 'node' | 'text' | 'onSet'>) => (
  <DraftArea
    id={id}
    describedBy={describedBy}
    value={node === undefined ? '' : withoutIndent(raw(text, node))}
    read={readAny}
    onValue={(value) => onSet(value, true)}
  />
);

/** An object as a line for each of its members, or as JSON if it cannot be written so. */
function RecordInput(props: ValueProps) {
  const { id, describedBy, shape, node, text, onSet } = props;
  const record = shape.kind === 'record' ? shape : { isNested: false, orText: false };
  const value = node === undefined ? '' : recordText(text, node, record);
  if (value === undefined) return <JsonInput {...props} />;
  return (
    <DraftArea
      id={id}
      describedBy={describedBy}
      value={value}
      placeholder={record.isNested && !record.orText ? 'name: one 3, other 1' : 'name: value'}
      read={(typed) => readRecord(typed, record)}
      onValue={(set) => onSet(set, true)}
    />
  );
}

/** JSON whose last line begins at the margin. */
function withoutIndent(json: string): string {
  const [indent = ''] = /[ \t]*(?=\S*$)/.exec(json.slice(json.lastIndexOf('\n') + 1)) ?? [];
  return indent === '' ? json : json.replaceAll(`\n${indent}`, '\n');
}

const CONTROLS: Readonly<Record<ValueShape['kind'], ComponentType<ValueProps>>> = {
  number: LineInput,
  text: LineInput,
  extent: LineInput,
  boolean: ChoiceInput,
  choice: ChoiceInput,
  field: ChoiceInput,
  list: ListInput,
  texts: ListInput,
  weighted: ListInput,
  record: RecordInput,
  other: JsonInput,
};
