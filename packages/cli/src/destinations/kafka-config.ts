import {
  choiceSetting,
  flagSetting,
  headersSetting,
  keyFieldSetting,
  optionalTextSetting,
  recordTimeSetting,
  routeSetting,
  textSetting,
  topicFault,
  valueField,
} from '@catbird/send';
import * as z from 'zod/mini';
import { passwordOfUser, username } from './broker.ts';

const BROKER = /^(\[[0-9a-fA-F:.]+\]|[^\s:,@/]+):\d{1,5}$/;
const listOf = (value: string): string[] => value.split(',').map((each) => each.trim());

/** Schema of the settings. */
export const config = z.object({
  brokers: textSetting(
    {
      label: 'Brokers',
      help: 'Bootstrap servers as host:port, separated by commas.',
      example: 'localhost:9092',
    },
    z.refine(
      (value) => listOf(value).every((each) => BROKER.test(each)),
      'Must be a list such as one.example.com:9092,two.example.com:9092',
    ),
  ),
  topic: routeSetting({
    label: 'Topic',
    help: 'Created by the first event if the cluster creates topics automatically. {{field}} stands for a value of the event.',
    example: 'events',
    fault: topicFault,
  }),
  keyField: keyFieldSetting({
    label: 'Key field',
    help: 'Field to use as key. May be hidden; user.id reads a nested field. Events with the same key go to the same partition, chosen as in the Java client.',
    example: 'user_id',
  }),
  valueField,
  partitions: optionalTextSetting(
    {
      label: 'Partitions',
      help: 'Partitions to send to, separated by commas. Default: all.',
      example: '0,1',
    },
    z.regex(/^\s*\d{1,6}(\s*,\s*\d{1,6})*\s*$/, 'Must be partition numbers, such as 0,1'),
  ),
  headers: headersSetting({ label: 'Headers' }),
  recordTime: recordTimeSetting('record'),
  acks: choiceSetting({
    label: 'Acknowledgement',
    help: 'Which replicas must store an event before it counts as sent.',
    choices: { all: 'All in-sync replicas', leader: 'Only the leader' },
  }),
  compression: choiceSetting({
    label: 'Compression',
    help: 'zstd requires Node 22.15, 23.8 or later.',
    choices: { none: 'None', gzip: 'Gzip', zstd: 'Zstandard' },
  }),
  preset: choiceSetting({
    label: 'Preset',
    help: 'event-hubs is Azure Event Hubs: TLS, and the connection string of the namespace as password.',
    choices: { none: 'None', 'event-hubs': 'Azure Event Hubs' },
  }),
  tls: flagSetting({ label: 'TLS', help: 'Encrypt the connection and verify the brokers’ certificates.' }),
  tlsCert: optionalTextSetting({
    label: 'Client certificate',
    help: 'PEM file with the certificate to present to brokers.',
    example: 'client.pem',
    needs: 'tls',
  }),
  tlsKey: optionalTextSetting({
    label: 'Client key',
    help: 'PEM file with its private key. Default: the file of the certificate.',
    example: 'client.key',
    needs: 'tlsCert',
  }),
  mechanism: choiceSetting({
    label: 'SASL mechanism',
    help: 'How to authenticate if a user name is given.',
    choices: { plain: 'PLAIN', 'scram-sha-256': 'SCRAM-SHA-256', 'scram-sha-512': 'SCRAM-SHA-512' },
  }),
  username,
  password: passwordOfUser,
  token: optionalTextSetting({
    label: 'Token',
    help: 'OAuth bearer token, in place of a user name and password (SASL OAUTHBEARER). It is not renewed.',
    secret: true,
  }),
});

/** The settings of the Kafka destination. */
export type KafkaConfig = z.output<typeof config>;

/** The settings of a connection. */
export type KafkaLogin = Pick<
  KafkaConfig,
  'brokers' | 'tls' | 'tlsCert' | 'tlsKey' | 'mechanism' | 'username' | 'password' | 'token'
>;

/** Addresses of the bootstrap servers, as `host:port`. */
export const brokersOf = ({ brokers }: Pick<KafkaConfig, 'brokers'>): string[] => listOf(brokers);
