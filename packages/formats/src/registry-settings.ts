import * as z from 'zod/mini';
import {
  type Destination,
  choiceSetting,
  customSetting,
  flagSetting,
  optionalTextSetting,
  singleWord,
  optionalAddressSetting,
} from '@catbird/send';

const needs = 'schemaRegistry';
const MOST_ID = 2 ** 31 - 1;

/** The settings of a schema registry, which formats with schemas add to their own. */
export const registryShape = {
  schemaRegistry: optionalAddressSetting({
    label: 'Schema registry',
    help: 'Address of a registry with Confluent’s API. Each record begins with the id of its schema there.',
    example: 'http://localhost:8081',
  }),
  schemaRegistryUser: optionalTextSetting({
    label: 'User name in the registry',
    help: 'User name or API key.',
    literal: true,
    needs,
  }),
  schemaRegistryPassword: optionalTextSetting({
    label: 'Password in the registry',
    help: 'Password or API secret.',
    secret: true,
    needs: 'schemaRegistryUser',
  }),
  schemaRegistryToken: optionalTextSetting(
    { label: 'Token of the registry', help: 'Bearer token.', secret: true, needs },
    singleWord,
  ),
  subject: optionalTextSetting({
    label: 'Subject',
    help: 'Subject of the schema in the registry. Default: by the subject strategy.',
    example: 'orders-value',
    needs,
  }),
  subjectStrategy: choiceSetting({
    label: 'Subject strategy',
    help: 'How subjects are named: topic-value, the full name of the record, or both as topic-record.',
    choices: { topic: 'Topic', record: 'Record', 'topic-record': 'Topic and record' },
    needs,
  }),
  schemaId: customSetting(
    z.optional(
      z.pipe(
        z.transform((value: unknown) => (typeof value === 'string' && value !== '' ? Number(value) : value)),
        z
          .number('Must be the number of a schema')
          .check(
            z.refine(
              (id) => Number.isInteger(id) && id > 0 && id <= MOST_ID,
              `Must be a whole number from 1 to ${MOST_ID}`,
            ),
          ),
      ),
    ),
    {
      label: 'Schema id',
      help: 'Id of a schema in the registry that rows must fit. Default: the newest one of the subject.',
      example: '7',
      needs,
    },
  ),
  register: flagSetting({
    label: 'Register',
    help: 'Register the schema of the rows in the subject. Without it, nothing in the registry changes.',
    needs,
  }),
};

/** The setting of the keys of records whose schemas are in a registry. */
export const keyFormatSetting = choiceSetting({
  label: 'Key format',
  help: 'How keys are written: as text, or in Avro with a schema of their own in the registry, <topic>-key.',
  choices: { text: 'Text', avro: 'Avro' },
  needs,
});

const registryConfig = z.object(registryShape);

/** Where the schema of rows is in a registry. */
export type RegistrySettings = z.output<typeof registryConfig>;

/** The same settings by themselves, as those of a destination are. */
export const registrySettings: Pick<Destination<RegistrySettings>, 'config' | 'customEndpoint' | 'host'> = {
  config: registryConfig,
  customEndpoint: ({ schemaRegistry: address }) =>
    address === undefined ? undefined : { setting: 'schemaRegistry', address },
  host: ({ schemaRegistry }) => (schemaRegistry === undefined ? undefined : new URL(schemaRegistry).host),
};
