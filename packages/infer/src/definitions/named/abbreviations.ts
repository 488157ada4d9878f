import { wordsOf } from '../../search/type-search.ts';

/** Usual abbreviations in names of columns. */
const MEANT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    addr: 'address',
    amt: 'amount',
    cat: 'category',
    ccy: 'currency',
    cnt: 'count',
    ctry: 'country',
    curr: 'currency',
    cust: 'customer',
    dept: 'department',
    desc: 'description',
    descr: 'description',
    dob: 'birth date',
    dt: 'date',
    emp: 'employee',
    env: 'environment',
    fname: 'first name',
    ipaddr: 'ip address',
    lang: 'language',
    lname: 'last name',
    lng: 'longitude',
    lon: 'longitude',
    lat: 'latitude',
    msg: 'message',
    nbr: 'number',
    no: 'number',
    nr: 'number',
    num: 'number',
    org: 'organization',
    pct: 'percent',
    perc: 'percent',
    percentage: 'percent',
    pwd: 'password',
    qty: 'quantity',
    tel: 'phone',
    telephone: 'phone',
    temp: 'temperature',
    tz: 'time zone',
    usr: 'user',
    acct: 'account',
    ts: 'timestamp',
    plz: 'zip',
    postcode: 'zip',
    firstname: 'first name',
    lastname: 'last name',
    fullname: 'full name',
    surname: 'last name',
    username: 'user name',
    timezone: 'time zone',
    postalcode: 'postal code',
    zipcode: 'zip code',
    phonenumber: 'phone number',
    useragent: 'user agent',
    birthdate: 'birth date',
    birthday: 'birth date',
    email: 'mail',
  }),
);

/** The words of a field's name in lower case, without abbreviations: `usr_email_addr` and `userEmailAddress` are `user mail address`. */
export const meantBy = (name: string): string =>
  wordsOf(name.replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2').replaceAll(/([a-zA-Z])(\d)/g, '$1 $2'))
    .map((word) => MEANT.get(word) ?? word)
    .join(' ')
    .replace(/\be mail\b/, 'mail');
