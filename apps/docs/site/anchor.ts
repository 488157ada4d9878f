// A file of its own: the theme runs where nothing else of the site can.
/** The anchor of a heading, in GitHub's format, so that links work in both places. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
