import * as z from 'zod/mini';
import { integer } from '../kernels/number/integer.ts';
import { ALPHABETS, characters } from '../kernels/text/characters.ts';
import { address } from '../kernels/text/ip-address.ts';
import { family } from './family.ts';
import {
  choice,
  date,
  described,
  either,
  extentOf,
  flag,
  isBare,
  optional,
  options,
  size,
  text,
} from './params.ts';

const names = { firstName: text('First name to use'), lastName: text('Last name to use') };
const allowSpecialCharacters = flag('Allow special characters. Default false');
const list = (description: string) => optional(z.array(z.string()), description);
const record = (description: string) => optional(z.record(z.string(), z.unknown()), description);

/** Types of faker's `internet` module. */
export const internetTypes = family('internet', (faker) => faker.internet, {
  displayName: { summary: 'A display name', takes: options(names) },
  domainName: 'A domain name',
  domainSuffix: 'A top-level domain',
  domainWord: 'A domain name without its suffix',
  email: {
    summary: 'An email address at a free provider',
    takes: options({
      ...names,
      provider: text('Email domain. Default: a free provider'),
      allowSpecialCharacters,
    }),
  },
  emoji: {
    summary: 'An emoji',
    takes: options({
      types: list(
        'Any of smiley, body, person, nature, food, travel, activity, object, symbol and flag. Default: all',
      ),
    }),
  },
  exampleEmail: {
    summary: 'An email address at example.com, .net or .org',
    takes: options({ ...names, allowSpecialCharacters }),
  },
  httpMethod: 'An HTTP method',
  httpStatusCode: {
    kind: { is: 'integer' },
    summary: 'An HTTP status code',
    takes: options({
      types: list('Any of informational, success, redirection, clientError and serverError. Default: all'),
    }),
  },
  ip: { summary: 'An IPv4 or IPv6 address', kernel: (_, scope) => address('either', scope) },
  ipv4: {
    summary: 'An IPv4 address',
    takes: options({
      cidrBlock: text('Restrict to this CIDR block, such as 192.168.0.0/16'),
      network: choice(
        [
          'any',
          'loopback',
          'private-a',
          'private-b',
          'private-c',
          'test-net-1',
          'test-net-2',
          'test-net-3',
          'link-local',
          'multicast',
        ],
        'Restrict to this network. Default any',
      ),
    }),
    kernel: (args, scope) => (isBare(args) ? address(4, scope) : undefined),
  },
  ipv6: { summary: 'An IPv6 address', kernel: (_, scope) => address(6, scope) },
  jwtAlgorithm: 'A JSON Web Token signing algorithm',
  mac: {
    summary: 'A MAC address',
    takes: either(
      described(z.string(), 'Separator between bytes'),
      z.strictObject({ separator: text('Separator between bytes. Default :') }),
    ),
  },
  password: {
    summary: 'A password, 15 characters by default',
    params: options({
      length: size('Length. Default 15'),
      memorable: flag('Pronounceable. Default false'),
      prefix: text('Prefix'),
      pattern: optional(
        z.unknown().check(
          z.refine((pattern) => pattern === undefined, {
            error: 'pattern must be a JavaScript regular expression, which JSON cannot represent',
            params: { hint: 'Remove it, or use helpers.fromRegExp' },
          }),
        ),
        'Not supported: JSON cannot represent a regular expression. Use helpers.fromRegExp',
      ),
    }),
    example: { length: 20 },
    // A memorable password is built letter by letter.
    maxSize: 10_000,
    kernel([given = {}], scope) {
      const { length = 15, ...rest } = given as { length?: unknown };
      const extent = typeof length === 'number' ? extentOf(length) : undefined;
      return extent && Object.keys(rest).length === 0
        ? characters({ alphabet: ALPHABETS.WORD, ...extent }, scope)
        : undefined;
    },
  },
  port: {
    kind: { is: 'integer' },
    summary: 'A port number from 1 to 65535',
    kernel: (_, scope) => integer({ min: 1, max: 65_535 }, scope),
  },
  protocol: 'http or https',
  url: {
    summary: 'A URL',
    takes: options({
      appendSlash: flag('End with a slash. Default: at random'),
      protocol: choice(['http', 'https'], 'Default https'),
    }),
  },
  userAgent: 'A browser user agent',
  username: { summary: 'A username', takes: options(names) },
  jwt: {
    summary: 'A JSON Web Token with a random signature',
    takes: options({
      header: record('Token header'),
      payload: record('Token payload'),
      refDate: date('Time of the claims. Default: the event time'),
    }),
    usesTime: true,
  },
});
