import { offline } from '../stream/spec.ts';
import { compile, newBatch, type Schema, invalid, type Result } from '@catbird/engine';
import { isConfig } from '@catbird/stream';
import { findStreams } from '../config/streams.ts';
import { linesOf, type CommandIssue } from '../refusal.ts';
import { readSchema } from '../schema/read-schema.ts';
import { prepareAll } from '../stream/prepare-all.ts';
import type { Terminal } from '../terminal.ts';
import type { Found } from './samples.ts';

/** Sentences about what is wrong, at most. */
const MOST_FAULTS = 5;

type Schemas = Result<{ readonly schemas: readonly Schema[] }, CommandIssue>;

/**
 * Checks a schema or a config as `catbird validate` does, and makes a row of each stream.
 *
 * @param text what was written, as text
 * @returns why it would be refused, a sentence each
 */
export async function faultsOf(
  { written, variables }: Pick<Found, 'written' | 'variables'>,
  text: string,
  terminal: Terminal,
): Promise<readonly string[]> {
  const reader: Terminal = {
    ...terminal,
    env: { ...terminal.env, ...variables },
    readInput: () => Promise.resolve(text),
  };
  const found = isConfig(written) ? await streamsOf(reader) : await schemaOf(reader);
  const issues = found.ok ? found.schemas.flatMap(rowFault) : found.issues;
  if (issues.length === 0) return [];
  return [
    `Nothing was written, because catbird ${isConfig(written) ? 'run' : 'sample'} would refuse it:`,
    ...linesOf(issues.slice(0, MOST_FAULTS)),
    'Unless the input is too large, this is a fault of Catbird. Please report it with the lines above.',
  ];
}

async function streamsOf(terminal: Terminal): Promise<Schemas> {
  const found = await findStreams('-', {}, terminal);
  if (!found.ok) return found;
  if (found.issues.length > 0) return { ok: false, issues: found.issues };
  const checked = await prepareAll(found.streams.map(offline), terminal);
  return checked.ok ? { ok: true, schemas: checked.all.map(({ prepared }) => prepared.schema) } : checked;
}

async function schemaOf(terminal: Terminal): Promise<Schemas> {
  const found = await readSchema({ file: '-' }, terminal);
  return found.ok ? { ok: true, schemas: [found.schema] } : found;
}

function rowFault(schema: Schema): readonly CommandIssue[] {
  try {
    compile(schema, { seed: 1 }).fill(newBatch(), { first: 0, count: 1, time: { startMs: 0, stepMs: 1 } });
    return [];
  } catch (error) {
    return invalid(error instanceof Error ? error.message : String(error)).issues;
  }
}
