/** How many bytes trying out fields may still make: a schema of thousands of long texts is refused after the first of them. */
export interface Room {
  take(bytes: number): void;
  isUsedUp(): boolean;
}

/** Room for so many bytes. */
export function newRoom(bytes: number): Room {
  let left = bytes;
  return {
    take(used) {
      left -= used;
    },
    isUsedUp: () => left < 0,
  };
}
