/** A value that the predecessor's commands took from another place: by command, setting and value, the environment variable. */
const FROM_ENVIRONMENT: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> =
  {
    tinybird: { endpoint: { custom: 'TB_ENDPOINT' } },
  };

/** Settings with what the predecessor's command lines left to the environment: `--endpoint custom` is the address in `TB_ENDPOINT`. */
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
