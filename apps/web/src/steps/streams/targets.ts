import type { Issue } from '@catbird/engine';
import { configTexts, parseConfig, settingIssues, type Destination } from '@catbird/send';
import { hiddenValues } from '@catbird/stream';
import type { Values } from '../../state/config.ts';
import { isHere, type StreamOfConfig } from '../../state/streams.ts';
import type { Target } from '../../worker/run-protocol.ts';
import { variablesOf, withVariables } from '../../state/variables.ts';

/** Where a stream sends, or why that is not known. */
export type StreamTarget =
  | {
      readonly ok: true;
      readonly target: Target;
      /** Host that events go to; undefined for a destination without one. */
      readonly host: string | undefined;
      /** What the credentials belong to: an origin, else the destination. */
      readonly scope: string;
    }
  | {
      readonly ok: false;
      /** The host, if no open value decides it. */
      readonly host: string | undefined;
      /** Variables without a value. */
      readonly variables: readonly string[];
      /** Those that no variable is the cause of. */
      readonly issues: readonly Issue[];
    };

/** Where a stream of the page sends with these values of its variables. */
export function targetOf(stream: StreamOfConfig, values: Values): StreamTarget {
  const { destination, settings, nameOf } = stream;
  if (!isHere(destination)) return { ok: false, host: undefined, variables: [], issues: [] };
  const open = variablesOf(settings).filter((name) => (values[name] ?? '') === '');
  const isOpen = (name: string): boolean =>
    variablesOf(settings[name]).some((variable) => open.includes(variable));
  const parsed = parseConfig(destination, withVariables(settings, values), { nameOf });
  // Without its host, `https://${HOST}/events` would be valid and lead elsewhere.
  if (!parsed.ok || open.length > 0)
    return {
      ok: false,
      host: fixedHost(destination, settings, values),
      variables: open,
      issues: parsed.ok
        ? []
        : settingIssues(
            parsed.issues.filter(({ path: [name = ''] = [] }) => !isOpen(String(name))),
            nameOf,
          ),
    };
  const host = destination.host(parsed.config);
  return {
    ok: true,
    target: {
      generatorName: destination.name,
      settings: configTexts(destination, parsed.config),
      // The page shows the host.
      hidden: hiddenValues(variablesOf(settings).map((name) => values[name] ?? '')).filter(
        (value) => host?.includes(value) !== true,
      ),
    },
    host,
    scope: scopeOf(destination, parsed.config),
  };
}

/** The host that events go to whatever the open values are; undefined if they decide it. */
function fixedHost(
  destination: Destination,
  settings: StreamOfConfig['settings'],
  values: Values,
): string | undefined {
  const [one, other] = ['a', 'b'].map((text) => {
    const open = variablesOf(settings).map((name) => [name, values[name] || text] as const);
    const parsed = parseConfig(destination, withVariables(settings, Object.fromEntries(open)));
    return parsed.ok ? destination.host(parsed.config) : undefined;
  });
  return one === other ? one : undefined;
}

const scopeOf = (destination: Destination, config: unknown): string =>
  destination.credentialScope?.(config) ?? destination.name;

/** The scopes that each variable's value goes to; a variable of incomplete settings has none. */
export function scopesOf(
  streams: readonly StreamOfConfig[],
  values: Values,
): Readonly<Record<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  const unknown = new Set<string>();
  for (const stream of streams) {
    const target = targetOf(stream, values);
    for (const name of isHere(stream.destination) ? variablesOf(stream.settings) : []) {
      if (target.ok) found.set(name, [...(found.get(name) ?? []), target.scope]);
      else unknown.add(name);
    }
  }
  return Object.fromEntries(
    [...found]
      .filter(([name]) => !unknown.has(name))
      .map(([name, scopes]) => [name, [...new Set(scopes)].toSorted()]),
  );
}

/** Workers that a page may run at once. */
const MAX_STREAMS = 32;

/** A stream that the page leaves out, and why: `its destination`, or a stream that it waits for. */
export interface LeftOut {
  readonly name: string;
  readonly why: string;
}

/** Streams that run here, and those that only the command line runs. */
export function partOf<Each extends Pick<StreamOfConfig, 'name' | 'startAfter'>>(
  streams: readonly Each[],
  lackOf: (stream: Each) => string | undefined,
): { readonly here: readonly Each[]; readonly leftOut: readonly LeftOut[] } {
  const leftOut = new Map<string, string>();
  for (const stream of streams) {
    const lack = lackOf(stream);
    if (lack !== undefined) leftOut.set(stream.name, lack);
  }
  // What waits for a stream that never runs would never start. Each turn finds those that wait for one found before.
  for (let before = -1; before !== leftOut.size;) {
    before = leftOut.size;
    for (const { name, startAfter = [] } of streams) {
      const awaited = startAfter.find((each) => leftOut.has(each));
      if (awaited !== undefined && !leftOut.has(name)) leftOut.set(name, `it starts after ${awaited}`);
    }
  }
  const possible = streams.filter(({ name }) => !leftOut.has(name));
  for (const { name } of possible.slice(MAX_STREAMS))
    leftOut.set(name, `the page runs at most ${MAX_STREAMS} streams at once`);
  return {
    here: possible.slice(0, MAX_STREAMS),
    leftOut: [...leftOut].map(([name, why]) => ({ name, why })),
  };
}
