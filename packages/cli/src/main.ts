import type { Command, Entry, Group } from './command.ts';
import { commands } from './commands/all.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { variablesFlag, withVariables } from './flags/variables.ts';
import { readCommandLine, variableOf, type ArgumentIssue } from './flags/read.ts';
import { commandHelp, groupHelp, overview } from './help.ts';
import { leaveSignals, NotStarted } from './interrupt.ts';
import { refuse } from './refusal.ts';
import type { Flags } from '@catbird/stream';
import type { Terminal } from './terminal.ts';
import { version } from './version.ts';

const WHOLE_HELP = '--help=all';
const VERSION = new Set(['--version', '-V', '-v', 'version']);
const HELP = new Set(['--help', '-h', WHOLE_HELP]);

/** Runs `catbird` with these arguments. */
export async function main(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [first] = args;
  if (VERSION.has(first ?? '')) {
    await terminal.out.write(`${await version()}\n`);
    return EXIT.ok;
  }
  // `help tinybird` is `tinybird --help`, and `help tinybird all` is `tinybird --help all`.
  if (first === 'help') {
    const named = args.slice(1).filter((word) => word !== 'all');
    const asked = args.includes('all') ? WHOLE_HELP : '--help';
    return choose(commands, [...named, asked], 'catbird', overview, terminal);
  }
  return choose(commands, args, 'catbird', overview, terminal);
}

/** Runs the entry that the first argument names. */
async function choose(
  entries: readonly (Entry | Group)[],
  [name, ...rest]: readonly string[],
  before: string,
  help: (entries: readonly (Entry | Group)[]) => string,
  terminal: Terminal,
): Promise<ExitCode> {
  if (name === undefined) {
    terminal.err.write(help(entries));
    return EXIT.usage;
  }
  if (HELP.has(name)) {
    await terminal.out.write(help(entries));
    return EXIT.ok;
  }
  const entry = entries.find((each) => each.name === name);
  if (entry === undefined) {
    const issue = missingOrUnknown(name, before, entries);
    return refuseLine([issue], before, terminal, rest.includes('--json'));
  }
  if (!('entries' in entry)) return runEntry(entry, rest, `${before} ${name}`, terminal);
  return choose(entry.entries, rest, `${before} ${name}`, () => groupHelp(entry), terminal);
}

async function runEntry(
  { summary, load }: Entry,
  args: readonly string[],
  line: string,
  given: Terminal,
): Promise<ExitCode> {
  const command = await load();
  if (command.endsBySignal !== true) leaveSignals(given.interrupt);
  const dashes = args.indexOf('--');
  const help = args.slice(0, dashes < 0 ? args.length : dashes).findIndex((each) => HELP.has(each));
  if (help >= 0) {
    await given.out.write(
      commandHelp(line, summary, command, args[help] === WHOLE_HELP || args[help + 1] === 'all'),
    );
    return EXIT.ok;
  }
  const read = (): Promise<Ready | ExitCode> => readLine(command, args, line, given);
  const ready = await read();
  if (typeof ready === 'number') return ready;
  if (ready.watch !== true) return start(command, ready);
  const { watchedFiles, watching } = await import('./watch.ts');
  const watched = watchedFiles(ready, command.flags);
  if (!watched.ok) return refuse(watched.issues, given);
  return watching(
    watched.files,
    async () => {
      // The files of variables can have changed, too.
      const again = await read();
      return typeof again === 'number' ? again : start(command, again);
    },
    given,
  );
}

/** A command line that can run. */
interface Ready extends Pick<ReturnType<typeof readCommandLine>, 'values' | 'operands'> {
  readonly variableFiles: readonly string[];
  readonly watch: unknown;
  readonly terminal: Terminal;
}

