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
export { inLine, newPrintable, printable } from '../model/printable.ts';
