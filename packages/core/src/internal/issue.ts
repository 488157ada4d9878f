export {
  invalid,
  issuesIn,
  issuesOf,
  messagesByPath,
  messagesOf,
  prefixed,
  type Invalid,
  type Issue,
  type Result,
} from '../model/issue.ts';
export { pathAdvice, textOfFile, encodingOf } from '../model/file.ts';
export { inLine, newPrintable, printable } from '../model/printable.ts';
