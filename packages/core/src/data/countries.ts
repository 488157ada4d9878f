/** What the places and people of a country have in common. */
export interface Country {
  readonly name: string;
  /** ISO 4217 code of its currency. */
  readonly currency: string;
  /** ISO 639-1 code of its most common language. */
  readonly language: string;
  /** Mobile numbers. `#` is a digit, `!` one from 2 to 9, and `[13]` one of those in brackets. */
  readonly phones: readonly string[];
  /** Postal codes. `#` is a digit, `!` one from 1 to 9, `?` a letter, and `[13]` one of those in brackets. Empty: the country has none. */
  readonly postalCodes: readonly string[];
  /** Free email providers, the most common first. */
  readonly providers: readonly string[];
}

const GLOBAL = ['gmail.com', 'outlook.com', 'yahoo.com', 'icloud.com', 'hotmail.com'];

/** Countries by their ISO 3166-1 alpha-2 codes. Numbers follow the plans of the ITU's members; libphonenumber checks them in a test. */
export const COUNTRIES: Readonly<Record<string, Country>> = {
  BR: {
    name: 'Brazil',
    currency: 'BRL',
    language: 'pt',
    phones: ['+55 [1][1-9] 9[6-9]### ####', '+55 21 9[6-9]### ####', '+55 [3478]1 9[6-9]### ####'],
    postalCodes: ['!####-###'],
    providers: ['gmail.com', 'hotmail.com', 'outlook.com', 'yahoo.com.br', 'uol.com.br', 'bol.com.br'],
  },
  DE: {
    name: 'Germany',
    currency: 'EUR',
    language: 'de',
    phones: ['+49 15[127] ########', '+49 16[023] #######', '+49 17# #######'],
    postalCodes: ['0[1-9]###', '!####'],
    providers: ['gmail.com', 'gmx.de', 'web.de', 't-online.de', 'outlook.de', 'icloud.com', 'freenet.de'],
  },
  FR: {
    name: 'France',
    currency: 'EUR',
    language: 'fr',
    phones: ['+33 6 [0-2]# ## ## ##', '+33 6 [5-8]# ## ## ##', '+33 7 [5-8]# ## ## ##'],
    postalCodes: ['0[1-9]###', '[1-8]####', '9[0-5]###'],
    providers: ['gmail.com', 'orange.fr', 'hotmail.fr', 'free.fr', 'outlook.fr', 'yahoo.fr', 'laposte.net'],
  },
  GB: {
    name: 'United Kingdom',
    currency: 'GBP',
    language: 'en',
    phones: ['+44 774# ######', '+44 796# ######', '+44 780[1-6] ######'],
    postalCodes: [
      '[BEGLMNSW][1-9] !??',
      '[BEGLMNSW]1[0-9] !??',
      'A[BL]! !??',
      'B[ABDHLNRST]! !??',
      'C[ABFHMORTVW]! !??',
      'D[ADEGHLNTY]! !??',
      'L[AELNSU]! !??',
      'N[EGNPRW]! !??',
      'S[AEGKLMNOPRSTWY]! !??',
      'T[ADFNQRSW]! !??',
      'W[ADFNRSV]! !??',
    ],
    providers: [
      'gmail.com',
      'hotmail.co.uk',
      'outlook.com',
      'yahoo.co.uk',
      'icloud.com',
      'btinternet.com',
      'sky.com',
    ],
  },
  JP: {
    name: 'Japan',
    currency: 'JPY',
    language: 'ja',
    phones: ['+81 [789]0-[1-9]###-####'],
    postalCodes: ['!##-####', '0[1-9]#-####'],
    providers: ['gmail.com', 'yahoo.co.jp', 'icloud.com', 'docomo.ne.jp', 'ezweb.ne.jp', 'outlook.jp'],
  },
  US: {
    name: 'United States',
    currency: 'USD',
    language: 'en',
    phones: ['+1 (2[01][235]) [2-9]##-####'],
    postalCodes: ['!####', '0[1-9]###'],
    providers: [...GLOBAL, 'aol.com', 'comcast.net'],
  },
};
