import { invalid, type JsonArray, type JsonNode } from '@catbird/engine';
import { useState } from 'react';
import { addItem, removeItem, replaceNode } from '../../../schema-text/edits.ts';
import { valueOf } from '../../../schema-text/elements.ts';
import { raw } from '../../../schema-text/layout.ts';
import { looseText, readLines, readLoose, readNumber, type Item } from '../../../schema-text/typed.ts';
import { focusBefore } from '../../../ui/focus.ts';
import { DraftInput } from './draft-input.tsx';
import type { ValueProps } from './form-props.ts';

/** Items with inputs of their own; longer lists are edited as lines. */
const SHOWN = 30;

const WEIGHT = { kind: 'number', min: 0 } as const;

/** A list of values, each with its weight if it has one: item by item, or as lines of text. */
export function ListInput({ id, label, describedBy, shape, node, text, onSet, onEdit }: ValueProps) {
  const [asLines, setAsLines] = useState(false);
  const isWeighted = shape.kind === 'weighted';
  const list = node?.kind === 'array' ? node : undefined;
  const items = list?.items ?? [];
  const json = (typed: string): string => (shape.kind === 'texts' ? JSON.stringify(typed) : readLoose(typed));
  const itemJson = ({ value, weight }: Item): string =>
    isWeighted ? `{"weight": ${weight}, "value": ${value}}` : value;
  const add = (): void => {
    const item = itemJson({ value: JSON.stringify(''), weight: '1' });
    if (list === undefined) onSet(`[${item}]`);
    else onEdit(addItem(text, list, item), false);
  };
  if (asLines) {
    return (
      <LinesInput
        id={id}
        label={label}
        value={items.map((item) => lineOf(text, item, isWeighted)).join('\n')}
        isWeighted={isWeighted}
        onUse={(typed) => {
          setAsLines(false);
          if (typed !== undefined) onSet(`[${readLines(typed, isWeighted).map(itemJson).join(', ')}]`);
        }}
      />
    );
  }
  return (
    <div className="list" role="group" aria-label={label} aria-describedby={describedBy} id={id}>
      {list !== undefined && items.length > 0 && (
        <Items id={id} list={list} isWeighted={isWeighted} text={text} json={json} onEdit={onEdit} />
      )}
      <p className="list-foot">
        <button type="button" className="link" onClick={add}>
          Add a value
        </button>
        <button type="button" className="link" onClick={() => setAsLines(true)}>
          Paste a list
        </button>
        {items.length > SHOWN && <span>{items.length - SHOWN} more: use Paste a list</span>}
      </p>
    </div>
  );
}

/** The value of an item: what is beside its weight, or all of it. */
const valueNode = (item: JsonNode, isWeighted: boolean): JsonNode =>
  isWeighted ? (valueOf(item, 'value') ?? item) : item;

function lineOf(text: string, item: JsonNode, isWeighted: boolean): string {
  const weight = valueOf(item, 'weight');
  const value = looseText(text, valueNode(item, isWeighted)).replaceAll(/\s*[\r\n]\s*/g, ' ');
  return isWeighted && weight !== undefined ? `${value}, ${raw(text, weight)}` : value;
}

const weightOf = (item: JsonNode): number => {
  const weight = valueOf(item, 'weight');
  return weight?.kind === 'scalar' && typeof weight.value === 'number' ? weight.value : 0;
};

const shares = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

function Items({
  id,
  list,
  isWeighted,
  text,
  json,
  onEdit,
}: {
  readonly id: string;
  readonly list: JsonArray;
  readonly isWeighted: boolean;
  readonly text: string;
  readonly json: (typed: string) => string;
  readonly onEdit: ValueProps['onEdit'];
}) {
  const total = list.items.reduce((sum, item) => sum + weightOf(item), 0);
  return (
    <ul className={isWeighted ? 'items weighted' : 'items'}>
      {list.items.slice(0, SHOWN).map((item, i) => {
        const value = valueNode(item, isWeighted);
        const weight = isWeighted ? valueOf(item, 'weight') : undefined;
        const shown = looseText(text, value);
        const share = total > 0 ? weightOf(item) / total : 0;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- items have no other identity
          <li key={i}>
            <div>
              <DraftInput
                id={`${id}-${i}`}
                label={`Value ${i + 1}`}
                value={shown}
                read={(typed) => ({ ok: true, value: json(typed) })}
                onValue={(set) => onEdit(replaceNode(text, value, set ?? '""'), true)}
              />
            </div>
            {weight !== undefined && (
              <>
                <div>
                  <DraftInput
                    id={`${id}-${i}-weight`}
                    label={`Weight of ${shown}`}
                    isNumber
                    value={raw(text, weight)}
                    read={(typed) =>
                      typed.trim() === '' ? invalid('Needs a weight') : readNumber(typed, WEIGHT)
                    }
                    onValue={(set) => onEdit(replaceNode(text, weight, set ?? '1'), true)}
                  />
                </div>
                <svg className="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                  <path className="whole" d="M0 0h100v6h-100z" />
                  <path d={`M0 0h${100 * share}v6h${-100 * share}z`} />
                </svg>
                <span className="share">{`${shares.format(100 * share)} %`}</span>
              </>
            )}
            <button
              type="button"
              className="icon"
              aria-label={`Remove ${shown}`}
              disabled={list.items.length === 1}
              onClick={({ currentTarget }) => {
                focusBefore(currentTarget.closest('li'));
                onEdit(removeItem(text, list, i), false);
              }}
            >
              <svg viewBox="0 0 14 14" aria-hidden="true">
                <path d="M3 7h8" />
              </svg>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** A list as lines of text, to be pasted. */
function LinesInput({
  id,
  label,
  value,
  isWeighted,
  onUse,
}: {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly isWeighted: boolean;
  /** Called with the lines, or undefined to leave the list as it is. */
  readonly onUse: (typed: string | undefined) => void;
}) {
  const [typed, setTyped] = useState(value);
  const hint = isWeighted ? 'One value a line, or “value, weight”' : 'One value a line';
  return (
    <div className="list">
      <textarea
        className="input input-sm mono"
        id={id}
        aria-label={`${label}: ${hint.toLowerCase()}`}
        rows={8}
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <p className="list-foot">
        <button type="button" className="link" disabled={typed.trim() === ''} onClick={() => onUse(typed)}>
          Use these values
        </button>
        <button type="button" className="link" onClick={() => onUse(undefined)}>
          Cancel
        </button>
        <span>{hint}.</span>
      </p>
    </div>
  );
}
