import { flagName } from '@catbird/send';
import type { Flags } from '@catbird/stream';
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** One argument of a command line. An option includes its value, even if that is the next argument. */
export type Token =
  | { readonly kind: 'operand' | 'terminator'; readonly index: number; readonly argument: string }
  | {
      readonly kind: 'option';
      readonly index: number;
      readonly argument: string;
      /** Without dashes: `apiKey`, `api-key`, `no-logs`; of a known short option, its long name. */
      readonly name: string;
      readonly value: string | undefined;
    };

type NodeToken = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

/**
 * Splits a command line into Node's tokens (https://nodejs.org/api/util.html#parseargs-tokens), with these differences: an argument
 * that begins with `--` is never the value of the option before it, short options are written `-n 5`, `-n=5` or `-n5` and do not combine,
 * and a negative number is an operand unless an option takes it.
 */
export function tokensOf(args: readonly string[], flags: Flags): readonly Token[] {
  const options = optionsOf(flags);
  const tokens: Token[] = [];
  let start = 0;
  while (start < args.length) {
    const rest = args.slice(start);
    const parsed = parseArgs({ args: rest, options, strict: false, tokens: true }).tokens;
    const misread = parsed.findIndex((each) => isMisread(each, rest[each.index] ?? ''));
    const valid = misread < 0 ? parsed : parsed.slice(0, misread + 1);
    for (const each of valid) tokens.push(tokenOf(each, rest[each.index] ?? '', start + each.index));
    // Parsing restarts after a misread argument.
    start = misread < 0 ? args.length : (tokens.at(-1)?.index ?? start) + 1;
  }
  return tokens;
}

/** Both spellings of each name. */
function optionsOf(flags: Flags): NonNullable<ParseArgsConfig['options']> {
  const options = Object.entries(flags).flatMap(([name, { value, short }]) => {
    const type = value === undefined ? ('boolean' as const) : ('string' as const);
    return [
      [name, { type }],
      [flagName(name), { type, ...(short === undefined ? {} : { short }) }],
    ] as const;
  });
  return Object.fromEntries(options);
}

/** Whether Node takes an argument for several options, or the option after it for its value. */
const isMisread = (token: NodeToken, argument: string): boolean =>
  token.kind === 'option' &&
  (isCombination(token, argument) || (token.inlineValue === false && token.value.startsWith('--')));

/** `-abc` or `-n5`. */
const isCombination = (
  { rawName, inlineValue }: Extract<NodeToken, { kind: 'option' }>,
  argument: string,
): boolean => (inlineValue === true ? !/^[=\d]/.test(argument.slice(rawName.length)) : argument !== rawName);

function tokenOf(token: NodeToken, argument: string, index: number): Token {
  if (token.kind === 'option-terminator') return { kind: 'terminator', index, argument };
  if (token.kind === 'positional' || /^-\d/.test(argument)) return { kind: 'operand', index, argument };
  const { name, rawName, value, inlineValue } = token;
  const option = { kind: 'option', index, argument } as const;
  // With its dash it is the name of no flag.
  if (isCombination(token, argument)) return { ...option, name: argument, value: undefined };
  if (isMisread(token, argument)) return { ...option, name, value: undefined };
  // The value of -n=5 is =5 to Node.
  return {
    ...option,
    name,
    value: inlineValue && !rawName.startsWith('--') ? value.replace(/^=/, '') : value,
  };
}
