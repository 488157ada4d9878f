/** The words of a name or a text, in lower case: `httpStatusCode` has three. */
export const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d#$]+/u)
    .filter((word) => word !== '');
