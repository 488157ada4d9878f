import type { Dialect } from './csv.ts';

/** A line of RFC 5424, and one of RFC 3164 or of a file of syslogd, which leaves out the priority. */
const LINES: readonly { readonly like: RegExp; readonly names: readonly string[] }[] = [
  {
    like: /^<(\d{1,3})>(\d{1,2}) (\S+) (\S+) (\S+) (\S+) (\S+) (-|(?:\[(?:[^\]\\]|\\.)*\])+)(?: \ufeff?(.*))?$/,
    names: ['priority', 'version', 'timestamp', 'host', 'app', 'pid', 'message_id', 'data', 'message'],
  },
  {
    like: /^(?:<(\d{1,3})>)?([A-Z][a-z]{2} [ \d]?\d \d\d:\d\d:\d\d) (\S+) ([^\s:[\]]+)(?:\[(\d+)\])?: (.*)$/,
    names: ['priority', 'timestamp', 'host', 'app', 'pid', 'message'],
  },
];

/** How a log of syslog is read: its lines become fields. Undefined if a line is none. */
export function syslogDialect(line: string, newline: string): Dialect | undefined {
  const found = LINES.find(({ like }) => like.test(line));
  if (found === undefined) return undefined;
  const { like, names } = found;
  const hasPriority = line.startsWith('<');
  return {
    separator: ' ',
    newline,
    names: hasPriority ? names : names.slice(1),
    mark: '-',
    cellsIn: (text) =>
      like
        .exec(text)
        ?.slice(hasPriority ? 1 : 2)
        .map((cell) => cell ?? ''),
  };
}
