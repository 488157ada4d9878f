// cspell:disable -- words of many languages
import { meantBy } from '../definitions/named/abbreviations.ts';
import type { Column } from './column.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** What fields of categories are called, in several languages, without accents. */
const HEADS = words(
  `status state type kind category subcategory class plan tier level priority severity urgency method channel mode
  medium currency country language locale browser os device platform unit uom role environment stage phase
  action event size color colour frequency interval visibility direction format protocol result outcome decision
  weekday quarter season sentiment edition trigger segment operation verb
  zustand typ kategorie unterkategorie klasse tarif stufe prioritat methode zahlungsart zahlungsmethode zahlart versandart
  lieferart bestellstatus auftragsstatus zahlungsstatus lieferstatus versandstatus kontotyp produktkategorie kanal
  vertriebskanal wahrung land sprache gerat geratetyp einheit rolle farbe grosse wochentag ereignis aktion
  statut etat categorie niveau priorite moyen canal devise monnaie pays langue appareil navigateur unite formule
  couleur taille evenement
  estado tipo categoria clase nivel prioridad metodo moneda divisa pais idioma dispositivo navegador unidad rol tamano evento
  stato livello priorita canale valuta paese lingua unita ruolo colore evento
  situacao moeda unidade papel tamanho cor
  soort prioriteit betaalmethode kanaal taal apparaat eenheid kleur
  stan rodzaj poziom priorytet metoda kanal waluta kraj jezyk urzadzenie jednostka rola kolor
  статус тип категория уровень приоритет метод канал валюта страна язык устройство единица роль цвет
  状態 ステータス 種類 種別 国 通貨 言語 状态 类型 类别 国家 货币 语言 渠道 等级 级别`,
);

/** What else names of such fields have, without being about a person, a place or health. */
const QUALIFIERS = words(
  `order payment pay shipping shipment delivery fulfillment fulfilment invoice billing subscription account user customer ticket issue
  task incident job run build pipeline deployment request response http api event device product item transaction
  card traffic utm campaign log error notification session page app application client server system network connection
  data file media content mime storage cluster sensor machine trip ride booking reservation game match
  loan policy price pricing discount refund stock inventory warehouse sales deal quote contract document form video
  audio image stream source target from to old new previous current last first default primary main sub the of no
  sales operating measure product properties payload meta metadata context attributes attrs info details name code
  text value id de du la el del di da do bestell auftrag zahlung produkt konto commande paiement produit pedido pago producto
  ordine pagamento prodotto`,
);

/** Words that name no person, no place and no illness. */
const VALUES = words(
  `yes no true false y n t f on off none null unknown other others default custom auto manual
  active inactive enabled disabled open opened closed pending processing processed paid unpaid shipped delivered cancelled
  canceled refunded returned completed complete created new draft published archived failed success successful succeeded
  failure error errors ok queued running started stopped waiting scheduled confirmed rejected approved accepted declined
  denied submitted review reviewed resolved progress todo done in hold held blocked expired trial trialing past due overdue
  partial partially fully void voided authorized captured settled charged disputed placed packed picked dispatched transit
  out for received ready online offline idle busy available unavailable up down healthy degraded
  free basic starter standard plus pro premium business enterprise team gold silver bronze platinum diamond
  info debug warn warning error critical fatal trace notice low medium high urgent normal minor major severe lowest highest
  web mobile desktop tablet app ios android windows macos linux chrome safari firefox edge opera email sms push phone
  store online shop retail wholesale marketplace partner direct organic referral social paid search display affiliate
  card credit debit cash paypal invoice bank transfer wire check cheque visa mastercard amex discover voucher prepaid wallet
  express pickup overnight economy ground air sea
  get post put patch delete head options insert update remove add create read write view edit
  login logout signup signin signout click page pageview screen search purchase checkout order cart item viewed added removed
  clicked opened sent started ended paused resumed played stopped viewed uploaded downloaded shared liked followed
  user admin owner editor viewer member guest moderator
  production staging development prod stage dev test qa
  public private internal unlisted inbound outbound incoming outgoing left right top bottom
  daily weekly monthly quarterly yearly annual annually hourly once
  monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun
  positive neutral negative male female small medium large s m l xs xl xxl
  kg g mg lb oz ml cl cm mm km mi ft pcs pc pieces piece hour hours day days week month year percent c
  https http tcp udp icmp json xml csv pdf png jpg
  string number integer boolean object array
  ja nein bezahlt offen geschlossen versendet versandt geliefert storniert abgebrochen erstattet retourniert bearbeitung
  ausstehend aktiv inaktiv neu entwurf fehler erfolgreich fehlgeschlagen niedrig mittel hoch kritisch rechnung uberweisung
  lastschrift karte kreditkarte bar mannlich weiblich klein gross unbekannt
  oui non paye payee envoye expedie livre livree annule annulee rembourse attente actif inactif nouveau brouillon termine
  carte virement especes faible moyen eleve
  si pagado enviado entregado cancelado reembolsado pendiente activo inactivo nuevo borrador completado tarjeta
  transferencia efectivo bajo medio alto
  pagato spedito consegnato annullato rimborsato attesa attivo inattivo nuovo bozza completato carta bonifico contanti basso alto
  sim nao pago enviado entregue cancelado pendente ativo inativo novo concluido cartao dinheiro baixo alto
  nee betaald verzonden geleverd geannuleerd actief inactief nieuw
  tak nie oplacone wyslane dostarczone anulowane aktywny nieaktywny nowy`,
);

