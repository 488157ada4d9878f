import type { Faker } from '@faker-js/faker';
import type { Data } from '../data/store.ts';
import type { IncidentSources } from '../model/incident.ts';
import type { Entity } from '../model/schema.ts';
import type { KeyedRandomizer } from '../numeric/random.ts';
import type { Cell, Place } from './kernels/engine/cell.ts';
import type { Column } from './kernels/engine/column.ts';
import type { Versions } from './kernels/relation/versions.ts';
import type { Lexicon } from './kernels/text/definitions.ts';

/** The path of an entity's fields, which keys their draws. `$entities` is reserved at the top of a schema, so no field of a row has it. */
export const entityPath = (name: string): string => `$entities\n${name}\n`;

/** What a generator type can use when a schema is compiled. */
export interface Scope extends Place {
  /** The random source of faker. */
  readonly randomizer: KeyedRandomizer;
  /** Faker with the data of the field's locale, driven by `randomizer`. Created on first use. */
  readonly faker: () => Faker;
  /** Name of the field's locale. Absent: none is set, so texts are English. */
  readonly locale?: string | undefined;
  /** What texts of the locale are made of. Absent: English. */
  readonly lexicon?: Lexicon | undefined;
  /** Cities and locales. */
  readonly data: Data;
  /** What expressions read of incidents. */
  readonly incidents: IncidentSources;
  /** The member to write instead of the whole value, for types with members. Absent: the whole. */
  readonly member?: string | undefined;
  /** The number of entities, if values of different ones must differ. Absent: they may be equal. */
  readonly distinct?: number | undefined;
  /** The arguments are other fields' values: a cell is made for all that rows have. Default: they are the schema's. */
  readonly isRead?: boolean;
  /** The row is an entity that exists from the beginning, and has no event time: times are 0. */
  readonly isTimeless: boolean;
  /**
   * What the field or an enclosing object has `per`, so that its value is the same in several rows: the sessions of a journey in time, or
   * other fields. Undefined: it is the row's own.
   */
  readonly per: 'journey' | 'fields' | undefined;
  /**
   * The values of another field of the same object or of an enclosing one.
   *
   * @throws Error if there is no such field
   */
  column(name: string): Column;
  /** The cell of the n-th field spec in the arguments. */
  spec(n: number, place: Place): Cell;
  /**
   * An entity, and the cell that writes its key: for a chunk whose rows are entities.
   *
   * @throws Error if there is no such entity
   */
  entity(name: string): { readonly entity: Entity; readonly key: Cell };
  /** The cell that writes versions of an entity as objects. @param lead text before the object */
  record(versioned: Versioned, lead: string): Cell;
}

/** The versions of an entity, and how its fields change with them. */
export interface Versioned {
  readonly entity: Entity;
  /** The entity whose journeys the versions are steps of, if it is another one: rows carry its key. */
  readonly parent: Entity | undefined;
  readonly versions: Versions;
  /** The share of versions with which a field changes. */
  readonly shareOf: (field: string) => number;
}
