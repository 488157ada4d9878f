// Run by hand: `node scripts/mutants.js [count] [seed]`. Changes the code that counts and proves in small ways, one change at a time,
// and runs its tests. A change that no test notices is printed: it needs a test, or a reason why it makes no difference.
import { fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { createVitest } from 'vitest/node';
import { ROOT } from './command.js';

const SENDING = ['delivery', 'pace', 'resume'].map((folder) => `packages/send/src/${folder}/`);

/** A folder or file of sources, and the tests that must notice its changes. */
const AREAS = [
  { source: 'packages/send/src/delivery', tests: SENDING },
  { source: 'packages/send/src/pace', tests: SENDING },
  { source: 'packages/send/src/resume', tests: SENDING },
  {
    source: 'packages/verify/src/judge.ts',
    tests: ['packages/verify/src/judge', 'packages/verify/src/live'],
  },
];

const ALL_TESTS = [...new Set(AREAS.flatMap(({ tests }) => tests))];

/** The slowest test file takes seconds. A change that makes a loop endless takes longer. */
const LIMIT_MS = 120_000;

/** What takes the place of each operator. */
const OPERATORS = new Map(
  Object.entries({
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '===': '!==',
    '!==': '===',
    '+': '-',
    '-': '+',
    '*': '/',
    '/': '*',
    '%': '*',
    '&&': '||',
    '||': '&&',
    '??': '&&',
    '+=': '-=',
    '-=': '+=',
    '++': '--',
    '--': '++',
  }),
);

/** @typedef {{ file: string, start: number, end: number, text: string }} Mutant */
/** @typedef {[number, number, string]} Change from, to and the text between them */

/** @type {(node: any, code: string) => Change[]} */
const otherOperator = ({ left, right, operator }, code) => {
  const at = code.indexOf(operator, left.end);
  const other = OPERATORS.get(operator);
  return other !== undefined && at < right.start ? [[at, at + operator.length, other]] : [];
};

/** @type {(node: any) => Change[]} */
const alwaysAndNever = ({ test }) => ['true', 'false'].map((always) => [test.start, test.end, always]);

/** The small changes of each kind of syntax. @type {Record<string, (node: any, code: string) => Change[]>} */
const CHANGES = {
  BinaryExpression: otherOperator,
  LogicalExpression: otherOperator,
  AssignmentExpression: otherOperator,
  UpdateExpression: ({ end, operator }) => [[end - 2, end, OPERATORS.get(operator) ?? operator]],
  UnaryExpression: ({ start, argument, operator }) => (operator === '!' ? [[start, argument.start, '']] : []),
  IfStatement: alwaysAndNever,
  ConditionalExpression: alwaysAndNever,
  Literal({ start, end, value }) {
    if (typeof value === 'boolean') return [[start, end, String(!value)]];
    return typeof value === 'number' ? [[start, end, String(value + 1)]] : [];
  },
  ExpressionStatement: ({ start, end, expression }) =>
    expression.type === 'CallExpression' ? [[start, end, ';']] : [],
};

const isTypeOnly = (/** @type {any} */ node) =>
  /^TS(?!AsExpression|NonNullExpression|SatisfiesExpression)/.test(node.type);

/**
 * @param {string} file
 * @returns {Mutant[]} each small change of a file
 */
function mutantsOf(file) {
  const code = readFileSync(join(ROOT, file), 'utf8');
  const visit = (/** @type {any} */ node) => {
    if (typeof node !== 'object' || node === null || isTypeOnly(node)) return [];
    /** @type {Mutant[]} */
    const inside = Object.values(node).flatMap(visit);
    const changes = CHANGES[node.type]?.(node, code) ?? [];
    return [...changes.map(([start, end, text]) => ({ file, start, end, text })), ...inside];
  };
  return visit(parseAst(code, { lang: 'ts' }).body);
}

/** @param {string} source @returns {string[]} */
const filesOf = (source) =>
  source.endsWith('.ts')
    ? [source]
    : readdirSync(join(ROOT, source))
        .filter((name) => /(?<!\.test)\.ts$/.test(name))
        .map((name) => `${source}/${name}`);

/** Tries the changes that it is sent, one after the other, which only the runner sees: no file is written. */
async function tryEach() {
  /** @type {Mutant | undefined} */
  let current;
  const plugin = {
    name: 'mutant',
    enforce: /** @type {const} */ ('pre'),
    transform: (/** @type {string} */ code, /** @type {string} */ id) =>
      current !== undefined && id === join(ROOT, current.file)
        ? code.slice(0, current.start) + current.text + code.slice(current.end)
        : undefined,
  };
  /** How long each test file took without a change. @type {Map<string, number>} */
  const tookMs = new Map();
  const beside = () => join(ROOT, current?.file.replace(/\.ts$/, '.test.ts') ?? '');
  const orderOf = (/** @type {string} */ file) => (file === beside() ? -1 : (tookMs.get(file) ?? 0));
  // First the tests beside the changed file, then the fastest.
  class Sequencer {
    shard = (/** @type {any[]} */ specs) => specs;
    sort = (/** @type {any[]} */ specs) =>
      specs.toSorted((one, other) => orderOf(one.moduleId) - orderOf(other.moduleId));
  }
  const reporter = { onTestModuleEnd: () => void process.send?.('alive') };
  const vitest = await createVitest(
    'test',
    {
      watch: false,
      bail: 1,
      globalSetup: [],
      maxWorkers: 1,
      testTimeout: LIMIT_MS / 2,
      hookTimeout: LIMIT_MS / 2,
      reporters: [reporter],
      sequence: { sequencer: Sequencer },
    },
    { root: ROOT, plugins: [plugin] },
  );
  const isNoticed = async (/** @type {string[]} */ tests) => {
    const specs = await vitest.globTestSpecifications(tests);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs);
    // Without those of earlier changes, in which other tests failed.
    const files = new Set(specs.map(({ moduleId }) => moduleId));
    const own = testModules.filter(({ moduleId }) => files.has(moduleId));
    if (current === undefined) for (const each of own) tookMs.set(each.moduleId, each.diagnostic().duration);
    return unhandledErrors.length > 0 || own.some((each) => !each.ok());
  };
  const attempt = async (/** @type {{ mutant?: Mutant, tests: string[] }} */ { mutant, tests }) => {
    const changed = [current, mutant].flatMap((each) => (each === undefined ? [] : [join(ROOT, each.file)]));
    current = mutant;
    for (const file of changed) vitest.invalidateFile(file);
    process.send?.({ noticed: await isNoticed(tests) });
  };
  process.on('message', (/** @type {any} */ what) => void attempt(what));
}

