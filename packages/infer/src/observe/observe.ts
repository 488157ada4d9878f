import { isObject, mix } from '@catbird/engine';
import type { RowSink, Skip } from '../read/lines.ts';
import { newProfile, seeNumber, seeText, type FieldProfile } from './profile.ts';

/** A row and its number in the sample. */
interface SampledRow<Row> {
  readonly index: number;
  readonly row: Row;
  readonly chars: number;
}

/** Keeps some rows of a stream, each equally likely. */
interface Reservoir<Row> {
  /** Whether the row of this index, the next one, belongs in. */
  accepts(index: number): boolean;
  add(index: number, row: Row, chars: number): void;
  /** In the order of the sample. */
  rows(): readonly Row[];
}

/** J. S. Vitter, "Random sampling with a reservoir", algorithm R, 1985; with a bound on the size of all rows. */
function newReservoir<Row>(maxRows: number, maxChars: number): Reservoir<Row> {
  let sampled: SampledRow<Row>[] = [];
  let room = maxRows;
  let chars = 0;
  return {
    accepts: (index) => index < room || placeOf(index) < room,
    add(index, row, size) {
      if (sampled.length < room) sampled.push({ index, row, chars: size });
      else {
        const at = placeOf(index) % room;
        chars -= sampled[at]?.chars ?? 0;
        sampled[at] = { index, row, chars: size };
      }
      chars += size;
      if (chars <= maxChars || sampled.length < 2) return;
      // Rows are large: half as many, chosen by chance.
      room = Math.ceil(sampled.length / 2);
      sampled = sampled.sort((a, b) => mix(a.index) - mix(b.index)).slice(0, room);
      chars = sampled.reduce((sum, each) => sum + each.chars, 0);
    },
    rows: () => sampled.sort((a, b) => a.index - b.index).map(({ row }) => row),
  };
}

/** A number from 0 to `index`, the same in every run. */
const placeOf = (index: number): number => Math.floor(((mix(index + 0x51ed) >>> 0) / 2 ** 32) * (index + 1));

/** What is known of a sample. */
export interface Profile {
  readonly root: FieldProfile;
  /** Rows of the sample. */
  readonly total: number;
  /** Rows observed. Fewer than `total`: counts are estimates. */
  readonly observed: number;
  /** Some of the rows, in their order. */
  readonly rows: readonly Row[];
  readonly skipped: ReadonlyMap<Skip, number>;
  /** Fields that were not followed, because there are too many or they are too deep. */
  readonly unfollowed: number;
}

/** One event of the sample. */
export type Row = Readonly<Record<string, unknown>>;

/** Observes rows in one pass, in memory that depends on the number of fields alone. */
export interface Observer extends RowSink {
  readonly profile: () => Profile;
}

/** Rows of a block: neighbours are compared within it. */
const BLOCK = 256;

export function newObserver(limits: Limits): Observer {
  const root = newProfile('');
  const skipped = new Map<Skip, number>();
  const reservoir = newReservoir<Row>(limits.keptRows, limits.keptChars);
  const walk = newWalk(limits);
  let total = 0;
  let observed = 0;
  let chars = 0;
  let wrap: ((value: unknown) => Row | undefined) | undefined;
  let wasObserved = true;
  const skip = (reason: Skip): void => void skipped.set(reason, (skipped.get(reason) ?? 0) + 1);

  const isObserved = (): boolean =>
    chars <= limits.fullChars || Math.floor(total / BLOCK) % limits.thinning === 0;
  const rowOf = (parse: () => unknown): Row | undefined => {
    const value = parse();
    if (value === undefined) {
      skip('invalid JSON');
      return undefined;
    }
    wrap ??= wrapperFor(value);
    const row = wrap(value);
    if (row === undefined) skip('another kind of value');
    return row;
  };
  return {
    skip,
    offer(size, parse) {
      chars += size;
      const counts = isObserved();
      if (!counts && !reservoir.accepts(total)) {
        total++;
        wasObserved = false;
        return;
      }
      const row = rowOf(parse);
      if (row === undefined) return;
      if (counts) {
        if (!wasObserved) forget(root);
        wasObserved = true;
        observed++;
        walk.see(root, row, 0);
      }
      if (reservoir.accepts(total)) reservoir.add(total, row, size);
      total++;
    },
    profile: () => ({
      root,
      total,
      observed,
      skipped,
      rows: reservoir.rows(),
      unfollowed: walk.unfollowed(),
    }),
  };
}

