/** A name that is not taken, which it then is: `user_key`, `user_key2`. */
export function freeName(taken: Set<string>, name: string): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name}${n}`;
  taken.add(free);
  return free;
}
