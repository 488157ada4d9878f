import type { Spec } from '../../decide/decision.ts';
import type { Shape } from '../shape.ts';
import { textDefault } from './categories.ts';
import { textSpec } from './named-texts.ts';
import { meantBy } from './abbreviations.ts';

/** Flags that are rarely or mostly set. */
const RARELY =
  /\b(deleted|archived|banned|blocked|locked|test|bot|fraud|spam|suspicious|refunded|error|failed|expired)$/;
const MOSTLY = /\b(active|enabled|verified|valid|visible|public|success|available|in stock)$/;

/**
 * What a person expects of a field with its name, type, length, bounds and default value: one function for the readers of all languages.
 * Undefined if nothing is known of it.
 */
export function namedSpec(shape: Shape, isEntity: boolean): Spec | undefined {
  switch (shape.kind) {
    case 'whole number':
    case 'number':
      return numberSpec(shape, isEntity);
    case 'boolean':
      return flagSpec(shape);
    case 'text':
      return textSpec(shape, isEntity);
    default:
      return undefined;
  }
}

function flagSpec({ name, initial }: Shape): Spec | undefined {
  const words = meantBy(name);
  const usual =
    typeof initial === 'boolean'
      ? initial
      : MOSTLY.test(words)
        ? true
        : RARELY.test(words)
          ? false
          : undefined;
  return usual === undefined
    ? undefined
    : { type: 'catbird.pickWeighted', params: { values: [usual, !usual], weights: [9, 1] } };
}

/** A text whose default value most rows have. */
export function withDefault(spec: Spec, shape: Shape): Spec {
  const initial = textDefault(shape);
  if (initial === undefined) return spec;
  return {
    type: 'oneOf',
    params: [
      { weight: 3, value: initial },
      { weight: 1, field: spec },
    ],
  };
}

/** Bounds and decimals of a number. */
interface Room {
  readonly isWhole: boolean;
  readonly min: number;
  readonly max: number;
  /** Default: those that are usual for what the number is. */
  readonly decimals: number | undefined;
}

type Make = (room: Room) => Spec | undefined;

/** Numbers from one bound to another, as far as the field allows. */
const between =
  (from: number, to: number, decimals = 2): Make =>
  (room) => {
    const [min, max] = [Math.max(from, room.min), Math.min(to, room.max)];
    if (min > max) return undefined;
    if (room.isWhole) return { type: 'number.int', params: { min: Math.ceil(min), max: Math.floor(max) } };
    return {
      type: 'number.float',
      params: { min, max, fractionDigits: Math.min(decimals, room.decimals ?? decimals) },
    };
  };

/** Beyond nearly all draws, so that readers know how large a number becomes. */
const largest = (median: number, sigma: number): number =>
  Number((median * Math.exp(6 * sigma)).toPrecision(2));

/** Positive numbers with a long tail. @param least of the field itself */
const around =
  (median: number, sigma = 0.9, least = 0): Make =>
  (room) => {
    const min = Math.max(least, room.min);
    if (room.max < median * 2)
      return room.max <= 0 ? undefined : between(Math.max(least, min), Math.min(room.max, median))(room);
    return {
      type: 'catbird.logNormal',
      params: {
        median: Math.max(median, min > 0 ? min * 2 : 0),
        sigma,
        min,
        max: Math.min(room.max, largest(median, sigma)),
        fractionDigits: room.decimals ?? 2,
      },
    };
  };

const near =
  (mean: number, deviation: number, from: number, to: number, decimals = 1): Make =>
  (room) => {
    const [min, max] = [Math.max(from, room.min), Math.min(to, room.max)];
    if (mean < min || mean > max) return between(from, to, decimals)(room);
    return {
      type: 'catbird.normal',
      params: { mean, deviation, min, max, fractionDigits: Math.min(decimals, room.decimals ?? decimals) },
    };
  };

/** Some values, the most frequent first. Those that the field does not allow are left out. */
const among =
  (...values: readonly number[]): Make =>
  ({ min, max, isWhole }) => {
    const allowed = values.filter(
      (value) => value >= min && value <= max && (!isWhole || Number.isInteger(value)),
    );
    const weights = allowed.map((_, i) => allowed.length - i);
    if (allowed.length < 2) return undefined;
    return { type: 'catbird.pickWeighted', params: { values: allowed, weights } };
  };

