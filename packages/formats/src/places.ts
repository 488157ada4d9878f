import type { Member } from '@catbird/engine';
import type { Cursor } from './cursor.ts';
import { enter, keyOf, leave, skipValue, takeNull, type Key } from './scanner.ts';

/** A member of rows, and where it stands in the row that was read last. */
export interface LocatedMember {
  readonly name: string;
  readonly member: Member;
  readonly key: Key;
  /** The members of an object. Absent: it is none, or its members are not looked for. */
  readonly inner: readonly LocatedMember[] | undefined;
  /** Offset of its value; −1 if it is missing. */
  at: number;
}

/** The members of rows, and those of objects in them. @param isDeep whether members of objects are looked for */
export const placesOf = (members: readonly Member[], isDeep = false): readonly LocatedMember[] =>
  members.map((member) => {
    const { name, kind } = member;
    const inner = isDeep && kind.is === 'object' && kind.members.length > 0 ? kind.members : undefined;
    return {
      name,
      member,
      key: keyOf(name, member.optional === true),
      inner: inner && placesOf(inner, isDeep),
      at: -1,
    };
  });

/** Notes where the members of the object stand that begins here, and moves behind it. False if it cannot be read. */
export function locate(cursor: Cursor, places: readonly LocatedMember[]): boolean {
  let isFirst = true;
  for (let i = 0; i < places.length; i++) {
    const place = places[i];
    if (place === undefined) break;
    if (!enter(cursor, place.key, isFirst)) {
      if (place.member.optional !== true) return false;
      forget(place);
      continue;
    }
    isFirst = false;
    place.at = cursor.at;
    if (place.inner === undefined) {
      if (!skipValue(cursor)) return false;
    } else if (takeNull(cursor)) place.inner.forEach(forget);
    else if (!locate(cursor, place.inner)) return false;
  }
  return leave(cursor, isFirst);
}

function forget(place: LocatedMember): void {
  place.at = -1;
  place.inner?.forEach(forget);
}
