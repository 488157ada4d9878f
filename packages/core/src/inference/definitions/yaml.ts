/** Reads a document in YAML 1.2. The parser is loaded when the first one is read. @throws Error that says where it is invalid */
export async function readYaml(text: string): Promise<unknown> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: true });
  const [first] = document.errors;
  if (first !== undefined) throw new Error(first.message.split('\n', 1)[0]?.replace(/:$/, ''));
  return document.toJS({ maxAliasCount: 100 });
}