/** Whether a word names no person, no place and no illness. */
export const isPlainWord = (word: string): boolean => VALUES.has(word.toLowerCase());

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether a name of a field, or of an object with fields, is that of a category: each of its words is known, and the last but for `name` and `code` says so. */
export function namesCategory(path: string): boolean {
  const all = plain(meantBy(path.replaceAll('.', ' ')))
    .split(' ')
    .filter((word) => word !== '');
  const [last = ''] = all.filter((word) => word !== 'name' && word !== 'code').slice(-1);
  const isOfUse = /\b(unit|moyen) (of|de) /.test(all.join(' ')) || all.join(' ').endsWith('operating system');
  return (HEADS.has(last) || isOfUse) && all.every((word) => HEADS.has(word) || QUALIFIERS.has(word));
}

const COUNTRY = /\b(country|land|pays|pais|paese|kraj|страна|market)\b|^(国|国家)$/;
const CURRENCY =
  /\b(currency|wahrung|devise|monnaie|moneda|divisa|valuta|moeda|waluta|валюта)\b|^(通貨|货币)$/;
const LANGUAGE = /\b(language|locale|sprache|langue|idioma|lingua|taal|jezyk|язык)\b|^(言語|语言)$/;

/** Words that are names of people, too, unless the field says what they are. */
const COLOR = /\b(colou?r|farbe|couleur|colore|cor|kleur|kolor|цвет)\b/;
const COLORS = words('black white blue red green yellow orange purple pink grey gray brown');
const MONTH = /\b(month|season|monat|mois|mes|mese|maand)\b/;
const MONTHS = words(
  'january february march april may june july august september october november december spring summer autumn fall winter',
);

/**
 * Tells the words that values of a field may be: those of categories, and codes of countries or languages if the field is called so, and of
 * currencies if all values are.
 */
export function categoryWords({
  name: field,
  counts,
}: Pick<Column, 'name' | 'counts'>): (value: unknown) => boolean {
  if ([...counts.keys()].every((value) => CURRENCIES.has(String(value)))) return () => true;
  const name = plain(meantBy(field));
  const countries = COUNTRY.test(name) ? countryNames() : new Set<string>();
  const others = [...(COLOR.test(name) ? COLORS : []), ...(MONTH.test(name) ? MONTHS : [])];
  const isPart = (part: string): boolean => VALUES.has(part) || others.includes(part);
  return (value) => {
    if (typeof value !== 'string' || value.length > LONGEST) return false;
    const parts = plain(value.replaceAll(/([a-z])([A-Z])/g, '$1 $2')).split(/[\s_.:/-]+/);
    if (parts.length <= MOST_PARTS && parts.every(isPart)) return true;
    if (/^\p{Lu}\w+\/\p{Lu}/u.test(value)) return Intl.supportedValuesOf('timeZone').includes(value);
    if (COUNTRY.test(name)) return countries.has(plain(value));
    if (CURRENCY.test(name)) return CURRENCIES.has(value.toUpperCase());
    return LANGUAGE.test(name) && /^[a-z]{2}([-_][A-Z]{2})?$/.test(value);
  };
}

const LONGEST = 40;
const MOST_PARTS = 4;

/** Different words of categories, up to which they are listed although they hardly repeat in few rows. */
const FEW_WORDS = 10;

/** Whether all values of a column are a few words of categories: such as three countries of five orders. */
export const areFewWords = (column: Column): boolean =>
  column.counts.size <= FEW_WORDS && [...column.counts.keys()].every(categoryWords(column));

const LOCALES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ru', 'ja', 'zh'];

/** Codes of countries, and their names in several languages, as the machine knows them. */
function countryNames(): ReadonlySet<string> {
  const all = LOCALES.map((locale) => new Intl.DisplayNames(locale, { type: 'region' }));
  const names = [...COUNTRIES].flatMap((code) => [code, ...all.map((each) => each.of(code) ?? code)]);
  return new Set([...names.map(plain), 'usa', 'uk', 'england', 'scotland', 'wales']);
}

/** Country codes of ISO 3166-1 alpha-2: each word is a first letter, and the second letters that follow it. */
export const COUNTRIES: ReadonlySet<string> = new Set(
  `ADEFGILMOQRSTUWXZ BABDEFGHIJLMNOQRSTVWYZ CACDFGHIKLMNORUVWXYZ DEJKMOZ ECEGHRST FIJKMOR GABDEFGHILMNPQRSTUWY HKMNRTU IDELMNOQRST JEMOP KEGHIMNPRWYZ LABCIKRSTUVY MACDEFGHKLMNOPQRSTUVWXYZ NACEFGILOPRUZ OM PAEFGHKLMNRSTWY QA REOSUW SABCDEGHIJKLMNORSTVXYZ TCDFGHJKLMNORTVWZ UAGMSYZ VACEGINU WFS YET ZAMW`
    .split(' ')
    .flatMap(([first = '', ...seconds]) => seconds.map((second) => first + second)),
);

/** Currencies of ISO 4217 that are often traded. */
export const CURRENCIES: ReadonlySet<string> = new Set(
  `AED ARS AUD BGN BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR JPY KES KRW KWD MAD MXN MYR NGN NOK NZD PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TRY TWD UAH USD UYU VND ZAR`.split(
    ' ',
  ),
);
