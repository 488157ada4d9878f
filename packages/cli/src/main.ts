import type { Command, Entry, Group } from './command.ts';
import { commands } from './commands/table.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { envFileFlag, withEnvFiles } from './flags/env-file.ts';
import { readCommandLine, type ArgumentIssue } from './flags/read.ts';
import { commandHelp, groupHelp, overview } from './help.ts';
import { leaveSignals, NotStarted } from './interrupt.ts';
import { refuse } from './refusal.ts';
import type { Terminal } from './terminal.ts';
import { version } from './version.ts';

const HELP = new Set(['--help', '-h']);

/** Runs `catbird` with these arguments. */
export async function main(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [first] = args;
  if (first === '--version' || first === '-V' || first === '-v') {
    await terminal.out.write(`${await version()}\n`);
    return EXIT.ok;
  }
  // `help tinybird` is `tinybird --help`.
  if (first === 'help') return choose(commands, [...args.slice(1), '--help'], 'catbird', overview, terminal);
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
  if (args.slice(0, dashes < 0 ? args.length : dashes).some((each) => HELP.has(each))) {
    await given.out.write(commandHelp(line, summary, command));
    return EXIT.ok;
  }
  const flags = { ...command.flags, envFile: envFileFlag };
  const first = readCommandLine(args, flags, given.env);
  const withFiles = await withEnvFiles(first.values['envFile'], given);
  if (!withFiles.ok) return refuse(withFiles.issues, given);
  const { terminal } = withFiles;
  const { values: all, operands, issues } = readCommandLine(args, flags, terminal.env);
  const { envFile: _, watch, ...values } = all;
  const problems = [...issues, ...operandIssues(operands, issues, command)];
  const json = values['json'] === true;
  if (problems.length > 0) return refuseLine(problems, line, terminal, json);
  try {
    const run = (): Promise<ExitCode> => command.run(values, operands, terminal);
    return await (watch === true ? runAgain(run, { values, operands, command }, terminal) : run());
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error;
    refuse([{ kind: error.kind, message: error.message }], { json, err: terminal.err });
    return error.exitCode;
  }
}

/** Runs a command again when its files change. */
async function runAgain(
  run: () => Promise<ExitCode>,
  given: { readonly command: Command } & Pick<ReturnType<typeof readCommandLine>, 'values' | 'operands'>,
  terminal: Terminal,
): Promise<ExitCode> {
  const { watchedFiles, watching } = await import('./watch.ts');
  const watched = watchedFiles(given.values, given.operands, given.command.flags);
  return watched.ok ? watching(watched.files, run, terminal) : refuse(watched.issues, terminal);
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
  const { configKeyMeant, meantBy, serviceMeantBy } = await import('./flags/meant.ts');
  const all = await Promise.all(
    issues.map(async (issue) => {
      const advice = configKeyMeant(issue) ?? (await serviceMeantBy(issue));
      const near = meantBy(issue);
      const hint = advice ?? (near === undefined ? undefined : `Did you mean ${near}?`);
      return { message: [`${issue.message}.`, hint].filter((each) => each !== undefined).join(' ') };
    }),
  );
  const code = refuse(all, { json, err });
  if (!json) err.write(`\nRun ${line} --help for usage.\n`);
  return code;
}
