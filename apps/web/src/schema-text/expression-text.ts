/** Signs as people write them. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\bsum\((\w+), "(\w+)"\)/g, 'sum of $2 in $1'],
  [/\bformatDate\(now\(\), "[^"]*"\)/g, 'event time'],
  [/ \* /g, ' × '],
  [/ \/ /g, ' ÷ '],
  [/ - /g, ' − '],
  [/ == /g, ' = '],
  [/ != /g, ' ≠ '],
  [/ >= /g, ' ≥ '],
  [/ <= /g, ' ≤ '],
  [/ && /g, ' and '],
  [/ \|\| /g, ' or '],
  [/\bnull\b/g, 'empty'],
];

/** Rounding is left out. */
const ROUNDED = /^round\((.*), \d+\)$/s;
/** A condition with its two results, without brackets around any of them. */
const CONDITION = /^([^?"]*(?:"[^"]*"[^?"]*)*?) \? ((?:"[^"]*"|[^?:"])+?) : (.+)$/s;
const TEXT = /^"([^"\\]*)"$/;

/** An expression as people write it: `quantity × price`, `low if battery < 15, else ok`. */
export function expressionText(expression: string): string {
  const text = expression.trim();
  const [, inner] = ROUNDED.exec(text) ?? [];
  if (inner !== undefined && isBalanced(inner)) return expressionText(inner);
  const [, condition, yes, no] = CONDITION.exec(text) ?? [];
  if (
    condition === undefined ||
    yes === undefined ||
    no === undefined ||
    ![condition, yes, no].every(isBalanced)
  )
    return signed(text);
  const other = expressionText(no);
  return `${signed(yes)} if ${signed(condition)}, ${CONDITION.test(no) ? other : `else ${other}`}`;
}

function signed(text: string): string {
  const [, quoted] = TEXT.exec(text.trim()) ?? [];
  if (quoted !== undefined) return quoted === '' ? 'empty' : quoted;
  return SIGNS.reduce((so, [sign, shown]) => so.replaceAll(sign, shown), text.trim());
}

/** Whether no bracket closes before it opens, and all close. */
function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth++;
    if (character === ')' && --depth < 0) return false;
  }
  return depth === 0;
}
