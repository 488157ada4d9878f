import { z } from 'zod/mini';
import { family, isBare } from './family.ts';
import { address } from './kernels/text/ip-address.ts';
import { ALPHABETS } from './kernels/text/alphabets.ts';
import { characters } from './kernels/text/characters.ts';
import { integer } from './kernels/number/integer.ts';
import { choice, date, either, extentOf, flag, options, size, text } from './params.ts';

const names = { firstName: text('A first name'), lastName: text('A last name') };
const allowSpecialCharacters = flag('With special characters, too. Default false');
const list = (meaning: string) => z.optional(z.array(z.string()).check(z.describe(meaning)));
const record = (meaning: string) => z.optional(z.record(z.string(), z.unknown()).check(z.describe(meaning)));

/** Types of faker's `internet` module. */
export const internetTypes = family('internet', (faker) => faker.internet, {
  displayName: { summary: 'A name as shown to other users', takes: options(names) },
  domainName: "A domain's name",
  domainSuffix: 'A top-level domain',
  domainWord: 'A domain without its suffix',
  email: {
    summary: 'An e-mail address at a free provider',
    takes: options({
      ...names,
      provider: text('Domain. Default: one of some free providers'),
      allowSpecialCharacters,
    }),
  },
  emoji: {
    summary: 'An emoji',
    takes: options({
      types: list('smiley, body, person, nature, food, travel, activity, object, symbol, flag. Default: all'),
    }),
  },
  exampleEmail: {
    summary: 'An e-mail address at example.com, .net or .org',
    takes: options({ ...names, allowSpecialCharacters }),
  },
  httpMethod: 'An HTTP method',
  httpStatusCode: {
    summary: 'An HTTP status code',
    takes: options({
      types: list('informational, success, redirection, clientError, serverError. Default: all'),
    }),
  },
  ip: { summary: 'An IP address, version 4 or 6', kernel: (_, scope) => address('either', scope) },
  ipv4: {
    summary: 'An IPv4 address',
    takes: options({
      cidrBlock: text('Within this block, such as 192.168.0.0/16'),
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
        'Within this network. Default any',
      ),
    }),
    kernel: (args, scope) => (isBare(args) ? address(4, scope) : undefined),
  },
  ipv6: { summary: 'An IPv6 address', kernel: (_, scope) => address(6, scope) },
  jwtAlgorithm: 'A signing algorithm of JSON web tokens',
  mac: {
    summary: 'A MAC address',
    takes: either(
      z.string().check(z.describe('Separator')),
      z.strictObject({ separator: text('Between the bytes. Default :') }),
    ),
  },
  password: {
    summary: 'A password, 15 characters unless asked otherwise',
    params: options({
      length: size('Characters. Default 15'),
      memorable: flag('Pronounceable. Default false'),
      prefix: text('Its beginning'),
      pattern: z.optional(
        z.unknown().check(
          z.refine((pattern) => pattern === undefined, {
            error: 'pattern is a regular expression of JavaScript, which JSON cannot hold',
            params: { hint: 'Leave it out, or use helpers.fromRegExp' },
          }),
          z.describe('A regular expression, which JSON cannot hold: see helpers.fromRegExp'),
        ),
      ),
    }),
    example: { length: 20 },
    // A memorable one is made letter by letter.
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
    summary: 'A port number from 1 to 65535',
    kernel: (_, scope) => integer({ min: 1, max: 65_535 }, scope),
  },
  protocol: 'http or https',
  url: {
    summary: 'A web address',
    takes: options({
      appendSlash: flag('With a slash at the end. Default: half of them'),
      protocol: choice(['http', 'https'], 'Default https'),
    }),
  },
  userAgent: "A browser's user agent",
  username: { summary: "A user's name on a site", takes: options(names) },
  jwt: {
    summary: 'A JSON web token with a random signature',
    takes: options({
      header: record('Its header'),
      payload: record('Its payload'),
      refDate: date("Time of its claims. Default: the event's time"),
    }),
    usesTime: true,
  },
});
