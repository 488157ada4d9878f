import { inLine } from '@catbird/engine';
import {
  barsText,
  barText,
  chartOf,
  clippedText,
  countText,
  fieldText,
  numberText,
  shareText,
  shownFields,
  valueTextOfWords as valueText,
  viewOf,
  type FieldStatistics,
  type Statistics,
} from '@catbird/verify';

/** Widest columns in a terminal, in characters. */
const WIDEST = { name: 32, facts: 36, value: 24 };

/** Narrowest column of values: a narrower terminal wraps it. */
const NARROWEST = 24;

/** How wide to print. */
interface TableOptions {
  /** Of the terminal. Undefined: no terminal, so that nothing is cut and there are no bars. */
  readonly columns: number | undefined;
}

/** Statistics as a table with a line per field: its path, what it is like in a few words, and its values. */
export function tableOf({ rows, step, fields }: Statistics, { columns }: TableOptions): string {
  const isTerminal = columns !== undefined;
  const cells = shownFields(fields).map((field) => {
    const name = inLine(field.path);
    return {
      name: isTerminal ? clippedText(name, WIDEST.name) : name,
      facts: fieldText(field),
      values: isTerminal ? drawnValues(field) : plainValues(field),
    };
  });
  const [name, facts] = [widest(cells.map((each) => each.name)), widest(cells.map((each) => each.facts))];
  const factsWidth = isTerminal ? Math.min(facts, WIDEST.facts) : facts;
  const room = isTerminal ? Math.max(NARROWEST, columns - name - factsWidth - 5) : Infinity;
  const lines = cells.map((each) =>
    [each.name.padEnd(name), each.facts.padEnd(factsWidth), clippedText(each.values, room)]
      .join('  ')
      .trimEnd(),
  );
  const title = `${countText(rows, 'row')}${step === 1 ? '' : `, 1 in ${step.toLocaleString('en-US')} of the stream`}`;
  return [title, '', ...lines].join('\n');
}

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length));

/** Values with small bars. */
function drawnValues(field: FieldStatistics): string {
  const chart = chartOf(field);
  if (chart !== undefined) return `${chart.from} ${barsText(chart)} ${chart.to}`;
  if (viewOf(field) !== 'top') return otherValues(field);
  const most = field.top[0]?.share ?? 1;
  return field.top
    .map(({ value, share }) => {
      const text = clippedText(inLine(valueText(value)), WIDEST.value);
      return `${barText(share / most)} ${text} ${shareText(share)}`;
    })
    .join('  ');
}

/** Values without bars, in full. */
function plainValues(field: FieldStatistics): string {
  const chart = chartOf(field);
  if (chart !== undefined) return `${chart.from} to ${chart.to}`;
  if (viewOf(field) !== 'top') return otherValues(field);
  return field.top.map(({ value, share }) => `${inLine(valueText(value))} ${shareText(share)}`).join(', ');
}

/** The range of keys, or examples. */
function otherValues({ numbers, examples, types }: FieldStatistics): string {
  if (numbers !== undefined && types.texts + types.booleans === 0)
    return `${numberText(numbers.min)} to ${numberText(numbers.max)}`;
  return examples.map((value) => inLine(valueText(value))).join(', ');
}