/** Reads a command line, with the files of variables that it names. Returns an exit code after it was refused. */
async function readLine(
  command: Command,
  args: readonly string[],
  line: string,
  given: Terminal,
): Promise<Ready | ExitCode> {
  const flags = { ...command.flags, variables: variablesFlag };
  const first = readCommandLine(args, flags, given.env);
  const withFiles = await withVariables(first.values['variables'], given);
  if (!withFiles.ok) return refuse(withFiles.issues, given);
  const { terminal } = withFiles;
  const { values: all, operands, issues } = readCommandLine(args, flags, terminal.env);
  const { variables, watch, ...values } = all;
  await warnOfMisspelt(flags, terminal, all['json'] === true);
  const problems = [...issues, ...operandIssues(operands, issues, command)];
  if (problems.length > 0) return refuseLine(problems, line, terminal, values['json'] === true);
  return {
    values,
    operands,
    watch,
    terminal,
    variableFiles: Array.isArray(variables) ? variables.map(String) : [],
  };
}

/** Warns of variables that look like misspelt ones. Commands are loaded only if there is one that this command does not read. */
async function warnOfMisspelt(flags: Flags, { env, err }: Terminal, json: boolean): Promise<void> {
  const own = Object.entries(flags).flatMap(([name, { env: read = [variableOf(name)], former }]) =>
    former === undefined ? read : [...read, former.env],
  );
  const others = Object.keys(env).filter((name) => name.startsWith('CATBIRD_') && !own.includes(name));
  if (others.length === 0) return;
  const { misspeltVariables } = await import('./flags/unread.ts');
  for (const message of await misspeltVariables(others, commands))
    err.write(`${json ? JSON.stringify({ type: 'note', message }) : message}\n`);
}

async function start(command: Command, { values, operands, terminal }: Ready): Promise<ExitCode> {
  try {
    return await command.run(values, operands, terminal);
  } catch (error) {
    // By its name: help and completion do not load the engine.
    if (error instanceof Error && error.name === 'GenerateError') {
      refuse([{ kind: 'service', message: `${error.message}. The stream ended there` }], {
        json: values['json'] === true,
        err: terminal.err,
      });
      return EXIT.failed;
    }
    if (!(error instanceof NotStarted)) throw error;
    refuse([{ kind: error.kind, message: error.message }], {
      json: values['json'] === true,
      err: terminal.err,
    });
    return error.exitCode;
  }
}

function missingOrUnknown(name: string, before: string, entries: readonly (Entry | Group)[]): ArgumentIssue {
  const message = name.startsWith('-')
    ? `Missing command before ${name}`
    : `Unknown command ${`${before} ${name}`.slice('catbird '.length)}`;
  return { message, unknown: { word: name, candidates: entries.map((each) => each.name) } };
}

function operandIssues(
  operands: readonly string[],
  issues: readonly ArgumentIssue[],
  { flags, operands: { least, most, usage } = { least: 0, most: 0, usage: '' } }: Command,
): readonly ArgumentIssue[] {
  // The operand after an unknown option may be its value.
  const isUnsure = issues.some(({ unknown }) => unknown !== undefined);
  const extra = isUnsure ? [] : operands.slice(most);
  return [
    ...extra.map((argument) => ({
      message: `Unexpected argument: ${argument}`,
      stray: { argument, flags },
    })),
    ...(operands.length < least ? [{ message: `Missing ${usage.replace(/…$/, '')}` }] : []),
  ];
}

/** Reports mistakes on a command line, with a pointer to its help. */
async function refuseLine(
  issues: readonly ArgumentIssue[],
  line: string,
  { err }: Terminal,
  json: boolean,
): Promise<ExitCode> {
  // The engine is loaded only here: most command lines are valid.
  const { configKeyMeant, meantBy, newNameOf, serviceMeantBy } = await import('./flags/meant.ts');
  const all = await Promise.all(
    issues.map(async (issue) => {
      const advice = newNameOf(issue) ?? configKeyMeant(issue) ?? (await serviceMeantBy(issue));
      const near = meantBy(issue);
      const hint = advice ?? (near === undefined ? undefined : `Did you mean ${near}?`);
      return { message: [`${issue.message}.`, hint].filter((each) => each !== undefined).join(' ') };
    }),
  );
  const code = refuse(all, { json, err });
  if (!json) err.write(`\nRun ${line} --help for usage.\n`);
  return code;
}
