/** Reads a document in YAML 1.2, with the merge key `<<` of YAML 1.1, which definitions use. The parser is loaded when the first one is read. @throws Error that says where it is invalid */
export async function readYaml(text: string): Promise<unknown> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: true, merge: true });
  const [first] = document.errors;
  if (first !== undefined) throw new Error(first.message.split('\n', 1)[0]?.replace(/:$/, ''));
  return document.toJS({ maxAliasCount: 100 });
}
