import { hostFlag, originFlag, textFlag, wholeFlag } from './readers.ts';

/** The flags of a command that is a server. @param given its heading, its usual port, and what people call it */
export const serverFlags = ({
  group,
  port,
  what,
}: {
  readonly group: string;
  readonly port: number;
  readonly what: string;
}) =>
  ({
    port: wholeFlag({
      help: 'Port to listen on; 0 is any free port.',
      short: 'p',
      least: 0,
      most: 65_535,
      value: 'PORT',
      group,
      default: String(port),
    }),
    host: textFlag({
      help: 'Address to listen on; 0.0.0.0 admits other machines.',
      value: 'ADDRESS',
      group,
      default: '127.0.0.1',
    }),
    origin: originFlag({
      help: 'Also accept pages from this origin. Repeatable.',
      value: 'ORIGIN',
      group,
    }),
    allowHost: hostFlag({
      help: `Accept another host name for this ${what}. Repeatable.`,
      value: 'NAME',
      group,
    }),
  }) as const;
