import { commands, type Entry } from './commands/table.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { readCommandLine, type Problem } from './flags/read.ts';
import { commandHelp, overview } from './help.ts';
import { processTerminal, type Terminal } from './terminal.ts';

/** The words that ask for help in place of doing anything. */
const HELP = new Set(['--help', '-h']);

/** Runs `catbird` with these arguments, and says how it went. */
export const main = (args: readonly string[]): Promise<ExitCode> => runCommandLine(args, processTerminal());

async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [first, ...rest] = args;
  const entries = await allEntries();
  if (first === undefined) {
    terminal.err.write(overview(entries));
    return EXIT.usage;
  }
  if (first === '--version' || first === '-V') {
    await terminal.out.write(`${await version()}\n`);
    return EXIT.ok;
  }
  const name = first === 'help' ? rest[0] : first;
  if (name === undefined || HELP.has(name)) {
    await terminal.out.write(overview(entries));
    return EXIT.ok;
  }
  const entry = entries.find((each) => each.name === name);
  if (entry === undefined) {
    const names = entries.map((each) => each.name);
    const message = name.startsWith('-') ? `A command comes before ${name}` : `There is no command ${name}`;
    return refuse([{ message, unknown: { word: name, candidates: names } }], 'catbird', terminal);
  }
  const command = await entry.load();
  const beforeDashes = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : undefined);
  if (first === 'help' || beforeDashes.some((each) => HELP.has(each))) {
    await terminal.out.write(commandHelp(entry, command));
    return EXIT.ok;
  }
  const { values, operands, problems } = readCommandLine(rest, command.flags, terminal.env);
  const { least, most, usage } = command.operands ?? { least: 0, most: 0, usage: '' };
  const all = [
    ...problems,
    // After a flag that there is not, an operand may have been its value.
    ...(problems.some(({ unknown }) => unknown !== undefined) ? [] : operands.slice(most)).map((each) => ({
      message: `There is no use for ${each} here`,
    })),
    ...(operands.length < least ? [{ message: `${usage} is missing` }] : []),
  ];
  if (all.length > 0) return refuse(all, `catbird ${name}`, terminal);
  return command.run(values, operands, terminal);
}

/** One command per destination, then the others. */
async function allEntries(): Promise<readonly Entry[]> {
  const { destinations } = await import('./destinations/list.ts');
  const streams = destinations.map((destination): Entry => ({
    name: destination.command,
    summary: destination.summary,
    group: 'Stream to',
    load: async () => (await import('./commands/destination.ts')).destinationCommand(destination),
  }));
  return [...streams, ...commands];
}

async function version(): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return String(Object.entries(JSON.parse(text)).find(([key]) => key === 'version')?.[1]);
}

/** Says what is wrong with a command line, and where to read on. */
async function refuse(problems: readonly Problem[], command: string, { err }: Terminal): Promise<ExitCode> {
  // The engine is loaded only for this: most command lines are right.
  const { suggestion } = await import('@catbird/core');
  for (const { message, unknown } of problems) {
    const near = unknown === undefined ? undefined : suggestion(unknown.word, unknown.candidates);
    err.write(`${message}.${near === undefined ? '' : ` Did you mean ${near}?`}\n`);
  }
  err.write(`\n${command} --help says what there is.\n`);
  return EXIT.usage;
}
