/** The command that runs a config in a terminal. Variables come from the environment. */
export const commandFor = (file: string, variables: readonly string[]): string =>
  [...variables.map((name) => `${name}=…`), 'catbird', 'run', quoted(file)].join(' ');

/** Quoted for a POSIX shell. */
const quoted = (text: string): string =>
  /^[\w./:@%+,=][\w./:@%+,=-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
