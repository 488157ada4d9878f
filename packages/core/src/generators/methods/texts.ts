import { commitEntry } from '../kernels/method/commit.ts';
import { commitDate } from '../kernels/method/dates.ts';
import { cron, networkInterface } from '../kernels/method/host.ts';
import { textCell } from '../kernels/method/pieces.ts';
import { jwt } from '../kernels/method/token.ts';
import { fake, lorem } from '../kernels/method/words.ts';
import { english, isEnglish } from '../kernels/text/definitions.ts';
import { isBare } from '../params.ts';
import { isFlag, isOneOf, optionsIn, type MethodKernel } from './options.ts';

const INTERFACES = ['en', 'wl', 'ww'] as const;
const LINE_ENDS = ['LF', 'CRLF'] as const;
const SCHEMES = ['index', 'slot', 'mac', 'pci'] as const;

/** Texts of several parts. */
export const textKernels: Readonly<Record<string, MethodKernel>> = {
  'git.commitDate': (args, scope) =>
    isBare(args) ? textCell(scope, (draws) => commitDate(draws, (ms) => ms), true) : undefined,
  'git.commitEntry'(args, scope) {
    const given = optionsIn(args);
    const { merge, eol, refDate } = given ?? {};
    if (given === undefined || !isFlag(merge) || !isOneOf(eol, LINE_ENDS) || refDate !== undefined)
      return undefined;
    return textCell(scope, (draws) => commitEntry(draws, { merge, eol: eol ?? 'CRLF' }), true);
  },
  'internet.jwt': (args, scope) => (isBare(args) ? textCell(scope, jwt, true) : undefined),
  'location.postalAddress': (_, scope) =>
    isEnglish(scope)
      ? textCell(scope, (draws) => fake(draws, [english.definitions().location.postal_address].flat()))
      : undefined,
  'lorem.text': (_, scope) => (isEnglish(scope) ? textCell(scope, lorem) : undefined),
  'system.cron'(args, scope) {
    const given = optionsIn(args);
    const { includeYear: hasYear, includeNonStandard: isAny } = given ?? {};
    if (given === undefined || !isFlag(hasYear) || !isFlag(isAny)) return undefined;
    return textCell(scope, (draws) => cron(draws, hasYear ?? false, isAny ?? false));
  },
  'system.networkInterface'(args, scope) {
    const given = optionsIn(args);
    const { interfaceType: type, interfaceSchema: scheme } = given ?? {};
    if (given === undefined || !isOneOf(type, INTERFACES) || !isOneOf(scheme, SCHEMES)) return undefined;
    return textCell(scope, (draws) => networkInterface(draws, type, scheme));
  },
};
