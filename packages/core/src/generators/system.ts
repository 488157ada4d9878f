import { z } from 'zod/mini';
import { family } from './family.ts';
import { choice, flag, options, size } from './params.ts';

/** Types of faker's `system` module. */
export const systemTypes = family('system', (faker) => faker.system, {
  commonFileExt: 'A common file extension',
  commonFileName: {
    summary: "A file's name with a common extension",
    takes: z.array(z.string().check(z.describe('Extension'))).check(z.maxLength(1)),
  },
  commonFileType: 'A common kind of file',
  cron: {
    summary: 'A cron expression',
    takes: options({
      includeYear: flag('With a year. Default false'),
      includeNonStandard: flag('@daily and the like, too. Default false'),
    }),
  },
  directoryPath: "A directory's path",
  fileExt: {
    summary: 'A file extension',
    takes: z
      .array(z.string().check(z.describe('Media type, such as application/json')))
      .check(z.maxLength(1)),
  },
  fileName: { summary: "A file's name", takes: options({ extensionCount: size('Extensions. Default 1') }) },
  filePath: "A file's path",
  fileType: 'A kind of file',
  mimeType: 'A media type',
  networkInterface: {
    summary: 'Name of a network interface',
    takes: options({
      interfaceType: choice(['en', 'wl', 'ww'], 'Ethernet, Wi-Fi or mobile. Default: any'),
      interfaceSchema: choice(['index', 'slot', 'mac', 'pci'], 'Form of the name. Default: any'),
    }),
  },
  semver: 'A semantic version',
});
