import type { Issue, Spread } from '@catbird/core';
import type { CheckResult } from '@catbird/core/destinations';
import type {
  DataProfile,
  GeneratedRows,
  PlanRequest,
  Preview,
  SchemaText,
  StreamPlan,
  Target,
  TimeRequest,
  TypeSummary,
} from './protocol.ts';
import { newQuestions, type Answer } from './questions.ts';
import { SlowField } from './time-limit.ts';

/** What the page asks the engine, apart from streams. */
export interface Engine {
  /** Issues and notes of a schema text. */
  check(text: SchemaText): Promise<readonly Issue[]>;
  /** A row of a schema, the same one that a stream with this seed sends. */
  preview(text: SchemaText, seed: string, row: number, time: TimeRequest): Promise<Preview>;
  /** The first ten rows, and statistics on up to 10,000. */
  profile(text: SchemaText, seed: string, time: TimeRequest): Promise<DataProfile>;
  /** Rows of a schema over a span of time, as many as 8 MiB hold at most. */
  rows(text: SchemaText, seed: string, spread: Spread): Promise<GeneratedRows>;
  /** What a stream will send; undefined if its settings of time are invalid. */
  plan(plan: PlanRequest): Promise<StreamPlan | undefined>;
  /** All generator types. */
  types(): Promise<readonly TypeSummary[]>;
  /** Tests a connection, without writing if the service allows it. */
  test(target: Target): Promise<CheckResult>;
}

/** The engine in its own worker, and its sums in another, so that a long sum keeps no preview waiting. */
export function newEngine(): Engine {
  const ask = newQuestions();
  const askPlanner = newQuestions();
  return {
    check(text) {
      const checked = async (): Promise<readonly Issue[]> => {
        const answer = await ask({ kind: 'check', text });
        return answer.kind === 'checked' ? answer.issues : mismatch(answer);
      };
      return orSlow(checked(), (issue) => [issue]);
    },
    preview(text, seed, row, time) {
      const previewed = async (): Promise<Preview> => {
        const answer = await ask({ kind: 'preview', text, seed, row, time });
        return answer.kind === 'previewed' ? answer.preview : mismatch(answer);
      };
      return orSlow(previewed(), (issue) => ({ kind: 'issues', issues: [issue] }));
    },
    async profile(text, seed, time) {
      const answer = await ask({ kind: 'profile', text, seed, time });
      return answer.kind === 'profiled' ? answer.profile : mismatch(answer);
    },
    async rows(text, seed, spread) {
      const answer = await ask({ kind: 'rows', text, seed, spread });
      return answer.kind === 'generated' ? answer.rows : mismatch(answer);
    },
    async plan(plan) {
      const answer = await askPlanner({ kind: 'plan', plan });
      return answer.kind === 'planned' ? answer.plan : mismatch(answer);
    },
    async types() {
      const answer = await ask({ kind: 'types' });
      return answer.kind === 'types' ? answer.types : mismatch(answer);
    },
    async test(target) {
      const answer = await ask({ kind: 'test', target });
      return answer.kind === 'tested' ? answer.result : mismatch(answer);
    },
  };
}

const mismatch = (answer: Answer): never => {
  throw new Error(`Unexpected answer: ${answer.kind}`);
};

/** A field that took too long is an issue of the schema, not an error. */
async function orSlow<Result>(asked: Promise<Result>, toResult: (issue: Issue) => Result): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof SlowField) return toResult(error.issue);
    throw error;
  }
}
