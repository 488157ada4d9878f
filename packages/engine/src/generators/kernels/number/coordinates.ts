import { cosOfTurns, sinOfTurns } from '../../../numeric/deterministic-math.ts';
import { draw, drawKey, type Subject, UNIT32 } from '../../../numeric/random.ts';
import { literal } from '../choice/choice.ts';
import { type Cell, type Chunk, CHUNK_ROWS, type Place } from '../engine/cell.ts';
import { DEGREE_DECIMALS, putDegrees } from './digits.ts';

export interface NearbyParams {
  readonly origin: readonly [number, number];
  readonly radius?: number;
  readonly isMetric?: boolean;
}

/** Units per degree: 0.1 µm on the ground, and at most 15 significant digits. */
const UNITS = 10 ** DEGREE_DECIMALS;
const COMMA = 0x2c;
const BRACKET_CLOSE = 0x5d;

/**
 * Faker's location.nearbyGPSCoordinate with an origin. Draws an angle in steps of 1e-5 rad and a distance in steps of 1e-3 km or
 * 1.60934e-3 km (miles), scaled by 0.995 against float error, at 40,000 km / 360 per degree.
 */
export function nearby(params: NearbyParams, at: Place): Cell {
  const [latitude, longitude] = params.origin;
  const radiusKm = (params.radius ?? 10) * (params.isMetric ? 1 : 1.60934);
  const angles = Math.floor(2 * Math.PI * 1e5) + 1;
  const distances = Math.floor(radiusKm * 1e3) + 1;
  const degrees = 0.995 / (40000 / 360) / 1e3;
  const { key: angleKey, odd: angleOdd } = drawKey(at.path, 0);
  const { key: distanceKey, odd: distanceOdd } = drawKey(at.path, 1);
  const { coarse, fine } = sines();
  const lead = literal(`${at.lead}[`);
  const circle = {
    latitude,
    longitude,
    angles,
    distances,
    degrees,
    angleKey,
    distanceKey,
    angleOdd,
    distanceOdd,
    coarse,
    fine,
  };
  return {
    maxBytes: lead.maxBytes + 72,
    column(chunk, subject) {
      lead.column(chunk, subject);
      choosePlaces(subject, chunk.rows, circle);
      putPlaces(chunk);
    },
  };
}

interface Circle {
  readonly latitude: number;
  readonly longitude: number;
  /** Number of possible angles and distances. */
  readonly angles: number;
  readonly distances: number;
  /** Degrees per step of distance. */
  readonly degrees: number;
  readonly angleKey: number;
  readonly distanceKey: number;
  readonly angleOdd: number;
  readonly distanceOdd: number;
  readonly coarse: Float64Array;
  readonly fine: Float64Array;
}

/** Scratch: the places of a chunk in units, valid within one call of `column`. */
const latitudes = new Float64Array(CHUNK_ROWS);
const longitudes = new Float64Array(CHUNK_ROWS);

function choosePlaces({ a, b }: Subject, rows: number, circle: Circle): void {
  const { latitude, longitude, degrees, coarse, fine } = circle;
  const north = latitudes;
  const east = longitudes;
  const angleScale = circle.angles * UNIT32;
  const distanceScale = circle.distances * UNIT32;
  const angleKey = circle.angleKey | 0;
  const angleOdd = circle.angleOdd | 0;
  const distanceKey = circle.distanceKey | 0;
  const distanceOdd = circle.distanceOdd | 0;
  for (let r = 0; r < rows; r++) {
    const angle = ((draw(a[r], b[r], angleKey, angleOdd) >>> 0) * angleScale) | 0;
    const distance = (((draw(a[r], b[r], distanceKey, distanceOdd) >>> 0) * distanceScale) | 0) * degrees;
    // Sine and cosine from two small tables (angle = 1000·i + j steps) by the angle addition formula.
    const i = (angle / 1000) | 0;
    const j = angle - i * 1000;
    const sin = coarse[i * 2] * fine[j * 2 + 1] + coarse[i * 2 + 1] * fine[j * 2];
    const cos = coarse[i * 2 + 1] * fine[j * 2 + 1] - coarse[i * 2] * fine[j * 2];
    let lat = latitude + sin * distance;
    let lon = longitude + cos * distance;
    // Wrap around a pole or the date line. The test comes first because a remainder of doubles takes some 20 ns.
    if (lat > 90 || lat < -90) {
      lat %= 180;
      if (lat > 90 || lat < -90) {
        lat = Math.sign(lat) * 180 - lat;
        lon += 180;
      }
    }
    if (lon >= 180 || lon < -180) lon = (((lon % 360) + 540) % 360) - 180;
    north[r] = Math.floor(lat * UNITS + 0.5);
    east[r] = Math.floor(lon * UNITS + 0.5);
  }
}

function putPlaces({ bytes, view, at, rows }: Chunk): void {
  const north = latitudes;
  const east = longitudes;
  for (let r = 0; r < rows; r++) {
    const p = putDegrees(bytes, view, at[r], north[r]);
    view.setInt8(p, COMMA);
    const end = putDegrees(bytes, view, p + 1, east[r]);
    view.setInt8(end, BRACKET_CLOSE);
    at[r] = end + 1;
  }
}

/** (sin, cos) of 1000·i steps and of j steps of 1e-5 rad. */
function sines(): { coarse: Float64Array; fine: Float64Array } {
  return { coarse: pairs(630, 1e-2), fine: pairs(1000, 1e-5) };
}

const pairs = (n: number, step: number): Float64Array =>
  Float64Array.from({ length: 2 * n }, (_, i) =>
    (i & 1 ? cosOfTurns : sinOfTurns)(((i >> 1) * step) / (2 * Math.PI)),
  );
