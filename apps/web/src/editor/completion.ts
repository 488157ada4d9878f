import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { hoverTooltip } from '@codemirror/view';
import type { TypeSummary } from '../worker/protocol.ts';
import { paramsAt } from './params-at.ts';

type Types = () => Promise<readonly TypeSummary[]>;

/** `"type": "inter|`, with the caret at |. */
const IN_TYPE = /"type"\s*:\s*"([\w.]*)$/;
/** `"per": "use|`, and params that name a field. */
const IN_NAME = /"(?:per|field|of)"\s*:\s*\[?\s*(?:"[^"]*"\s*,\s*)*"([^"]*)$/;
/** `{{use|` in a template. */
const IN_PLACEHOLDER = /\{\{\s*([^{}|"]*)$/;
/** A field's name: a key whose value is an object that starts with one of a field's keys. */
const FIELD_NAME =
  /"((?:[^"\\]|\\.)+)"\s*:\s*\{\s*"(?:type|value|params|count|per|nulls|missing|if|hidden|fields|description|\$comment)"/g;
/** `"|` where a key can follow. */
const IN_KEY = /[{,]\s*"(\w*)$/;

const KEYS: readonly Completion[] = [
  { label: 'type', detail: 'generator type', type: 'property' },
  { label: 'value', detail: 'a constant, instead of a type', type: 'property' },
  { label: 'params', detail: 'arguments of the type', type: 'property' },
  { label: 'count', detail: 'array length; 1 is a single value', type: 'property' },
  { label: 'distinct', detail: 'elements of the array differ', type: 'property' },
  { label: 'sort', detail: 'order of the array', type: 'property' },
  { label: 'per', detail: 'one value per value of another field', type: 'property' },
  { label: 'nulls', detail: 'share of null values', type: 'property' },
  { label: 'missing', detail: 'share of rows without the field', type: 'property' },
  { label: 'if', detail: 'condition for the field to exist', type: 'property' },
  { label: 'hidden', detail: 'not sent, for other fields only', type: 'property' },
  { label: 'fields', detail: 'fields of an object', type: 'property' },
  { label: 'description', detail: 'a note, ignored', type: 'property' },
];

/** Completes generator types, their params, field names and a field's keys. */
export const completeTypes =
  (types: Types) =>
  async (context: CompletionContext): Promise<CompletionResult | null> => {
    const before = context.state.sliceDoc(Math.max(0, context.pos - 200), context.pos);
    const [, type] = IN_TYPE.exec(before) ?? [];
    if (type !== undefined) {
      const options = (await types()).map(({ name, summary, example }) => ({
        label: name,
        detail: summary,
        ...(example !== undefined && { info: `"params": ${example}` }),
      }));
      return { from: context.pos - type.length, options, validFor: /^[\w.]*$/ };
    }
    const [, name] = IN_NAME.exec(before) ?? IN_PLACEHOLDER.exec(before) ?? [];
    if (name !== undefined) {
      const names = Array.from(context.state.doc.toString().matchAll(FIELD_NAME), ([, field = '']) => field);
      const options = [...new Set(names)].map((label) => ({ label, detail: 'field' }));
      // `^` in front of a name leads out of the object.
      const from = context.pos - name.replace(/^\^+/, '').length;
      return { from, options, validFor: /^[^"{}|]*$/ };
    }
    const [, key] = IN_KEY.exec(before) ?? [];
    const options = key === undefined ? undefined : await keysFor(context, before, types);
    return key === undefined || options === undefined
      ? null
      : { from: context.pos - key.length, options, validFor: /^\w*$/ };
  };

/** The keys that fit at the caret: params of the enclosing type, or the keys of a field. */
async function keysFor(
  { state, pos }: CompletionContext,
  before: string,
  types: Types,
): Promise<readonly Completion[] | undefined> {
  const params = paramsAt(state, pos);
  if (params === undefined) return /:\s*\{[^{}]*$/.test(before) ? KEYS : undefined;
  const type = (await types()).find(({ name }) => name === params.type);
  const missing = type?.params.filter(({ name }) => !params.given.includes(name)) ?? [];
  return missing.map(({ name, description }) => ({
    label: name,
    type: 'property',
    ...(description !== undefined && { detail: description }),
  }));
}

/** Shows a type's summary on hover. */
export const explainTypes = (types: Types) =>
  hoverTooltip(async ({ state }, position) => {
    const { from, text } = state.doc.lineAt(position);
    const match = [...text.matchAll(/"([a-z]+\.\w+)"/gi)].find(
      ({ index, 0: quoted }) => from + index <= position && position <= from + index + quoted.length,
    );
    const type = match && (await types()).find(({ name }) => name === match[1]);
    if (match === undefined || type === undefined) return null;
    return {
      pos: from + match.index,
      end: from + match.index + match[0].length,
      create() {
        const dom = document.createElement('div');
        dom.className = 'type-hover';
        dom.append(`${type.summary}.`);
        if (type.example !== undefined) {
          const code = document.createElement('code');
          code.textContent = `"params": ${type.example}`;
          dom.append(code);
        }
        return { dom };
      },
    };
  });
