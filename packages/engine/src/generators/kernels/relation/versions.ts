import { draw, drawKey, drawKeys, mix, newSubject, UNIT32 } from '../../../numeric/random.ts';
import { type Cell, type Chunk, CHUNK_ROWS, type Values } from '../engine/cell.ts';
import { newEntityRows, over } from './entity.ts';
import type { Group } from './group.ts';

/** The rows of a chunk as versions of entities: each is a step of an entity's journey. */
export interface Versions {
  /**
   * The subjects of a field, of which this share changes with each version. Version 0 is the entity as it is drawn elsewhere. Where no
   * field changes by its share, one that draws its own values does.
   *
   * @param own of a field that draws its own values: what they are, if they are known as numbers
   */
  group(path: string, share: number, own?: { readonly values: Values | undefined }): Group;
  /** Writes the versions with a cell whose rows are entities. */
  cell(entities: Cell): Cell;
}

/**
 * @param back 0: the version after the step; 1: the one before it
 * @param starts number of journeys, so that visit v of start e is entity v · starts + e
 */
export function newVersions(back: 0 | 1, starts: number): Versions {
  const shown = newEntityRows(undefined);
  const version = new Int32Array(CHUNK_ROWS);
  const changing = newChanging();
  let fills = 0;
  const follow = (chunk: Chunk): void => {
    const { steps, rows } = chunk;
    for (let r = 0; r < rows; r++) {
      shown.chunk.index[r] = steps.start[r] + steps.visit[r] * starts;
      version[r] = steps.nth[r] - back;
    }
    shown.follow(chunk);
    fills++;
  };
  return {
    group(path, share, own) {
      const subject = newSubject(CHUNK_ROWS);
      const hasChanged = changing.add(path, share, own !== undefined);
      const drawn = drawnAt(hasChanged, own?.values);
      let seen = -1;
      return {
        subject,
        update() {
          if (seen === fills) return;
          seen = fills;
          for (let r = 0; r < shown.chunk.rows; r++)
            drawn(shown.chunk, shown.subject.a[r], shown.subject.b[r], version[r], (a, b) => {
              subject.a[r] = a;
              subject.b[r] = b;
            });
        },
      };
    },
    cell(entities) {
      const { measure } = entities;
      return {
        maxBytes: entities.maxBytes,
        usesSteps: true,
        ...(measure && {
          measure(chunk) {
            follow(chunk);
            return measure(shown.chunk, shown.subject);
          },
        }),
        column(chunk) {
          if (measure === undefined) follow(chunk);
          else over(shown.chunk, chunk);
          entities.column(shown.chunk, shown.subject);
        },
      };
    },
  };
}

const ODD = 0x9e3779b1;

/** Whether a field of the entity with these words changes with version n. */
type HasChanged = (a: number, b: number, n: number) => boolean;

/** Fields that change with versions. */
interface Changing {
  /** @param isDrawn it can change where no other field does */
  add(path: string, share: number, isDrawn: boolean): HasChanged;
}

function newChanging(): Changing {
  const all = new Map<string, { readonly isDrawn: boolean; readonly byShare: HasChanged }>();
  let drawn: readonly string[] | undefined;
  const choice = drawKey('\nchange', 0);
  return {
    add(path, share, isDrawn) {
      if (share <= 0) return () => false;
      const byShare = changeByShare(path, share);
      all.set(path, { isDrawn, byShare });
      drawn = undefined;
      return (a, b, n) => {
        if (byShare(a, b, n)) return true;
        if (!isDrawn) return false;
        for (const each of all.values()) if (each.isDrawn && each.byShare(a, b, n)) return false;
        drawn ??= [...all].flatMap(([each, { isDrawn }]) => (isDrawn ? [each] : [])).sort();
        const bits = draw(a, b ^ mix(n), choice.key, choice.odd) >>> 0;
        return drawn[Math.floor(bits * UNIT32 * drawn.length)] === path;
      };
    },
  };
}

function changeByShare(path: string, share: number): HasChanged {
  if (share >= 1) return () => true;
  const limit = share * 2 ** 32;
  const name = `${path}\nchange`;
  let { keys, odds } = drawKeys(name, FEW_VERSIONS);
  return (a, b, n) => {
    if (n >= keys.length) ({ keys, odds } = drawKeys(name, 2 * n));
    return draw(a, b, keys[n], odds[n]) >>> 0 < limit;
  };
}

const FEW_VERSIONS = 512;

/** A value that is equal to the one before is drawn again, up to so often: there may be no other. */
const ATTEMPTS = 512;
/** Entities whose last version is cached, so that the next one need not be followed from the first. */
const MAX_CACHED = 2 ** 16;

/** Gives the words with which a field's value of version n is drawn. */
type DrawnAt = (chunk: Chunk, a: number, b: number, n: number, put: (a: number, b: number) => void) => void;

function drawnAt(hasChanged: HasChanged, values: Values | undefined): DrawnAt {
  if (values !== undefined) return differing(hasChanged, values);
  return (_chunk, a, b, n, put) => {
    let last = n;
    while (last > 0 && !hasChanged(a, b, last)) last--;
    put(wordA(a, last), wordB(a, b, last));
  };
}

const wordA = (a: number, n: number): number => (n === 0 ? a : mix(a ^ mix(n)));
const wordB = (a: number, b: number, n: number): number =>
  n === 0 ? b : mix((b + wordA(a, n)) ^ Math.imul(n, ODD));

/** Of a few values, the next draw is often the same one: changes are followed from the first version, and each differs from the last. */
function differing(hasChanged: HasChanged, values: Values): DrawnAt {
  const one = newEntityRows(undefined);
  const subject = newSubject(1);
  const number = new Float64Array(1);
  const valueOf = (seed: Chunk['seed'], a: number, b: number): number => {
    [subject.a[0], subject.b[0]] = [a, b];
    one.chunk.rows = 1;
    one.chunk.seed = seed;
    values.make(one.chunk, subject, number);
    return number[0];
  };
  const texts = values.kind === 'entry' ? values.table.map((entry) => JSON.stringify(entry)) : undefined;
  const attempts = texts !== undefined && new Set(texts).size < 2 ? 0 : ATTEMPTS;
  const isSame = (x: number, y: number): boolean =>
    Object.is(x, y) || (texts !== undefined && texts[x] === texts[y]);
  let cache = new Map<
    number,
    { readonly n: number; readonly a: number; readonly b: number; readonly value: number }
  >();
  return (chunk, a, b, n, put) => {
    const id = (a >>> 0) * 2 ** 21 + (b >>> 11);
    const known = cache.get(id);
    let at = known !== undefined && known.n <= n ? known : { n: 0, a, b, value: valueOf(chunk.seed, a, b) };
    for (let next = at.n + 1; next <= n; next++) {
      if (!hasChanged(a, b, next)) continue;
      let [x, y] = [wordA(a, next), wordB(a, b, next)];
      let value = valueOf(chunk.seed, x, y);
      for (let attempt = 0; isSame(value, at.value) && attempt < attempts; attempt++) {
        [x, y] = [mix(x + ODD), mix(y ^ x)];
        value = valueOf(chunk.seed, x, y);
      }
      at = { n: next, a: x, b: y, value };
    }
    if (cache.size >= MAX_CACHED) cache = new Map();
    cache.set(id, { ...at, n });
    put(at.a, at.b);
  };
}
