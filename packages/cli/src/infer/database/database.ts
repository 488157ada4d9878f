import { invalid, type Result } from '@catbird/engine';
import { SIZE, writtenConfig, type ConfigPlan } from '@catbird/infer';
import { notesOf } from '../notes.ts';
import { DeliveryError } from '@catbird/send';
import { EXIT } from '../../exit-codes.ts';
import { Interrupted, NotStarted } from '../../interrupt.ts';
import { errorWithout } from '../../redacted.ts';
import type { Terminal } from '../../terminal.ts';
import { copiedLines, unknownCopy } from '../copied.ts';
import { explained, type Found } from '../samples.ts';
import { readAddress, type DatabaseAddress } from './address.ts';
import { NoCatalog, type Catalog, type CatalogChoice } from './catalog.ts';
import { COPIES, type Copy } from './copy.ts';
import { readCatalog } from './open.ts';

/** What of a database is wanted. */
export interface DatabaseChoice extends CatalogChoice {
  /** Rows of the copy per row of the database. */
  readonly scale: number;
  /** Each field that statistics or rows show is explained. */
  readonly isExplained: boolean;
}

/** The config that fills a copy of a database. @throws NotStarted if the database cannot be read */
export async function ofDatabase(
  argument: string,
  choice: DatabaseChoice,
  { env, interrupt }: Pick<Terminal, 'env' | 'interrupt'>,
): Promise<Result<Found>> {
  const address = readAddress(argument, env);
  if (!address.ok) return address;
  try {
    return copyOf(
      await readCatalog(address.address, choice, interrupt.stop),
      COPIES[address.address.kind],
      choice,
    );
  } catch (error) {
    if (error instanceof NoCatalog) return invalid(error.message);
    throw interrupt.stop.aborted ? new Interrupted('reading the database') : notRead(error, address.address);
  }
}

function notRead(error: unknown, { password }: DatabaseAddress): unknown {
  if (!(error instanceof DeliveryError)) return error;
  const { message, hint } = errorWithout(error, password === undefined ? [] : [password]);
  const words = hint === undefined ? message : `${message}. ${hint}`;
  return new NotStarted('service', EXIT.failed, `The database cannot be read: ${words}`, { cause: error });
}

/** What is copied without statistics and rows. */
const NOT_READ =
  'No values of rows were read, so none are copied. --sample 1000 reads rows of each table, for distributions and words of categories.';

/** Rows of the past come over so many days. */
const DAYS = 30;
const SECONDS = DAYS * 86_400;

function copyOf(
  catalog: Catalog,
  copy: Copy,
  { scale, isExplained, isStatistics, copy: copied, sample }: DatabaseChoice,
): Result<Found> {
  const { schema, definition, counts, sampled, notes } = catalog;
  const isEmpty = [...counts.values()].every(({ rows }) => rows === 0);
  const rowsOf = (table: string): number => {
    const { rows } = counts.get(table) ?? { rows: 0 };
    if (isEmpty) return SIZE;
    return rows === 0 ? 0 : Math.max(1, Math.round(rows * scale));
  };
  const plan: ConfigPlan = {
    rowsOf,
    sampledOf: (table) => sampled.get(table),
    shared: { ...copy.shared, from: `-${DAYS}d` },
    streamOf: (_, table, rows) => ({
      settings: copy.settingsOf(table, schema),
      // The last row is before the end.
      eps: Number(((rows * 1.01) / SECONDS).toPrecision(4)),
    }),
  };
  const found = writtenConfig(definition, plan);
  const tables = definition.tables.length;
  const total = definition.tables.reduce((sum, { name }) => sum + rowsOf(name), 0);
  const findings = [...sampled.values()].flatMap((each) => each.findings);
  const ofColumns = findings.map((each) => ({ ...each, path: each.path.slice(each.path.indexOf('.') + 1) }));
  const uncopied = unknownCopy(ofColumns, copied);
  if (uncopied !== undefined) return invalid(uncopied);
  return {
    ok: true,
    written: found.config,
    variables: copy.variables,
    lines: [
      ...notes,
      ...notesOf([...definition.notes, ...found.notes], isExplained),
      ...countNotes(counts, isEmpty),
      ...(isExplained ? explained(findings, new Map()) : []),
      ...(isStatistics || sample > 0 ? copiedLines(findings, copied) : [NOT_READ]),
      `A config for ${tables} ${tables === 1 ? 'table' : 'tables'} with ${total.toLocaleString('en-US')} rows${scale === 1 ? '; --scale 0.1 writes a tenth' : ''}. ${copy.advice}`,
    ],
  };
}

function countNotes(counts: Catalog['counts'], isEmpty: boolean): string[] {
  const named = (isWanted: (count: { readonly rows: number; readonly source: string }) => boolean): string =>
    [...counts]
      .filter(([, count]) => isWanted(count))
      .map(([table]) => table)
      .join(', ');
  const guessed = named(({ source }) => source === 'guessed');
  const estimated = named(({ source, rows }) => source === 'estimated' && rows > 0);
  const empty = named(({ rows }) => rows === 0);
  return [
    ...(isEmpty ? [`The tables have no rows: each gets ${SIZE.toLocaleString('en-US')}`] : []),
    ...(!isEmpty && empty !== '' ? [`Left out, because they have no rows: ${empty}`] : []),
    ...(estimated === '' ? [] : [`Numbers of rows are the planner's estimates: ${estimated}`]),
    ...(guessed === ''
      ? []
      : [`Numbers of rows are guessed from their size; ANALYZE makes them better: ${guessed}`]),
  ];
}
