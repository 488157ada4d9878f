import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { hoverTooltip } from '@codemirror/view';
import type { TypeSummary } from '../worker/protocol.ts';

type Types = () => Promise<readonly TypeSummary[]>;

/** `"type": "inter|` with the caret in it. */
const IN_TYPE = /"type"\s*:\s*"([\w.]*)$/;
/** `"|` where a key of a field may stand. */
const IN_KEY = /[{,]\s*"(\w*)$/;

const KEYS: readonly Completion[] = [
  { label: 'type', detail: 'the generator', type: 'property' },
  { label: 'params', detail: 'its arguments', type: 'property' },
  { label: 'count', detail: 'more than one: an array', type: 'property' },
];

/** Completes generator types with their summaries, and the keys of a field. */
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
    const [, key] = IN_KEY.exec(before) ?? [];
    const isInField = /:\s*\{[^{}]*$/.test(before);
    if (key === undefined || !isInField) return null;
    return { from: context.pos - key.length, options: KEYS, validFor: /^\w*$/ };
  };

/** Says on hover what a generator type makes. */
export const explainTypes = (types: Types) =>
  hoverTooltip(async ({ state }, position) => {
    const { from, text } = state.doc.lineAt(position);
    const found = [...text.matchAll(/"([a-z]+\.\w+)"/gi)].find(
      ({ index, 0: quoted }) => from + index <= position && position <= from + index + quoted.length,
    );
    const type = found && (await types()).find(({ name }) => name === found[1]);
    if (found === undefined || type === undefined) return null;
    return {
      pos: from + found.index,
      end: from + found.index + found[0].length,
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
