/** The id of the object that holds a field; empty for the schema. */
export const holderOf = (id: string): string => id.replace(/(?:^|\.)\d+$/, '');

/** The id of the field at another index beside this one. */
export const beside = (id: string, index: number): string => {
  const holder = holderOf(id);
  return holder === '' ? String(index) : `${holder}.${index}`;
};
