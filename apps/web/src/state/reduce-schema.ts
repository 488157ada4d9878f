import { findTemplate } from '@catbird/core/templates';
import { CUSTOM, SAMPLE_HINT, type SchemaAction, type State, type Verdict } from './state.ts';

/** The state after a change of the schema text or seed, or a verdict on the text. Pure. */
export function reduceSchema(state: State, action: SchemaAction | Verdict): State {
  switch (action.type) {
    case 'template chosen':
      return choose(state, action.template);
    case 'content edited':
      return edit(state, action.content);
    case 'seed changed':
      return { ...state, seed: action.seed };
    default:
      // A verdict on a text that has been edited since says nothing about the current one.
      return action.content === state.content ? applyVerdict(state, action) : state;
  }
}

function applyVerdict(state: State, action: Verdict): State {
  switch (action.type) {
    case 'previewed':
      return {
        ...state,
        schema: action.content,
        sample: action.sample,
        sampleCode: action.sample.text,
        issues: action.notes,
        schemaError: undefined,
        rejected: false,
      };
    case 'checked':
      return { ...state, issues: action.issues };
    case 'schema rejected':
      return {
        ...state,
        schema: undefined,
        sample: undefined,
        sampleCode: 'Error parsing schema',
        issues: action.issues,
        schemaError: undefined,
        rejected: true,
      };
    default:
      return {
        ...state,
        schema: undefined,
        sample: undefined,
        sampleCode: 'Error generating sample data',
        schemaError: `Error generating sample: ${action.message}`,
        rejected: true,
      };
  }
}

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
    schema: undefined,
    // Without a row this is the error of the previous text.
    sampleCode: state.sample === undefined ? SAMPLE_HINT : state.sampleCode,
    issues: [],
    schemaError: undefined,
    rejected: false,
    template: stays ? template.name : CUSTOM,
  };
}

/** Equal but for formatting. */
function isSameJson(a: string, b: string): boolean {
  try {
    return JSON.stringify(JSON.parse(a)) === JSON.stringify(JSON.parse(b));
  } catch {
    // Invalid JSON differs from every template.
    return false;
  }
}
