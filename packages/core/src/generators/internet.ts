import { family, isBare } from './family.ts';
import { address } from './kernels/address.ts';
import { ALPHABETS } from './kernels/alphabets.ts';
import { characters } from './kernels/characters.ts';
import { integer } from './kernels/integer.ts';
import { extentOf, options, size } from './params.ts';

/** Types of faker's `internet` module. */
export const internetTypes = family('internet', (faker) => faker.internet, {
  displayName: 'A name as shown to other users',
  domainName: "A domain's name",
  domainSuffix: 'A top-level domain',
  domainWord: 'A domain without its suffix',
  email: 'An e-mail address at a free provider',
  emoji: 'An emoji',
  exampleEmail: 'An e-mail address at example.com, .net or .org',
  httpMethod: 'An HTTP method',
  httpStatusCode: 'An HTTP status code',
  ip: { summary: 'An IP address, version 4 or 6', kernel: (_, scope) => address('either', scope) },
  ipv4: {
    summary: 'An IPv4 address',
    kernel: (args, scope) => (isBare(args) ? address(4, scope) : undefined),
  },
  ipv6: { summary: 'An IPv6 address', kernel: (_, scope) => address(6, scope) },
  jwtAlgorithm: 'A signing algorithm of JSON web tokens',
  mac: 'A MAC address',
  password: {
    summary: 'A password, 15 characters unless asked otherwise',
    params: options({ length: size('Characters. Default 15') }),
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
  url: 'A web address',
  userAgent: "A browser's user agent",
  username: "A user's name on a site",
  jwt: { summary: 'A JSON web token with a random signature', usesTime: true },
});