/** A rate in percent, or as a share of 1 if the field has no room for percents. */
const percents =
  (inPercent: Make, asShare: Make): Make =>
  (room) =>
    (room.isWhole || (room.max >= 20 && room.max < Infinity) ? inPercent : asShare)(room);

const share: Make = (room) => {
  if (room.isWhole || room.min > 0 || room.max < 1) return between(0, 100)(room);
  return {
    type: 'catbird.beta',
    params: { alpha: 2, beta: 5, min: 0, max: 1, fractionDigits: Math.min(4, room.decimals ?? 4) },
  };
};

/** Numbers by the words at the end of a name. */
const NUMBERS: readonly (readonly [RegExp, Make])[] = [
  [/\blatitude$/, between(-90, 90, 4)],
  [/\blongitude$/, between(-180, 180, 4)],
  [
    /\b(vat|tax|gst|mwst)( (rate|percent))$/,
    percents(among(19, 7, 0, 20, 21), among(0.19, 0.07, 0, 0.2, 0.21)),
  ],
  [
    /\bdiscount( (rate|percent))$/,
    percents(among(0, 10, 5, 15, 20, 25), among(0, 0.1, 0.05, 0.15, 0.2, 0.25)),
  ],
  [/\b(interest rate|apr|apy)$/, percents(between(0.5, 9.5), between(0.005, 0.095, 4))],
  [/\b(exchange|fx) rate$/, between(0.6, 1.6, 6)],
  [/\b(hourly|daily) rate$/, around(80, 0.5)],
  [/\b(heart rate|pulse|bpm)$/, near(72, 12, 40, 190, 0)],
  [
    /\b(percent|humidity|battery|battery level|cpu|cpu usage|memory usage|utilization|progress)$/,
    percents(between(0, 100), between(0, 100)),
  ],
  [/\b(rate|ratio|share|probability|confidence|likelihood|ctr)$/, share],
  [/\b(rating|stars)$/, (room) => (room.isWhole ? among(5, 4, 3, 2, 1)(room) : between(1, 5, 1)(room))],
  [/\bscore$/, between(0, 100)],
  [/\b(cents|pence|minor)$/, around(4_000)],
  [/\b(salary|annual income|income)$/, around(52_000, 0.4)],
  [/\b(revenue|turnover|budget|credit limit|loan amount|balance)$/, around(1_500, 1.2)],
  [/\b(tax|vat|discount|fee|tip|shipping|commission|postage|surcharge)( amount)?$/, around(6)],
  [
    /\b(amount|price|total|subtotal|cost|charge|paid|due|refund|net|gross|spend|bid|msrp|sales|payout|deposit|premium)( (amount|total|net|gross|usd|eur|gbp))?$/,
    around(40),
  ],
  [/\b(stock|inventory|on hand|stock level)$/, between(0, 500)],
  [/\b(quantity|items|item count|pieces|units|seats|guests|passengers)$/, between(1, 10)],
  [/\b(attempt|attempts|retries|retry count|errors|error count)$/, among(0, 1, 2, 3)],
  [/\b(views|clicks|likes|followers|downloads|impressions|visits|count)$/, around(12, 1.1)],
  [/\bage$/, near(41, 15, 18, 95, 0)],
  [/\b(birth year|year of birth)$/, between(1945, 2007)],
  [/\b(exp|expiry|expiration) year$/, between(2026, 2031)],
  [/\byear$/, between(2000, 2026)],
  [/\bmonth$/, between(1, 12)],
  [/\bquarter$/, between(1, 4)],
  [/\bweek$/, between(1, 52)],
  [/\b(week ?day|day of week)$/, between(0, 6)],
  [/\bday$/, between(1, 28)],
  [/\bhour$/, between(0, 23)],
  [/\b(minute|second)$/, between(0, 59)],
  [/\bhours$/, around(6, 0.6)],
  [/\b(minutes|mins?)$/, around(25, 0.7)],
  [/\b(seconds|secs?|duration s)$/, around(90)],
  [/\b(duration|latency|elapsed|response time|took|rtt|ping|ms|millis|milliseconds)$/, around(120, 0.8)],
  [/\b(bytes|file size|content length|body size|payload size|size)$/, around(20_000, 1.5)],
  [/\b(kb|kib|mb|mib)$/, around(300, 1.2)],
  [/\bport$/, between(1_024, 65_535)],
  [/\b(http|response|status) (status|code)$|^http status code$/, among(200, 201, 404, 304, 500, 400)],
  [/\btemperature( c| celsius)?$/, near(21, 5, -20, 45)],
  [/\bpressure$/, near(1_013, 8, 950, 1_060)],
  [/\b(voltage)$/, near(230, 4, 200, 250)],
  [/\b(speed|velocity)$/, near(55, 25, 0, 160)],
  [/\b(heading|bearing|angle|direction)$/, between(0, 359)],
  [/\b(altitude|elevation)$/, around(180, 1)],
  [/\b(distance|km|miles)$/, around(12, 1)],
  [/\bweight( kg)?$/, around(3, 0.8)],
  [/\b(height|width|length|depth)( cm)?$/, around(30, 0.6, 1)],
  [/\b(priority|level|severity)$/, between(1, 5)],
  [/\b(version|revision)$/, between(1, 20)],
  [/\b(position|rank|sort order|index)$/, between(1, 100)],
];

