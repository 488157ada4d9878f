// Run by `action.yml` in the repository of a user: sends the rows of a config, runs the pipeline, verifies what has arrived, and tells the reviewer.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isMap, isPair, isScalar, LineCounter, parseDocument } from 'yaml';
import { ROOT } from './command.js';

/** @typedef {{ text: string }} Named */
/** @typedef {{ column: string, causes: readonly Named[], patterns: readonly Named[] }} Changed */
/** @typedef {{ name: string, rows: number, verdict: string }} Check */
/**
 * A table of `catbird verify --json`. One that could not be read has a reason.
 * @typedef {{ name: string, verdict: string, reason?: string, checks?: readonly Check[], counts?: { expected: number, right: number },
 *   changed?: readonly Changed[], missing?: { patterns: readonly Named[] }, doubled?: { patterns: readonly Named[] } }} Table
 */

const { env } = process;
const config = env['INPUT_CONFIG'] ?? '';
const workspace = env['GITHUB_WORKSPACE'] ?? process.cwd();
const junit = env['INPUT_JUNIT'] ?? 'catbird.xml';
const record = join(mkdtempSync(join(env['RUNNER_TEMP'] ?? tmpdir(), 'catbird-')), 'run.json');

/**
 * @param {string} program
 * @param {readonly string[]} args
 */
function run(program, args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: workspace,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Such as too much output, whose beginning helps.
  if (error !== undefined) return { code: 1, out: stdout ?? '', err: `${stderr ?? ''}\n${error.message}` };
  return { code: status ?? 1, out: stdout, err: stderr };
}

/** @param {...string} args */
const catbird = (...args) => run(process.execPath, [join(ROOT, 'packages/cli/bin/catbird.js'), ...args]);

/** @param {string} text */
const escaped = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/**
 * Shows an error at a line of the pull request.
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions#setting-an-error-message
 * @param {string} message
 * @param {{ file?: string, line?: string | number, col?: string }} [place]
 */
function annotate(message, { file = config, line = 1, col } = {}) {
  const at = [`file=${escaped(file).replaceAll(',', '%2C').replaceAll(':', '%3A')}`, `line=${line}`];
  if (col !== undefined) at.push(`col=${col}`);
  console.log(`::error ${at.join(',')}::${escaped(message)}`);
}

/**
 * @param {string} variable names the file
 * @param {string} text
 */
function append(variable, text) {
  const file = env[variable];
  if (file !== undefined && file !== '') appendFileSync(file, `${text}\n`);
}

/**
 * The line of a table in the config, or of what is around it.
 * @param {string} table
 */
function lineOf(table) {
  const counter = new LineCounter();
  let node = parseDocument(readFileSync(resolve(workspace, config), 'utf8'), {
    lineCounter: counter,
  }).contents;
  let line = 1;
  for (const name of ['verify', 'tables', table]) {
    if (!isMap(node)) break;
    const pair = node.items.find((each) => isPair(each) && isScalar(each.key) && each.key.value === name);
    if (pair === undefined) break;
    const { key, value } = pair;
    if (isScalar(key) && key.range) ({ line } = counter.linePos(key.range[0]));
    node = isMap(value) ? value : null;
  }
  return line;
}

/** @param {number} count */
const rows = (count) => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;

/**
 * What is wrong with a table, a sentence each.
 * @param {Table} table
 */
function wrongIn({ reason, checks = [], changed = [], missing, doubled }) {
  if (reason !== undefined) return [reason];
  const patterns = { missing: missing?.patterns, doubled: doubled?.patterns };
  return checks
    .filter(({ verdict }) => verdict === 'wrong')
    .map(({ name, rows: count }) => {
      const causes =
        name === 'changed'
          ? changed.map(({ column, causes: [cause], patterns: [which] }) =>
              [`${column}: ${cause?.text ?? 'no known cause'}`, which?.text].filter(Boolean).join(', where '),
            )
          : [Object.entries(patterns).find(([each]) => each === name)?.[1]?.[0]?.text];
      const why = causes.filter((each) => each !== undefined).join('; ');
      return `${rows(count)} ${name}${why === '' ? '' : `: ${why}`}`;
    });
}

/** @param {string} text */
const cell = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('|', '\\|').replaceAll('\n', '<br>');

/** @param {readonly Table[]} tables */
const summaryOf = (tables) =>
  [
    `### Catbird: ${config}`,
    '',
    '| stage | arrived as sent | what is wrong |',
    '| --- | --- | --- |',
    ...tables.map((table) => {
      const { name, verdict, counts } = table;
      const share =
        counts === undefined ? '' : `${counts.right.toLocaleString('en-US')} of ${rows(counts.expected)}`;
      const cells = [`${verdict === 'right' ? '✅' : '❌'} ${name}`, share, wrongIn(table).join('\n')];
      return `| ${cells.map(cell).join(' | ')} |`;
    }),
  ].join('\n');

/**
 * Ends with a failure that is no verdict.
 * @param {string} step
 * @param {{ code: number, out: string, err: string }} ended
 */
function failed(step, { code, out, err }) {
  // Errors beside --json are lines of JSON.
  const text = `${out}${err}`
    .trim()
    .replaceAll(/^\{"type":"error".*\}$/gm, (line) => JSON.parse(line).message);
  process.stdout.write(`${text}\n`);
  const places = [...text.matchAll(/^(.+?):(\d+):(\d+): error: (.*)$/gm)];
  for (const [, file, line, col, message = ''] of places)
    annotate(message, {
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
      ...(col !== undefined && { col }),
    });
  if (places.length === 0)
    annotate(`${step} failed with exit code ${code}. ${text.split('\n').at(-1) ?? ''}`.trim());
  append(
    'GITHUB_STEP_SUMMARY',
    `### Catbird: ${config}\n\n❌ ${step} failed\n\n~~~\n${text.slice(-4000)}\n~~~`,
  );
  return ended('none', code === 0 ? 1 : code);
}

/**
 * @param {string} verdict
 * @param {number} code
 */
function ended(verdict, code) {
  append('GITHUB_OUTPUT', `verdict=${verdict}\njunit=${existsSync(resolve(workspace, junit)) ? junit : ''}`);
  return code;
}

function main() {
  if (config.startsWith('-'))
    return failed('config', { code: 2, out: '', err: `config must be the path of a file, not ${config}` });
  const steps = /** @type {const} */ ([
    ['catbird validate', () => catbird('validate', config)],
    ['catbird run', () => catbird('run', config, '--record', record, '--quiet')],
    ['The pipeline', () => run('bash', ['-eo', 'pipefail', '-c', env['INPUT_PIPELINE'] ?? ''])],
  ]);
  for (const [step, start] of steps) {
    const done = start();
    if (done.code !== 0) return failed(step, done);
    process.stdout.write(`${done.out}${done.err}`);
  }
  const verified = catbird('verify', config, '--record', record, '--junit', junit, '--json');
  if (!verified.out.startsWith('{')) return failed('catbird verify', verified);
  /** @type {{ verdict: string, tables: readonly Table[] }} */
  const { verdict, tables } = JSON.parse(verified.out);
  for (const table of tables)
    for (const wrong of wrongIn(table)) annotate(`${table.name}: ${wrong}`, { line: lineOf(table.name) });
  append('GITHUB_STEP_SUMMARY', summaryOf(tables));
  return ended(verdict, verified.code);
}

process.exitCode = main();
