import { messagesByPath, type Issue } from '@catbird/engine';

/** An issue for each setting that has some, whose message begins with the setting. @param nameOf its name for people */
export const settingIssues = (
  issues: readonly Issue[],
  nameOf: (setting: string) => string = String,
): readonly Issue[] =>
  Object.entries(messagesByPath(issues)).map(([setting, messages]) => ({
    path: [setting],
    message: `${nameOf(setting)}: ${messages.join(', ')}`,
  }));
