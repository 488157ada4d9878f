import type { Renamed } from '@catbird/core';

/** Names listed; more are counted. */
const LISTED = 3;

const list = new Intl.ListFormat('en');

/** What to say once a field has another name. Undefined: nothing else has changed. @param renamed undefined: only the name has */
export function renameNotice(old: string, renamed: Renamed | undefined): string | undefined {
  if (renamed === undefined) return `Other fields may still use the name ${old}.`;
  const { followed, left, isWhole } = renamed;
  const sentences = [
    ...(followed.length > 0 ? [`Also renamed in ${namesText(followed)}.`] : []),
    ...(left.length > 0 ? [`Check ${namesText(left)}: the name ${old} may still be used there.`] : []),
    ...(isWhole ? [] : [`Fields with errors may still use the name ${old}.`]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

const namesText = (names: readonly string[]): string => {
  const more = names.length - LISTED;
  return list.format(more > 0 ? [...names.slice(0, LISTED), `${more} more`] : names);
};