/** The first row tells what rows are: objects; lists, whose elements are columns; or single values. */
function wrapperFor(first: unknown): (value: unknown) => Row | undefined {
  if (isObject(first)) return (value) => (isObject(value) ? value : undefined);
  if (Array.isArray(first))
    return (value) =>
      Array.isArray(value)
        ? Object.fromEntries(value.slice(0, 1_000).map((each: unknown, i) => [`column_${i + 1}`, each]))
        : undefined;
  return (value) => (typeof value === 'object' && value !== null ? undefined : { value });
}

/** The next value has no neighbour: rows between were not observed. */
function forget(field: FieldProfile): void {
  field.last = undefined;
  for (const each of field.fields.values()) forget(each);
  if (field.element !== undefined) forget(field.element);
}

/** Walks values into profiles, within the bounds. */
function newWalk({ fields: maxFields, depth: maxDepth, elements }: Limits): {
  see(field: FieldProfile, value: unknown, depth: number): void;
  unfollowed(): number;
} {
  const unfollowed = new Set<string>();
  let followed = 0;
  const childOf = (field: FieldProfile, name: string): FieldProfile | undefined => {
    const known = field.fields.get(name);
    if (known !== undefined) return known;
    if (followed >= maxFields) {
      if (unfollowed.size < maxFields * 10) unfollowed.add(name);
      return undefined;
    }
    followed++;
    const child = newProfile(name);
    field.fields.set(name, child);
    return child;
  };
  const seeObject = (field: FieldProfile, value: Row, depth: number): void => {
    for (const name in value) {
      const child = childOf(field, name);
      if (child !== undefined) see(child, value[name], depth + 1);
    }
  };
  const seeList = (field: FieldProfile, value: readonly unknown[], depth: number): void => {
    field.lengths.set(value.length, (field.lengths.get(value.length) ?? 0) + 1);
    field.element ??= newProfile('[]');
    const end = Math.min(value.length, elements);
    for (let i = 0; i < end; i++) see(field.element, value[i], depth + 1);
  };
  const see = (field: FieldProfile, value: unknown, depth: number): void => {
    field.count++;
    if (value === null) field.nulls++;
    else if (typeof value === 'number') seeNumber(field, value);
    else if (typeof value === 'string') seeText(field, value);
    else if (typeof value === 'boolean') field.booleans++;
    else if (depth >= maxDepth) unfollowed.add(field.name);
    else if (Array.isArray(value)) {
      field.lists++;
      seeList(field, value, depth);
    } else if (isObject(value)) {
      field.objects++;
      seeObject(field, value, depth);
    }
  };
  return { see, unfollowed: () => unfollowed.size };
}

/** Bounds of what is read and kept, so that any file can be given. */
export interface Limits {
  /** Maximum characters of a row. Longer rows are skipped. */
  readonly rowChars: number;
  /** Characters read in full. Beyond, about one row in `thinning` is observed and counts are estimates. */
  readonly fullChars: number;
  /** One block of consecutive rows in this many is observed beyond `fullChars`. */
  readonly thinning: number;
  /** Rows kept for distributions and formats. */
  readonly keptRows: number;
  /** Characters of all kept rows. */
  readonly keptChars: number;
  /** Fields followed, nested ones included. */
  readonly fields: number;
  /** Nesting followed; deeper values are ignored. A schema has room for about this many. */
  readonly depth: number;
  /** Elements of a list that are observed. */
  readonly elements: number;
}

/** The bounds of `inferSchema`. */
export const LIMITS: Limits = {
  rowChars: 64 * 2 ** 20,
  fullChars: 8 * 2 ** 20,
  thinning: 32,
  keptRows: 10_000,
  keptChars: 32 * 2 ** 20,
  fields: 2_000,
  depth: 12,
  elements: 1_000,
};
