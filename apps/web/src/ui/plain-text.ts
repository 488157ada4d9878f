/** A text of the reference without the backticks that mark code there. */
export const plainText = (text: string): string => text.replaceAll('`', '');
