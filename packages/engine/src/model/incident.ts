/** When an incident happens: plain data. */
export interface IncidentTimes {
  readonly name: string;
  readonly starts: IncidentStarts;
  /** How long it lasts, in milliseconds, drawn between both. */
  readonly forMs: { readonly min: number; readonly max: number };
  /** How long its strength rises from 0 to 1, and falls, in milliseconds; together at most `forMs.min`. */
  readonly upMs: number;
  readonly downMs: number;
  /** Each occurrence draws one of these texts, numbers, booleans or nulls. */
  readonly draw: Readonly<Record<string, readonly (string | number | boolean | null)[]>>;
}

/** Instants in milliseconds since 1970, or times after the start of the stream; a cron expression; or once in each cycle since 1970. */
export type IncidentStarts =
  | { readonly at: readonly (number | { readonly afterMs: number })[] }
  | { readonly cron: string; readonly zone?: string | undefined }
  | {
      readonly everyMs: number;
      /** How far into the rest of its cycle an occurrence may begin, at random, 0 to 1. */
      readonly jitter: number;
      /** The probability of an occurrence, above 0 to 1. */
      readonly chance: number;
    };

/** What an incident does to a stream. */
export interface IncidentEffects {
  /** The stream follows later, in milliseconds. */
  readonly afterMs: number;
  /** An expression: affected rows. Absent: all. */
  readonly where?: string;
  /** An expression: the share of these, times the strength. Absent: all. */
  readonly share?: string;
  /** An expression for the new value of each field. */
  readonly set: Readonly<Record<string, string>>;
  /** Factor of the rate at full strength. Absent: 1. */
  readonly rate?: number;
  /** Affected rows are never sent. Absent: they are. */
  readonly drop?: true;
  /** Where it is written, for messages: `incidents.0.in.orders`. */
  readonly place: string;
}

/** The alert that an incident must raise, as `catbird score` reads it; `none`: none may fire. */
export type ExpectedAlert =
  | 'none'
  | {
      /** Its labels. `drawn.x` stands for the drawn value. */
      readonly alert?: Readonly<Record<string, string>>;
      readonly within?: string;
      readonly clears?: string;
    };

/** An incident of a config. */
export interface Incident {
  readonly times: IncidentTimes;
  /** Absent: any alert. */
  readonly expect?: ExpectedAlert;
  /** By the name of the stream; a config of one stream has a single member without a name. */
  readonly in: Readonly<Record<string, IncidentEffects>>;
}

/** An occurrence that somebody started while a stream ran. */
export interface StartedIncident {
  readonly name: string;
  /** Its number: below 0, where no planned occurrence has one. */
  readonly number: number;
  /** The event time from which on it happens, in milliseconds since 1970. A stream may follow later. */
  readonly atMs: number;
  readonly forMs: number;
}

/** An incident, as the rows of a stream know it. */
export interface StreamIncident extends Pick<Incident, 'times'> {
  /** Absent: it does nothing to the stream, whose expressions may read it. */
  readonly effects?: IncidentEffects;
  /** The hidden field that is true in affected rows. Absent: its values change no row. */
  readonly hit?: string;
  /** All hidden fields that it added. Absent: none. */
  readonly hidden?: readonly string[];
  /** What was started by hand of all incidents of the stream. It may grow while rows are written. Absent: nothing. */
  readonly started?: readonly StartedIncident[];
}

/** The incidents of a schema that drop rows. */
export const droppingIn = ({
  incidents = [],
}: {
  readonly incidents?: readonly StreamIncident[] | undefined;
}): readonly StreamIncident[] => incidents.filter(({ effects }) => effects?.drop === true);

/** When an incident is, as expressions ask. */
export interface IncidentSource {
  readonly draw: IncidentTimes['draw'];
  /** Its strength at an instant, 0 outside. @param fromMs the beginning of the stream */
  strengthAt(ms: number, fromMs: number): number;
  /** The place in its list of the value that is drawn at an instant; −1 outside. */
  drawnAt(name: string, ms: number, fromMs: number): number;
}

/** The incidents that expressions can read, by name. */
export type IncidentSources = ReadonlyMap<string, IncidentSource>;

/** Incidents that never happen: for schemas that are only checked. */
export const calmIncidents = (all: readonly { readonly times: IncidentTimes }[]): IncidentSources =>
  new Map(all.map(({ times: { name, draw } }) => [name, { draw, strengthAt: () => 0, drawnAt: () => -1 }]));
