import type { Spec } from '../../decide/decision.ts';
import type { Shape } from '../shape.ts';
import { meantBy } from './abbreviations.ts';

/** Values of a category by the words at the end of its name, the most frequent first. Of several lists, that with the default value applies. */
const CATEGORIES: readonly (readonly [RegExp, ...string[]])[] = [
  [/\b(marital|family) status$/, 'married single divorced widowed'],
  [/\b(order|payment|invoice|delivery|shipment|fulfillment) (status|state)$/, ...orders()],
  [/\b(ticket|issue|case|task|incident) (status|state)$/, 'open in_progress resolved closed'],
  [/\b(job|run|build|pipeline|deployment) (status|state)$/, 'succeeded running queued failed cancelled'],
  [/\bsubscription (status|state)$/, 'active trialing past_due canceled'],
  [
    /\b(status|stage|phase)$/,
    'active inactive suspended closed',
    ...orders(),
    'draft published archived',
    'open in_progress resolved closed',
    'queued running succeeded failed',
    'new contacted qualified won lost',
    'todo in_progress done',
    'scheduled confirmed completed no_show',
    'enabled disabled',
    'submitted in_review approved rejected',
  ],
  [
    /\b(plan|tier|edition)( name)?$|\bsubscription( type)?$/,
    'free starter pro enterprise',
    'basic standard premium',
  ],
  [/\bpriority$/, 'medium low high urgent', 'normal low high'],
  [/\bseverity$/, 'info warning error critical', 'low medium high critical'],
  [/\b(log )?level$/, 'info debug warn error', 'low medium high', 'beginner intermediate advanced'],
  [/\brole$/, 'user admin editor viewer', 'member admin owner', 'customer agent admin'],
  [/\b(gender|sex)$/, 'female male other'],
  [/\bchannel$/, 'web mobile email store', 'email sms push'],
  [/\b(device type|device category|form factor)$/, 'mobile desktop tablet'],
  [/\bplatform$/, 'web ios android'],
  [/\bpayment (method|type)$/, 'card paypal bank_transfer invoice'],
  [/\b(shipping|delivery) (method|type|option)$/, 'standard express pickup'],
  [/\b(http|request) ?(method|verb)$|^method$/, 'GET POST PUT DELETE'],
  [/\b(environment|stage name)$/, 'production staging development'],
  [/\b(card (brand|type|issuer|network)|issuer)$/, 'visa mastercard amex discover'],
  [/\b(transaction|payment) (type|kind)$/, 'payment refund deposit withdrawal transfer'],
  [/\baccount type$/, 'checking savings business', 'personal business'],
  [/\bphone type$/, 'mobile home work'],
  [/\baddress type$/, 'shipping billing'],
  [/\b(customer|user) (type|segment)$|^segment$/, 'returning new vip'],
  [/\b(event (type|name)|action|event)$/, 'page_view click signup login purchase'],
  [/\b(product )?category( name)?$/, 'electronics clothing home books sports'],
  [/\b(traffic |utm )?source$/, 'google direct newsletter facebook', 'web app api import'],
  [/\b(utm )?medium$/, 'organic cpc email referral'],
  [/\bvisibility$/, 'public private unlisted'],
  [/\b(frequency|interval|billing (cycle|period)|recurrence)$/, 'monthly yearly weekly daily'],
  [/\bsentiment$/, 'positive neutral negative'],
  [/\bdirection$/, 'inbound outbound', 'in out'],
  [/\b(unit|uom|unit of measure)$/, 'pcs kg l m'],
  [/\b(clothing |shirt |garment )?size$/, 'M L S XL'],
  [/\b(salutation|honorific|name prefix)$/, 'Ms. Mr. Dr.'],
  [/\bblood (type|group)$/, 'O+ A+ B+ AB+ O- A-'],
  [/\b(week ?day|day of week)( name)?$/, 'monday tuesday wednesday thursday friday saturday sunday'],
  [/\bcurrency( code)?$/, 'EUR USD GBP CHF JPY'],
  [/\blocale$/, 'en-US de-DE fr-FR es-ES', 'en_US de_DE fr_FR es_ES', 'en de fr es'],
  [/\blanguage( code)?$/, 'en de fr es it', 'en-US de-DE fr-FR'],
  [/\b(mime|content|media) ?type$/, 'application/json text/html image/png application/pdf'],
  [/\b(file )?(extension|ext)$/, 'pdf jpg png csv docx'],
  [/\b(browser)( name)?$/, 'Chrome Safari Firefox Edge'],
  [/\b(os|operating system)( name)?$/, 'Windows iOS Android macOS Linux'],
  [/\bprotocol$/, 'https http', 'tcp udp icmp'],
  [/\b(colou?r)( name)?$/, 'black white blue red green grey'],
  [/\bdepartment( name)?$/, 'Sales Engineering Marketing Finance Support'],
];

/** Two words for the same: one that orders begin with, and one after payment. */
function orders(): readonly [string, string] {
  return ['paid pending shipped delivered cancelled refunded', 'completed created processing failed'];
}

/** Names of states of a country or of a process: only a default tells. */
const STATE = /^state$/;

/** Words that a default value is, if it is one of several. */
const WORD = /^[a-z][\w.-]{0,30}$/i;

/** Few values for a text that is named like a category, its default first, or else undefined. They are not longer than the field allows. */
export function categorySpec(shape: Shape): Spec | undefined {
  const words = meantBy(shape.name);
  const initial = textDefault(shape);
  const name = STATE.test(words) && initial !== undefined ? 'status' : words;
  const [, ...lists] = CATEGORIES.find(([test]) => test.test(name)) ?? [];
  const all = lists.map((list) => list.split(' '));
  const isIn = (list: readonly string[]): boolean => list.some((each) => isSame(each, initial));
  const values = all.find(isIn) ?? all[0];
  if (values === undefined) return undefined;
  const others = values.filter((value) => !isSame(value, initial));
  const cased = others.map((value) => likeCase(value, initial));
  return weightedSpec(fitting(initial === undefined ? cased : [initial, ...cased], shape));
}

/** The default value of a text, if it is a word that fits. */
export function textDefault({ initial, kind, minLength = 0, maxLength = 255 }: Shape): string | undefined {
  const isWord = kind === 'text' && typeof initial === 'string' && WORD.test(initial);
  return isWord && initial.length >= minLength && initial.length <= maxLength ? initial : undefined;
}

const isSame = (value: string, initial: string | undefined): boolean =>
  value.toLowerCase() === initial?.toLowerCase();

/** A value in capitals if the default is: `ACTIVE`, `Active`. */
function likeCase(value: string, initial = ''): string {
  if (/^[A-Z][A-Z\d_.-]+$/.test(initial)) return value.toUpperCase();
  return /^[A-Z][a-z]/.test(initial) ? value.charAt(0).toUpperCase() + value.slice(1) : value;
}

/** Values of the right length; their first letters if there is room for one letter only. */
function fitting(values: readonly string[], { minLength = 0, maxLength = 255 }: Shape): readonly string[] {
  if (maxLength === 1)
    return [...new Set(values.map((value) => (value.length === 1 ? value : value.charAt(0).toUpperCase())))];
  return values.filter(({ length }) => length >= minLength && length <= maxLength);
}

/** Values that are half as frequent as the one before. One alone is no choice. */
function weightedSpec(values: readonly string[]): Spec | undefined {
  if (values.length < 2) return undefined;
  const weights = values.map((_, i) => 2 ** (values.length - 1 - i));
  return { type: 'catbird.pickWeighted', params: { values, weights } };
}
