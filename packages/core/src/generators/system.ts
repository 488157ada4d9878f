import { family } from './family.ts';

/** Types of faker's `system` module. */
export const systemTypes = family('system', (faker) => faker.system, {
  commonFileExt: 'A common file extension',
  commonFileName: "A file's name with a common extension",
  commonFileType: 'A common kind of file',
  cron: 'A cron expression',
  directoryPath: "A directory's path",
  fileExt: 'A file extension',
  fileName: "A file's name",
  filePath: "A file's path",
  fileType: 'A kind of file',
  mimeType: 'A media type',
  networkInterface: 'Name of a network interface',
  semver: 'A semantic version',
});
