import type { SchemaIssue, Renamed, Spread } from '@catbird/core/internal/engine';
import type { CheckResult } from '@catbird/core/internal/destinations';
import type { Target } from './run-protocol.ts';
import type {
  DataProfile,
  GeneratedRows,
  PlanRequest,
  Preview,
  RenameRequest,
  SchemaText,
  StreamPlan,
  TimeRequest,
} from './schema-protocol.ts';
import type { DrawnType, DrawRequest, TypeSummary } from './type-protocol.ts';
import { newQuestions, type Answer } from './questions.ts';
import { SlowRows } from './time-limit.ts';

/** What the page asks the engine, apart from streams. */
export interface Engine {
  /** A row of a schema, the same one that a stream with this seed sends. */
  preview(text: SchemaText, seed: string, row: number, time: TimeRequest): Promise<Preview>;
  /** Some rows, and statistics on up to 10,000. */
  profile(text: SchemaText, seed: string, time: TimeRequest): Promise<DataProfile>;
  /** Rows of a schema over a span of time, as many as 8 MiB hold at most. */
  rows(text: SchemaText, seed: string, spread: Spread): Promise<GeneratedRows>;
  /** What a stream will send; undefined if its settings of time are invalid. */
  plan(plan: PlanRequest): Promise<StreamPlan | undefined>;
  /** All generator types. */
  types(): Promise<readonly TypeSummary[]>;
  /** A schema text in which a field has another name, wherever it is read; undefined if it has no such field without errors. */
  rename(request: RenameRequest): Promise<Renamed | undefined>;
  /** Values of generator types. */
  draw(request: DrawRequest): Promise<readonly DrawnType[]>;
  /** Tests a connection, without writing if the service allows it. */
  test(target: Target): Promise<CheckResult>;
}

/** The engine in its own worker, and its sums and statistics in another, so that these keep no preview waiting. */
export function newEngine(): Engine {
  const ask = newQuestions();
  const askPlanner = newQuestions();
  return {
    preview(text, seed, row, time) {
      const previewed = async (): Promise<Preview> =>
        expectKind(await ask({ kind: 'preview', text, seed, row, time }), 'previewed').preview;
      return orSlow(previewed(), (issue) => ({ kind: 'slow', issue }));
    },
    profile: async (text, seed, time) =>
      expectKind(await askPlanner({ kind: 'profile', text, seed, time }), 'profiled').profile,
    rows: async (text, seed, spread) =>
      expectKind(await ask({ kind: 'rows', text, seed, spread }), 'generated').rows,
    plan: async (plan) => expectKind(await askPlanner({ kind: 'plan', plan }), 'planned').plan,
    types: async () => expectKind(await ask({ kind: 'types' }), 'types').types,
    rename: async (request) => expectKind(await ask({ kind: 'rename', ...request }), 'renamed').renamed,
    draw: async (request) => expectKind(await ask({ kind: 'draw', ...request }), 'drawn').types,
    test: async (target) => expectKind(await ask({ kind: 'test', target }), 'tested').result,
  };
}

type AnswerOf<Kind extends Answer['kind']> = Extract<Answer, { readonly kind: Kind }>;

const isOfKind = <Kind extends Answer['kind']>(answer: Answer, kind: Kind): answer is AnswerOf<Kind> =>
  answer.kind === kind;

/** An answer, which must be of this kind. @throws Error if it is not */
function expectKind<Kind extends Answer['kind']>(answer: Answer, kind: Kind): AnswerOf<Kind> {
  if (isOfKind(answer, kind)) return answer;
  throw new Error(`Unexpected answer: ${answer.kind}`);
}

/** Rows that took too long are a result. */
async function orSlow<Result>(
  asked: Promise<Result>,
  toResult: (issue: SchemaIssue) => Result,
): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof SlowRows) return toResult(error.issue);
    throw error;
  }
}
