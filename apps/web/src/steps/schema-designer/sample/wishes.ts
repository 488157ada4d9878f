import type { Finding } from '@catbird/core/internal/inference';
import type { Wishes } from '../../../worker/sample-protocol.ts';

/** The schema as found, with nothing copied. */
export const noWishes = (table = 0): Wishes => ({ table, choices: new Map(), copies: new Map() });

/** Whether something was changed that would be lost. */
export const isChanged = ({ table, choices, copies }: Wishes): boolean =>
  table > 0 || choices.size > 0 || copies.size > 0;

/** Reads a field in another way, or undefined: as found. Values confirmed for the old way are forgotten. */
export function choose(wishes: Wishes, path: string, name: string | undefined): Wishes {
  const choices = new Map(wishes.choices);
  if (name === undefined) choices.delete(path);
  else choices.set(path, name);
  return { ...copy(wishes, path, []), choices };
}

/** Copies exactly these values of a field. */
export function copy(wishes: Wishes, path: string, values: readonly unknown[]): Wishes {
  const copies = new Map(wishes.copies);
  if (values.length === 0) copies.delete(path);
  else copies.set(path, new Set(values));
  return { ...wishes, copies };
}

/** Copies one value of a field, or not. */
export function copyValue(wishes: Wishes, path: string, value: unknown, isCopied: boolean): Wishes {
  const values = new Set(wishes.copies.get(path));
  if (isCopied) values.add(value);
  else values.delete(value);
  return copy(wishes, path, [...values]);
}

/** Words from which a text is free text. */
const FREE_WORDS = 6;

const isFreeText = (value: unknown): boolean =>
  typeof value === 'string' && value.trim().split(/\s+/).length >= FREE_WORDS;

/** Copies what all fields offer, but for free text, which has to be confirmed field by field. */
export const copyAll = (wishes: Wishes, findings: readonly Finding[]): Wishes =>
  findings.reduce(
    (all, { path, copyable }) =>
      copy(
        all,
        path,
        copyable.map(({ value }) => value).filter((value) => !isFreeText(value)),
      ),
    wishes,
  );

/** Copies nothing. */
export const copyNothing = (wishes: Wishes): Wishes => ({ ...wishes, copies: new Map() });
