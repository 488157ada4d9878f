import { flagSetting } from '@catbird/send';

/** The setting with which a missing table is created. */
export const createSetting = flagSetting({
  label: 'Create table',
  help: 'If the table is missing, create it from the fields of the schema.',
});

/** A name that a database does not take: the most that it may have, as the end of a sentence. */
export interface NameLimit {
  readonly isTooLong: (name: string) => boolean;
  /** `64 characters` */
  readonly most: string;
}

/** What is wrong with a table's name, which may stand behind that of its schema or database. @param where `shop` */
export const tableFault =
  (where: string, { isTooLong, most }: NameLimit) =>
  (table: string): string | undefined => {
    if (!/^[^.\0"`]+(\.[^.\0"`]+)?$/.test(table))
      return `Must be a table name, such as events or ${where}.events`;
    return pathOf(table).some(isTooLong) ? `Must have names of at most ${most}` : undefined;
  };

/** The names of which a table's consists: its own, or that of its schema or database before it. */
export const pathOf = (table: string): readonly string[] => table.split('.');

/** A dot in the value of an event would choose a schema or database. */
export const encodeTable = (value: string): string | undefined => (value.includes('.') ? undefined : value);
