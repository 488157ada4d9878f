import type { MethodKernel } from './options.ts';

/** Types with a kernel that makes faker's own values, only faster: loaded with the data of a schema. */
const NAMES: ReadonlySet<string> = new Set(
  Object.entries({
    color: 'cmyk colorByCSSColorSpace hsl hwb lab lch',
    commerce: 'isbn upc',
    date: 'betweens',
    finance: 'bic bitcoinAddress creditCardNumber iban litecoinAddress routingNumber transactionDescription',
    git: 'commitDate commitEntry',
    helpers: 'arrayElements fromRegExp rangeToNumber replaceCreditCardSymbols shuffle uniqueArray',
    image: 'avatar avatarGitHub dataUri personPortrait url urlPicsumPhotos',
    internet: 'jwt',
    location: 'nearbyGPSCoordinate postalAddress',
    lorem: 'text',
    number: 'bigInt',
    phone: 'imei',
    string: 'ulid',
    system: 'cron networkInterface',
    vehicle: 'vin',
  }).flatMap(([family, methods]) => methods.split(' ').map((method) => `${family}.${method}`)),
);

/** Whether a type has a kernel to load. */
export const hasMethodKernel = (type: string): boolean => NAMES.has(type);

/** What was loaded, for the life of the program. */
function newStore() {
  let kernels: ReadonlyMap<string, MethodKernel> | undefined;
  return {
    of: (type: string): MethodKernel | undefined => kernels?.get(type),
    load: async (): Promise<void> => {
      kernels ??= (await import('./kernels.ts')).methodKernels;
    },
  };
}

const store = newStore();

/** The kernel of a type; undefined if it has none, or none is loaded: then faker makes the same values. */
export const methodKernel = store.of;

/** Loads all kernels. @throws whatever an import throws */
export const loadMethodKernels = store.load;
