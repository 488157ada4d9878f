/** Environment variables that the predecessor read for certain values, by command, setting and value. */
const FROM_ENVIRONMENT: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> =
  {
    tinybird: { endpoint: { custom: 'TB_ENDPOINT' } },
  };

/** Resolves the predecessor's placeholder values: `--endpoint custom` becomes the address in `TB_ENDPOINT`. */
export function withPredecessor(
  command: string,
  settings: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, unknown>> {
  const known = FROM_ENVIRONMENT[command] ?? {};
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      const variable = known[name]?.[String(value)];
      return [name, (variable === undefined ? undefined : env[variable]) ?? value];
    }),
  );
}
