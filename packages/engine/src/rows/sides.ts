import type { Schema } from '../model/schema.ts';
import { newBatch, texts, type Side } from './batch.ts';
import { eventTimes } from '../generators/kernels/engine/rows.ts';
import { textAt, valueAt } from './named-field.ts';
import { compile, type CompileOptions, type RowWriter } from './writer.ts';

/** What travels beside rows, and the fields that it is made of. */
export interface SidePlan {
  /** Outputs only these fields, hidden ones included, with the same values. Undefined: there are none. */
  readonly schema: Schema | undefined;
  /** Path to the value that is the key. Undefined: rows have no key. */
  readonly key: readonly string[] | undefined;
  /** Writes keys; undefined if a value does not fit. Absent: they are texts. */
  readonly writeKey?: ((value: unknown) => Uint8Array | undefined) | undefined;
  /** Undefined: all rows go to one place. */
  readonly route: FilledText | undefined;
  /** All headers, constant ones included. Undefined: none depends on the row. */
  readonly headers: readonly (readonly [name: string, text: FilledText])[] | undefined;
  /** Name of the setting that puts event times beside rows, where the person gave it. Undefined: none does. */
  readonly time: string | undefined;
  /** Rows are divided by time: their event time, or when they are made. Default: they are not. */
  readonly isDivided?: boolean | undefined;
}

/** A text of a setting in which values of the row stand. */
export interface FilledText {
  /** Name of the setting, where the person gave it. */
  readonly setting: string;
  readonly values: readonly FilledValue[];
  /** The text behind the last value. */
  readonly after: string;
  /** How a value is written in the text; undefined if it must not stand there. */
  readonly encode: (value: string) => string | undefined;
  /** What is wrong with the text of a row, as a sentence; undefined if it is valid. */
  readonly fault: (text: string) => string | undefined;
}

/** A value of the row in a text. */
interface FilledValue {
  /** The text before it. */
  readonly before: string;
  /** Name of the field. */
  readonly name: string;
  readonly path: readonly string[];
}

/**
 * Adds to rows what travels beside them. Rows stay as they are.
 *
 * @param options.isTimed whether event times are computed. Otherwise rows have none beside them
 */
export function withSides(
  rows: RowWriter,
  plan: SidePlan,
  options: CompileOptions & { readonly isTimed: boolean },
): RowWriter {
  const writer = plan.schema && compile(plan.schema, options);
  const valueRows = newBatch();
  const read = sideReader(plan);
  return {
    fill(batch, extent) {
      const { count } = rows.fill(batch, extent);
      if (count === 0) return Object.assign(batch, { sides: [] });
      const dropped = batch.sides?.map((side) => side.dropped);
      const own = { ...extent, count, maxBytes: Infinity };
      const values =
        writer && Array.from(texts(writer.fill(valueRows, own)), (row): unknown => JSON.parse(row));
      const isTimed = plan.isDivided === true || (plan.time !== undefined && options.isTimed);
      const ms = isTimed ? eventTimes(own) : undefined;
      const sides = Array.from({ length: count }, (_, i) => ({
        ...read(values?.[i], ms?.[i]),
        dropped: dropped?.[i],
      }));
      return Object.assign(batch, { sides });
    },
  };
}

/** Makes the side of a row from the row of its values, and its event time. */
function sideReader({
  key: keyPath,
  writeKey,
  route,
  headers,
  time,
}: SidePlan): (values: unknown, ms: number | undefined) => Side {
  return (values, ms) => {
    const [key, keyProblem] = keyPath === undefined ? [] : keyIn(values, keyPath, writeKey);
    const [to, routeProblem] = route === undefined ? [] : routeIn(values, route);
    const [own, headerProblem] = headers === undefined ? [] : headersIn(values, headers);
    const timeProblem =
      time !== undefined && ms !== undefined && ms < 0
        ? `${time} event needs event times from 1970 on`
        : undefined;
    return {
      key,
      route: to,
      headers: own,
      ms,
      problem: keyProblem ?? routeProblem ?? headerProblem ?? timeProblem,
    };
  };
}

/** A result, or why there is none. */
type Made<Result> = readonly [result: Result] | readonly [result: undefined, problem: string];

function keyIn(row: unknown, path: readonly string[], write: SidePlan['writeKey']): Made<Side['key']> {
  const value = valueAt(row, path);
  if (write === undefined || value === undefined) return [textAt(row, path)];
  const key = write(value);
  return key === undefined
    ? [key, `The key ${quoted(JSON.stringify(value))} does not fit its schema`]
    : [key];
}

/** The route of a row. It needs all its values: without one, the row would go somewhere else. */
function routeIn(row: unknown, { setting, values, after, encode, fault }: FilledText): Made<string> {
  let text = '';
  for (const { before, name, path } of values) {
    const value = textAt(row, path) ?? '';
    if (value === '') return [undefined, `${setting} needs ${name}, which is null, missing or empty`];
    const written = encode(value);
    if (written === undefined) return [undefined, `${setting} cannot hold the ${name} ${quoted(value)}`];
    text += before + written;
  }
  text += after;
  const problem = fault(text);
  return problem === undefined ? [text] : [undefined, `${setting} ${quoted(text)}: ${problem}`];
}

/** The headers of a row. One with a value that is null or missing is left out. */
function headersIn(row: unknown, headers: NonNullable<SidePlan['headers']>): Made<Record<string, string>> {
  const own: [name: string, text: string][] = [];
  for (const [name, { setting, values, after, fault }] of headers) {
    const given = values.map(({ path }) => textAt(row, path));
    if (given.includes(undefined)) continue;
    const text = values.map(({ before }, i) => before + given[i]).join('') + after;
    const problem = fault(text);
    if (problem !== undefined) return [undefined, `${setting} ${name} ${quoted(text)}: ${problem}`];
    own.push([name, text]);
  }
  return [Object.fromEntries(own)];
}

/** Characters of a text that a problem shows. */
const SHOWN = 80;

const quoted = (text: string): string =>
  JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
