import { z } from 'zod/mini';
import { family } from './family.ts';
import { choice, flag, options, size } from './params.ts';

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
      interfaceType: choice(['en', 'wl', 'ww'], 'Ethernet (en), Wi-Fi (wl) or mobile (ww). Default: any'),
      interfaceSchema: choice(['index', 'slot', 'mac', 'pci'], 'Naming scheme. Default: any'),
    }),
  },
  semver: 'A semantic version',
});
