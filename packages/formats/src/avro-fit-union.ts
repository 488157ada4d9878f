import { withoutNull, type Kind } from '@catbird/engine';
import { putLong, startOf, type Write } from './avro-bytes.ts';
import { misfit, never, wrong, type Meeting } from './avro-meeting.ts';
import type { AvroType } from './avro-schema.ts';
import { peek } from './scanner.ts';

/** A branch of a union for some of the values. */
interface Branch {
  readonly isIt: (byte: number) => boolean;
  readonly place: number;
  readonly write: Write;
}

/** What writes a value as one of several types. */
export function fitUnion(kind: Kind, types: readonly AvroType[], meeting: Meeting): Write {
  const parts = kind.is === 'union' ? kind.of : kind.is === 'null' ? [] : [withoutNull(kind)];
  const isNullable = kind.nullable === true || kind.is === 'null';
  const nullPlace = types.findIndex((type) => type === 'null');
  if (isNullable && nullPlace < 0)
    return wrong(meeting, 'rows can have null here, and the union has no null');
  const branches: Branch[] = [];
  for (const part of parts) {
    const tries = types.map((type) => {
      const problems: string[] = [];
      return { problems, write: meeting.fit(part, type, { ...meeting, problems }) };
    });
    const place = tries.findIndex(({ problems }) => problems.length === 0);
    const found = tries[place];
    if (found === undefined) {
      const candidates = tries.filter((_, i) => types[i] !== 'null');
      const [only] = candidates;
      if (candidates.length === 1 && only !== undefined) meeting.problems.push(...only.problems);
      else misfit(part, types, meeting);
      return never;
    }
    branches.push({ isIt: startOf(part), place, write: found.write });
  }
  return (cursor) => {
    const byte = peek(cursor);
    if (byte === 0x6e) {
      if (nullPlace < 0) return false;
      cursor.at += 4;
      putLong(cursor, nullPlace);
      return true;
    }
    for (let i = 0; i < branches.length; i++) {
      const branch = branches[i];
      if (branch?.isIt(byte) !== true) continue;
      putLong(cursor, branch.place);
      return branch.write(cursor);
    }
    return false;
  };
}
