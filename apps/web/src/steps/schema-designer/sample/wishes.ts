import type { Finding } from '@catbird/infer';
import type { Copies, Wishes } from '../../../worker/sample-protocol.ts';

/** The schema of a table as found, with the short words of categories copied. */
export const firstWishes = (findings: readonly Finding[], table = 0): Wishes => ({
  table,
  choices: new Map(),
  copies: categoriesOf(findings),
});

/** What is copied as long as nobody has changed it. */
function categoriesOf(findings: readonly Finding[]): Copies {
  const known = findings.filter(({ categories }) => categories.length > 0);
  return new Map(known.map(({ path, categories }) => [path, new Set(categories)]));
}

/** Whether something was changed that would be lost. @param first findings of the same table */
export const isChanged = ({ table, choices, copies }: Wishes, first: readonly Finding[]): boolean =>
  table > 0 || choices.size > 0 || !areEqual(copies, categoriesOf(first));

const areEqual = (a: Copies, b: Copies): boolean =>
  a.size === b.size &&
  [...a].every(([path, values]) => {
    const others = b.get(path);
    return others?.size === values.size && [...values].every((value) => others.has(value));
  });

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