/** @typedef {'noticed' | 'no answer' | 'not noticed'} Outcome */

/** @returns tries one change at a time in a process of its own, which changes share until one makes it endless */
function runner() {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  /** @returns {Promise<Outcome>} */
  const ask = (/** @type {{ mutant?: Mutant, tests: string[] }} */ what) =>
    new Promise((resolve) => {
      // A group of its own, so that a worker in an endless loop ends with it.
      child ??= fork(fileURLToPath(import.meta.url), ['--each'], { stdio: 'ignore', detached: true });
      const { pid } = child;
      const done = (/** @type {Outcome} */ outcome) => {
        clearTimeout(timer);
        child?.removeAllListeners();
        if (outcome === 'no answer') end();
        resolve(outcome);
      };
      const end = () => {
        child = undefined;
        if (pid !== undefined) process.kill(-pid, 'SIGKILL');
      };
      const timer = setTimeout(() => done('no answer'), LIMIT_MS);
      child.on('exit', () => {
        child = undefined;
        done('no answer');
      });
      child.on('message', (/** @type {any} */ message) => {
        if (message === 'alive') timer.refresh();
        else done(message.noticed ? 'noticed' : 'not noticed');
      });
      child.send(what);
    });
  return {
    /** @param {Mutant} mutant @param {string[]} tests */
    async attempt(mutant, tests) {
      // How long its tests take, and that they pass.
      if (child === undefined && (await ask({ tests: ALL_TESTS })) !== 'not noticed')
        throw new Error('The tests fail without any change.');
      return ask({ mutant, tests });
    },
    end: () => child?.pid !== undefined && process.kill(-child.pid, 'SIGKILL'),
  };
}

/**
 * @param {number} seed
 * @returns {() => number} numbers from 0 to 1. mulberry32
 */
const randomOf = (seed) => () => {
  seed = (seed + 0x6d_2b_79_f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

/** @param {Mutant} mutant */
function shown({ file, start, end, text }) {
  const code = readFileSync(join(ROOT, file), 'utf8');
  const line = code.slice(0, start).split('\n').length;
  return `${file}:${line}: ${code.slice(start, end)} → ${text}\n    ${code.split('\n')[line - 1]?.trim()}`;
}

async function sample(/** @type {number} */ count, /** @type {number} */ seed) {
  const random = randomOf(seed);
  const all = AREAS.flatMap(({ source, tests }) =>
    filesOf(source).flatMap((file) => mutantsOf(file).map((mutant) => ({ mutant, tests, order: random() }))),
  ).sort((a, b) => a.order - b.order);
  // In a random order: those tried so far are a fair sample.
  const chosen = all.slice(0, count);
  const total = chosen.length;
  console.log(`${total} of ${all.length} changes, seed ${seed}`);
  const counts = { noticed: 0, 'no answer': 0, 'not noticed': 0 };
  const work = async () => {
    const tries = runner();
    for (let next = chosen.shift(); next !== undefined; next = chosen.shift()) {
      const outcome = await tries.attempt(next.mutant, next.tests);
      counts[outcome]++;
      const tried = Object.values(counts).reduce((sum, each) => sum + each);
      const soFar = Object.entries(counts).map(([name, each]) => `${each} ${name}`);
      if (outcome !== 'noticed') console.log(`${outcome}: ${shown(next.mutant)}`);
      console.log(`${tried}/${total}: ${soFar.join(', ')}`);
    }
    tries.end();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

const [, , first = '300', second = '1'] = process.argv;
if (first === '--each') await tryEach();
else await sample(Number(first), Number(second));
