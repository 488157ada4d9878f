import { z } from 'zod/mini';
import { family } from './family.ts';
import { cron, networkInterface } from './kernels/method/host.ts';
import { textCell } from './kernels/method/pieces.ts';
import { choice, flag, isFlag, isOneOf, options, optionsIn, size } from './params.ts';

const INTERFACES = ['en', 'wl', 'ww'] as const;
const SCHEMES = ['index', 'slot', 'mac', 'pci'] as const;

/** Types of faker's `system` module. */
export const systemTypes = family('system', (faker) => faker.system, {
  commonFileExt: 'A common file extension',
  commonFileName: {
    summary: 'A file name with a common extension',
    takes: z.array(z.string().check(z.describe('Extension'))).check(z.maxLength(1)),
  },
  commonFileType: 'A common file type',
  cron: {
    summary: 'A cron expression',
    takes: options({
      includeYear: flag('Include a year. Default false'),
      includeNonStandard: flag('Allow non-standard forms such as @daily. Default false'),
    }),
    kernel(args, scope) {
      const given = optionsIn(args);
      const { includeYear: hasYear, includeNonStandard: isAny } = given ?? {};
      if (given === undefined || !isFlag(hasYear) || !isFlag(isAny)) return undefined;
      return textCell(scope, (draws) => cron(draws, hasYear ?? false, isAny ?? false));
    },
  },
  directoryPath: 'A directory path',
  fileExt: {
    summary: 'A file extension',
    takes: z
      .array(z.string().check(z.describe('Media type, such as application/json')))
      .check(z.maxLength(1)),
  },
  fileName: {
    summary: 'A file name',
    takes: options({ extensionCount: size('Number of extensions. Default 1') }),
  },
  filePath: 'A file path',
  fileType: 'A file type',
  mimeType: 'A media (MIME) type',
  networkInterface: {
    summary: 'A network interface name',
    takes: options({
      interfaceType: choice(INTERFACES, 'Ethernet (en), Wi-Fi (wl) or mobile (ww). Default: any'),
      interfaceSchema: choice(SCHEMES, 'Naming scheme. Default: any'),
    }),
    kernel(args, scope) {
      const given = optionsIn(args);
      const { interfaceType: type, interfaceSchema: scheme } = given ?? {};
      if (given === undefined || !isOneOf(type, INTERFACES) || !isOneOf(scheme, SCHEMES)) return undefined;
      return textCell(scope, (draws) => networkInterface(draws, type, scheme));
    },
  },
  semver: 'A semantic version',
});
