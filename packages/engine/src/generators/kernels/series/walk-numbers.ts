import { newSubject, type Subject } from '../../../numeric/random.ts';

/** Numbers for the walks of subjects. They are found in a hash table with open addressing. */
export interface WalkNumbers {
  /** The subject of each number. */
  readonly subjects: Subject;
  /** Number of the walk, by the lower bits of a subject's word a, or in one of the next places. −1: none. */
  readonly places: Int32Array;
  used: number;
}

/** Maximum number of walks. With more, all begin anew. */
export const MAX_WALKS = 2048;
/** Places, a power of two. */
const PLACES = 4096;
/** Places that are searched for a walk. */
const PROBES = 8;

export const newWalkNumbers = (): WalkNumbers => ({
  subjects: newSubject(MAX_WALKS),
  places: new Int32Array(PLACES).fill(-1),
  used: 0,
});

/**
 * Sets the numbers of the walks of rows. Returns the row before which it stopped, because a walk there takes the number of another one.
 *
 * @param clear called with the number of each walk that has had none
 */
export function putWalks(
  numbers: WalkNumbers,
  { a, b }: Subject,
  from: number,
  to: number,
  walks: Int32Array,
  clear: (walk: number) => void,
): number {
  const { places, subjects } = numbers;
  const ownA = subjects.a;
  const ownB = subjects.b;
  for (let r = from | 0; r < to; r++) {
    // Without per, there is only one walk.
    if (r > from && a[r] === a[r - 1] && b[r] === b[r - 1]) {
      walks[r] = walks[r - 1];
      continue;
    }
    const walk = places[a[r] & (PLACES - 1)];
    if (walk >= 0 && ownA[walk] === a[r] && ownB[walk] === b[r]) {
      walks[r] = walk;
      continue;
    }
    walks[r] = numberOf(numbers, a[r], b[r], r === from, clear);
    if (walks[r] < 0) return r;
  }
  return to;
}

/** The number of a walk that is not at its first place; −1 if it would have to take that of another one and must not. */
function numberOf(
  numbers: WalkNumbers,
  a: number,
  b: number,
  mayTake: boolean,
  clear: (walk: number) => void,
): number {
  const { places, subjects } = numbers;
  for (let probe = 0; probe < PROBES; probe++) {
    const place = (a + probe) & (PLACES - 1);
    const walk = places[place];
    if (walk < 0) return added(numbers, place, a, b, mayTake, clear);
    if (subjects.a[walk] === a && subjects.b[walk] === b) return walk;
  }
  return mayTake ? owned(numbers, places[a & (PLACES - 1)], a, b, clear) : -1;
}

function added(
  numbers: WalkNumbers,
  place: number,
  a: number,
  b: number,
  mayTake: boolean,
  clear: (walk: number) => void,
): number {
  if (numbers.used === MAX_WALKS) {
    if (!mayTake) return -1;
    numbers.places.fill(-1);
    numbers.used = 0;
  }
  numbers.places[place] = numbers.used;
  return owned(numbers, numbers.used++, a, b, clear);
}

/** The number, as that of a subject's walk. */
function owned(
  { subjects }: WalkNumbers,
  walk: number,
  a: number,
  b: number,
  clear: (walk: number) => void,
): number {
  subjects.a[walk] = a;
  subjects.b[walk] = b;
  clear(walk);
  return walk;
}