/** Times in seconds since 1970, which whole numbers of four bytes have room for. */
const EPOCH = /\b(at|timestamp|epoch|unix time)$/;
const MOST_SECONDS = 2 ** 31 - 1;

/** Numbers that a person expects of a name. Undefined if it says nothing, or if the field has no room for them. */
function numberSpec(shape: Shape, isEntity: boolean): Spec | undefined {
  const { name, kind, decimals, step = 1, min = -Infinity, max = Infinity } = shape;
  const room = kind === 'whole number' ? { isWhole: true, decimals: 0 } : { isWhole: false, decimals };
  if (step !== 1) return undefined;
  const words = meantBy(name);
  return (
    (isEntity ? undefined : epochSpec(words, { ...room, min, max })) ??
    NUMBERS.find(([test]) => test.test(words))?.[1]({ ...room, min, max })
  );
}

function epochSpec(words: string, { isWhole, min, max }: Room): Spec | undefined {
  const hasRoom = isWhole && max >= MOST_SECONDS && min <= 0;
  return hasRoom && EPOCH.test(words)
    ? { type: 'catbird.expression', params: 'floor(toMs(now()) / 1000)' }
    : undefined;
}

/** What is first, and what is after it. */
const FIRST =
  /\b(created|inserted|registered|signed up|joined|placed|ordered|opened|started|begin|start|departure|check in|valid from|issued|invoice|order|submitted|from)( (at|on|date|time|timestamp))?$/;
const UPDATED =
  /\b(updated|modified|changed|last (login|seen|activity|update|modified|updated)|synced)( (at|on|date|time|timestamp))?$/;
const LATER =
  /\b(end|ended|finished|completed|closed|resolved|paid|shipped|delivered|cancelled|canceled|returned|refunded|due|deadline|expires|expiry|expiration|expired|arrival|check out|valid (to|until)|until|deleted|archived)( (at|on|date|time|timestamp))?$/;

const TIMES: ReadonlySet<Shape['kind']> = new Set(['timestamp', 'date']);

/** Fields of a table, in which times that end or change something come after those that begin it, such as `updated_at` after `created_at`. */
export function withOrder(fields: readonly Shape[]): readonly Shape[] {
  return fields.map((field) => {
    const inner = field.fields === undefined ? field : { ...field, fields: withOrder(field.fields) };
    if (!isFree(field)) return inner;
    const words = meantBy(field.name);
    const isUpdate = UPDATED.test(words);
    if (!isUpdate && !LATER.test(words)) return inner;
    const first = fields.find(
      (each) => each !== field && each.kind === field.kind && isFree(each) && FIRST.test(meantBy(each.name)),
    );
    if (first === undefined) return inner;
    const isAbsent = first.isNullable === true || first.isOptional === true;
    return {
      ...inner,
      follows: {
        field: first.name,
        isStrict: false,
        isNullable: isAbsent,
        // A new row was changed when it was made.
        ...(isUpdate ? { ofEntity: true } : {}),
      },
    };
  });
}

const isFree = ({ kind, values, isList, choice, isKey, follows, from, to }: Shape): boolean =>
  TIMES.has(kind) &&
  [follows, from, to].every((each) => each === undefined) &&
  values === undefined &&
  isList !== true &&
  choice === undefined &&
  isKey !== true;
