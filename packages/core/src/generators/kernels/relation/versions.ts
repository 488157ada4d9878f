import type { Cell, Chunk } from '../engine/cell.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import { draw, drawKeys, mix, newSubject } from '../../../numeric/random.ts';
import { newEntityRows, over } from './entity.ts';
import type { Group } from './group.ts';

/** The rows of a chunk as versions of entities: each is a step of an entity's journey. */
export interface Versions {
  /** The subjects of a field, of which this share changes with each version. Version 0 is the entity as it is drawn elsewhere. */
  group(path: string, share: number): Group;
  /** Writes the versions with a cell whose rows are entities. */
  cell(entities: Cell): Cell;
}

/** Maximum number of versions of an entity: the maximum number of steps of a journey in time. */
const MAX_VERSIONS = 512;

/**
 * @param back 0: the version after the step; 1: the one before it
 * @param starts number of journeys, so that visit v of start e is entity v · starts + e
 */
export function newVersions(back: 0 | 1, starts: number): Versions {
  const shown = newEntityRows(undefined);
  const version = new Int32Array(CHUNK_ROWS);
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
    group(path, share) {
      const subject = newSubject(CHUNK_ROWS);
      const put = lastChange(path, share);
      let seen = -1;
      return {
        subject,
        update() {
          if (seen === fills) return;
          seen = fills;
          for (let r = 0; r < shown.chunk.rows; r++) {
            const [a, b] = [shown.subject.a[r], shown.subject.b[r]];
            const n = put(a, b, version[r]);
            const x = n === 0 ? a : mix(a ^ mix(n));
            subject.a[r] = x;
            subject.b[r] = n === 0 ? b : mix((b + x) ^ Math.imul(n, ODD));
          }
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

/** The last version up to `n` at which a field changed, for an entity with these words. */
function lastChange(path: string, share: number): (a: number, b: number, n: number) => number {
  if (share >= 1) return (_a, _b, n) => n;
  if (share <= 0) return () => 0;
  const { keys, odds } = drawKeys(`${path}\nchange`, MAX_VERSIONS);
  const limit = share * 2 ** 32;
  return (a, b, n) => {
    let last = n;
    while (last > 0 && draw(a, b, keys[last], odds[last]) >>> 0 >= limit) last--;
    return last;
  };
}
