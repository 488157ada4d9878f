import type { Rate } from '../timing.ts';
import { constant, type Factor, type Stretch } from './stretch.ts';

/** Values at instants, straight between them; before the first and after the last they are constant. An instant twice is a jump. */
function points(knots: readonly (readonly [ms: number, value: number])[]): Factor {
  const stretches: Stretch[] = [];
  let [startMs, atStart] = [-Infinity, knots[0][1]];
  for (const [ms, value] of knots) {
    if (ms > startMs)
      stretches.push({ startMs, endMs: ms, atStart, atEnd: startMs === -Infinity ? atStart : value });
    [startMs, atStart] = [ms, value];
  }
  stretches.push({ startMs, endMs: Infinity, atStart, atEnd: atStart });
  return {
    over: (fromMs, toMs) => stretches.filter((stretch) => stretch.endMs > fromMs && stretch.startMs < toMs),
    spacingMs: Math.max(1, (startMs - knots[0][0]) / knots.length),
    zeroFromMs: atStart === 0 ? startMs : Infinity,
  };
}

/**
 * The factors of a rate, in a fixed order: events per second, then what multiplies them.
 *
 * @param eps events per second where the rate has no stages
 * @param originMs the instant that stages count from
 */
export function factorsOf(rate: Rate, eps: number, originMs: number): readonly Factor[] {
  const { stages } = rate;
  return [
    stages === undefined || stages.length === 0
      ? constant(eps)
      : points(stages.map(([afterMs, value]) => [originMs + afterMs, value])),
  ];
}
