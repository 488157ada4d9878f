import type { ConfigResult } from '../src/destinations/parse-config.ts';
import { messagesByPath } from '../../engine/src/model/issue.ts';

/** The messages of each setting that is not valid. */
export const settingErrors = (result: ConfigResult<unknown>): Readonly<Record<string, readonly string[]>> =>
  result.ok ? {} : messagesByPath(result.issues);
