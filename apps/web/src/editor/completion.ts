import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { hoverTooltip } from '@codemirror/view';
import type { TypeSummary } from '../worker/type-protocol.ts';
import { isFieldAt, outlineAt, type Outline } from './outline.ts';
import { paramsAt, paramValueAt, valuesFor } from './param-completion.ts';
import { newTypeCompletion, typedType, type FindType } from './type-completion.ts';

type Types = () => Promise<readonly TypeSummary[]>;

/** `"per": "use|`, and params that name a field. */
const IN_NAME = /"(?:per|field|of)"\s*:\s*\[?\s*(?:"[^"]*"\s*,\s*)*"([^"]*)$/;
/** `{{use|` in a template. */
const IN_PLACEHOLDER = /\{\{\s*([^{}|"]*)$/;
/** A field's name: a key whose value is an object that starts with one of a field's keys. */
const FIELD_NAME =
  /"((?:[^"\\]|\\.)+)"\s*:\s*\{\s*"(?:type|value|params|count|per|nulls|missing|if|hidden|fields|description|\$comment)"/g;
/** `"|` where a key can follow. */
const IN_KEY = /[{,]\s*"([\w$]*)$/;
/** `"locale": "d|`, or a locale with a weight. */
const IN_LOCALE = /"(\$?locale)"\s*:\s*(?:\{[^{}]*)?"(\w*)$/;
/** Params of types that read fields. */
const IN_READER: Readonly<Record<string, RegExp>> = {
  'catbird.ref': /"params"\s*:\s*\[?\s*"([^"]*)$/,
  'catbird.expression': /"params"\s*:\s*"(?:[^"\\]|\\.)*?([A-Za-z_][\w.]*)$/,
};

const KEYS: readonly Completion[] = [
  { label: 'type', detail: 'generator type', type: 'property' },
  { label: 'value', detail: 'a constant, instead of a type', type: 'property' },
  { label: 'params', detail: 'params of the type', type: 'property' },
  { label: 'count', detail: 'array length; 1 is a single value', type: 'property' },
  { label: 'distinct', detail: 'elements of the array differ', type: 'property' },
  { label: 'sort', detail: 'order of the array', type: 'property' },
  { label: 'per', detail: 'the same value for each value of another field', type: 'property' },
  { label: 'nulls', detail: 'share of null values', type: 'property' },
  { label: 'missing', detail: 'share of rows without the field', type: 'property' },
  { label: 'if', detail: 'condition for the field to exist', type: 'property' },
  { label: 'hidden', detail: 'not sent, only read by other fields', type: 'property' },
  { label: 'locale', detail: 'locale of the values', type: 'property' },
  { label: 'fields', detail: 'fields of an object', type: 'property' },
  { label: 'description', detail: 'a note, ignored', type: 'property' },
];

/** Keys of an entity's field, of an entity and of its growth, besides. */
const UNIQUE: Completion = { label: 'unique', detail: 'each entity has its own value', type: 'property' };
const ENTITY: readonly Completion[] = [
  { label: 'size', detail: 'how many there are', type: 'property' },
  { label: 'fields', detail: 'what can be read of one', type: 'property' },
  { label: 'key', detail: 'the field that identifies one; 1 to size', type: 'property' },
  { label: 'keyName', detail: 'name of the key', type: 'property' },
  { label: '$locale', detail: 'locale of its fields', type: 'property' },
  { label: 'grow', detail: 'created over time: from and perSecond', type: 'property' },
];
const GROWTH: readonly Completion[] = [
  { label: 'from', detail: 'how many exist at the start', type: 'property' },
  { label: 'perSecond', detail: 'how many are created per second', type: 'property' },
];
const TOP: readonly Completion[] = [
  { label: '$entities', detail: 'users, products and the like, for fields to draw', type: 'property' },
  { label: '$locale', detail: 'locale of names, places and texts', type: 'property' },
];

/**
 * Completes generator types, their params and values of these, names of fields and entities, paths into entities, and keys.
 *
 * @param onFind opens the type picker: the last completion of types. Absent: there is none
 */
export function completeTypes(
  types: Types,
  onFind?: FindType,
): (context: CompletionContext) => Promise<CompletionResult | null> {
  const ofTypes = newTypeCompletion(onFind);
  return async (context) => {
    const { state, pos } = context;
    const before = state.sliceDoc(Math.max(0, pos - 200), pos);
    const type = typedType(before, isFieldAt(outlineAt(state, pos).path));
    if (type !== undefined && (type.isQuoted || context.explicit)) return ofTypes(await types(), pos, type);
    return (
      (await completeLocale(context, before, types)) ??
      (await completeValue(context, before, types)) ??
      completeName(context, before) ??
      completeKey(context, before, types)
    );
  };
}

/** Completes a key. Of params, those of the type, as long as it is the same. */
async function completeKey(
  context: CompletionContext,
  before: string,
  types: Types,
): Promise<CompletionResult | null> {
  const { state, pos } = context;
  const [, key] = IN_KEY.exec(before) ?? [];
  const options = key === undefined ? [] : await keysFor(context, before, key, types);
  if (key === undefined || options.length === 0) return null;
  const type = paramsAt(state, pos)?.type;
  return {
    from: pos - key.length,
    options,
    validFor: (text, _, to, now) => /^[\w$]*$/.test(text) && paramsAt(now, to)?.type === type,
  };
}

/** Completes the value of a param that is one of several, true or false, or the name of a field. */
async function completeValue(
  context: CompletionContext,
  before: string,
  types: Types,
): Promise<CompletionResult | null> {
  const { state, pos } = context;
  const value = paramValueAt(state, pos, before, await types());
  if (value === undefined) return null;
  const { shape, typed, isQuoted } = value;
  if (shape.kind === 'field') return nameOptions(context, outlineAt(state, pos), typed, isQuoted);
  const options = valuesFor(value);
  return options.length === 0 ? null : { from: pos - typed.length, options, validFor: /^[\w.-]*$/ };
}

/** Completes a locale: of a field, one that has data of its type. */
async function completeLocale(
  { state, pos }: CompletionContext,
  before: string,
  types: Types,
): Promise<CompletionResult | null> {
  const [, key, typed] = IN_LOCALE.exec(before) ?? [];
  if (key === undefined || typed === undefined) return null;
  const all = await types();
  const { type } = outlineAt(state, pos);
  const own = all.find(({ name }) => name === type);
  const names = key === 'locale' && own !== undefined ? own.locales : all.flatMap(({ locales }) => locales);
  const options = [...new Set(names)].toSorted().map((label) => ({ label, detail: 'locale' }));
  return { from: pos - typed.length, options, validFor: /^\w*$/ };
}

/** Completes the name of a field or an entity, or a path. */
function completeName({ state, pos }: CompletionContext, before: string): CompletionResult | null {
  const outline = outlineAt(state, pos);
  const [, given = IN_READER[outline.type ?? '']?.exec(before)?.[1]] =
    IN_NAME.exec(before) ?? IN_PLACEHOLDER.exec(before) ?? [];
  return given === undefined ? null : nameOptions({ state, pos }, outline, given, true);
}

/** Names of fields, entities and paths that continue what is typed. */
function nameOptions(
  { state, pos }: Pick<CompletionContext, 'state' | 'pos'>,
  outline: Outline,
  given: string,
  isQuoted: boolean,
): CompletionResult {
  // `^` in front of a name leads out of the object.
  const name = given.replace(/^\^+/, '');
  const from = pos - name.length;
  if (outline.type === 'catbird.entity' && outline.path.at(-1) === 'of') {
    const options = outline.entities.map((label) => ({ label, detail: 'entity' }));
    return { from, options, validFor: /^[^"]*$/ };
  }
  const names = Array.from(state.doc.toString().matchAll(FIELD_NAME), ([, field = '']) => field);
  const fields = outline.path[0] === '$entities' ? outline.names : [...outline.names, ...names];
  const options = [
    ...[...new Set(fields)].map((label) => ({ label, detail: 'field' })),
    ...outline.pathsFrom(name).map((label) => ({ label, detail: 'of the entity' })),
  ].map((option) => (isQuoted ? option : { ...option, apply: JSON.stringify(option.label) }));
  // A dot leads to other fields.
  return { from, options, validFor: /^[^".{}|]*$/ };
}

/** The keys that fit at the caret: params of the enclosing type, or those of a field, an entity or the schema. */
async function keysFor(
  { state, pos, explicit }: CompletionContext,
  before: string,
  key: string,
  types: Types,
): Promise<readonly Completion[]> {
  const params = paramsAt(state, pos);
  if (params === undefined) {
    const { path } = outlineAt(state, pos);
    // Fields have names of one's own.
    if (path.length === 0 && !explicit && !key.startsWith('$')) return [];
    return keysAt(path, /:\s*\{[^{}]*$/.test(before));
  }
  const type = (await types()).find(({ name }) => name === params.type);
  const missing = type?.params.filter(({ name }) => !params.given.includes(name)) ?? [];
  return missing.map(({ name, description }) => ({
    label: name,
    type: 'property',
    ...(description !== undefined && { detail: description }),
  }));
}

/** The keys that can be at a path. @param isInField whether an object opened before the key */
function keysAt(path: readonly string[], isInField: boolean): readonly Completion[] {
  const [root, , third] = path;
  if (path.length === 0) return TOP;
  if (root !== '$entities') return isInField ? KEYS : [];
  if (path.length === 2) return ENTITY;
  if (third === 'grow') return GROWTH;
  return isInField && path.length > 3 ? [...KEYS, UNIQUE] : [];
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
