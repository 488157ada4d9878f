import { jsonOf } from '@catbird/engine';
import type { SchemaIssue } from '@catbird/engine';
import { findTemplate } from './templates.ts';
import {
  CUSTOM,
  SAMPLE_HINT,
  type PreviewVerdict,
  type SchemaAction,
  type State,
  type Verdict,
} from './state.ts';

/** The state after a change of the schema text or seed, or a verdict on the text. Pure. */
export function reduceSchema(state: State, action: SchemaAction | Verdict): State {
  switch (action.type) {
    case 'template chosen':
      return choose(state, action.template);
    case 'content edited':
      return edit(state, action.content);
    case 'seed changed':
      return { ...state, seed: action.seed };
    case 'sample kept':
      return { ...state, pasted: action.pasted };
    default:
      // A verdict on a text that has been edited since says nothing about the current one.
      return action.content === state.content ? applyVerdict(state, action) : state;
  }
}

function applyVerdict(state: State, action: Verdict): State {
  switch (action.type) {
    case 'refreshed':
      return {
        ...refresh(state, action.verdict),
        ...(isUntried(state, action) && { sampleCode: SAMPLE_HINT }),
      };
    case 'previewed':
      return { ...refresh(state, action), schema: action.content };
    default:
      return {
        ...refresh({ ...state, sample: undefined }, action),
        schema: undefined,
        rejected: true,
      };
  }
}

/** Whether there has been no row yet, and a preview that nobody asked for has found none: the hint stays. */
const isUntried = ({ sampleCode }: State, { verdict }: Extract<Verdict, { type: 'refreshed' }>): boolean =>
  sampleCode === SAMPLE_HINT && verdict.type !== 'previewed';

/** The preview after a verdict. Errors keep the last row, which says what the schema was. */
function refresh(state: State, verdict: PreviewVerdict): State {
  const { sample } = state;
  switch (verdict.type) {
    case 'previewed':
      return {
        ...state,
        sample: verdict.sample,
        sampleCode: verdict.sample?.text ?? 'Error generating sample data',
        issues: verdict.notes,
        isChecked: true,
        schemaError: undefined,
        rejected: false,
      };
    case 'schema rejected':
      return {
        ...state,
        sampleCode: sample?.text ?? reasonOf(verdict.issues),
        issues: verdict.issues,
        isChecked: true,
        schemaError: undefined,
      };
    default:
      return {
        ...state,
        sampleCode: sample?.text ?? 'Error generating sample data',
        isChecked: true,
        schemaError: `Error generating sample: ${verdict.message}`,
      };
  }
}

/** Why there is no row: the text does not parse, or its fields make none. */
const reasonOf = (issues: readonly SchemaIssue[]): string =>
  issues.some(({ code, path }) => code !== 'json' && path.length > 0)
    ? 'Error generating sample data'
    : 'Error parsing schema';

function choose(state: State, name: string): State {
  const template = findTemplate(name);
  const content = template?.text ?? state.content;
  return { ...edit(state, content), template: template === undefined ? CUSTOM : name };
}

function edit(state: State, content: string): State {
  if (content === state.content) return { ...state, schema: undefined };
  const template = findTemplate(state.template);
  const stays = template !== undefined && isSameJson(template.text, content);
  const lenient = state.opened !== undefined && isSameJson(state.opened, content);
  return {
    ...state,
    content,
    lenient,
    isEdited: true,
    schema: undefined,
    issues: [],
    isChecked: false,
    schemaError: undefined,
    rejected: false,
    template: stays ? template.name : CUSTOM,
  };
}

/** Equal but for formatting. */
function isSameJson(a: string, b: string): boolean {
  const value = jsonOf(a);
  return value !== undefined && JSON.stringify(value) === JSON.stringify(jsonOf(b));
}
