import type { Column } from './described.ts';
import type { Feature } from './features.ts';
import { ruleOf, scaledRule, vectorOf, numbersOf, type Candidate, type NumberRule } from './formula.ts';
import { scalesOf } from './scale.ts';
import { passes, type Target } from './target.ts';

/** Units of time, in milliseconds. */
const UNITS: Readonly<Record<string, number>> = {
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};

/** Numbers that are the difference of two times. */
export function differenceRules(target: Target, features: readonly Feature[]): NumberRule[] {
  const times = features.filter(({ kind, column }) => kind === 'time' || column?.isEpoch === true);
  const rules: NumberRule[] = [];
  for (const from of times)
    for (const to of times) {
      if (from === to) continue;
      const candidate: Candidate = {
        parts: [from, to],
        of: ([a, b], row) => b[row] - a[row],
        write: (writer) => `dateDiff(${from.write(writer)}, ${to.write(writer)}, "millisecond")`,
        tries: 2 * times.length ** 2,
        cost: 0.3,
      };
      const rule = scaledRule(target, candidate);
      if (rule !== undefined) rules.push(inWholeUnits(target, candidate, rule));
    }
  return rules;
}

/** A difference that is cut to whole units has a function for it. */
function inWholeUnits(target: Target, { parts, of }: Candidate, rule: NumberRule): NumberRule {
  const x = vectorOf(of, numbersOf(parts), target.numbers.length);
  for (const { factor, plus, rounding } of scalesOf(target, x, false)) {
    const unit = Object.keys(UNITS).find((name) => UNITS[name] === Math.round(1 / factor.value));
    if (plus.value !== 0 || unit === undefined) return rule;
    const isCut = rounding.name === 'floor' || x.every((ms) => ms !== ms || ms % UNITS[unit] === 0);
    const [from, to] = parts;
    if (isCut)
      return {
        ...rule,
        write: (writer) => `dateDiff(${from.write(writer)}, ${to.write(writer)}, "${unit}")`,
      };
    return rule;
  }
  return rule;
}

/** Times that are another time plus a number of units. */
export function laterRules(target: Target, features: readonly Feature[]): NumberRule[] {
  const { column } = target;
  const rules: NumberRule[] = [];
  const amounts = features.filter(({ kind }) => kind === 'number');
  for (const from of features) {
    if (from.kind !== 'time' || from.column === undefined) continue;
    const isSameForm = isKept(column, from.column);
    for (const amount of amounts)
      for (const [unit, ms] of Object.entries(UNITS)) {
        const later = (start: number, units: number): number => start + Math.round(units * ms);
        if (!passes(target, (row) => later(from.numbers[row], amount.numbers[row]))) continue;
        const rule = ruleOf(target, {
          parts: [from, amount],
          of: ([start, units], row) => later(start[row], units[row]),
          write: (writer) =>
            isSameForm
              ? `dateAdd(${from.write(writer)}, ${amount.write(writer)}, "${unit}")`
              : `toMs(${from.write(writer)}) + round(${amount.write(writer)} * ${ms})`,
          constants: 0,
          tries: 6 * features.length ** 2,
          cost: 0,
        });
        if (rule !== undefined) rules.push({ ...rule, isInstant: !isSameForm });
      }
  }
  return rules;
}

/** Times that are always as long after another one. */
export function shiftedRules(target: Target, features: readonly Feature[]): NumberRule[] {
  const { column } = target;
  return features.flatMap((from): NumberRule[] => {
    if (from.kind !== 'time' || from.column === undefined) return [];
    const [row] = target.blocks[0];
    const shift = target.numbers[row] - from.numbers[row];
    if (shift !== shift || shift === 0 || !passes(target, (each) => from.numbers[each] + shift)) return [];
    const unit = unitOf(shift);
    const isSameForm = isKept(column, from.column);
    const rule = ruleOf(target, {
      parts: [from],
      of: ([start], each) => start[each] + shift,
      write: (writer) =>
        isSameForm
          ? `dateAdd(${from.write(writer)}, ${shift / UNITS[unit]}, "${unit}")`
          : `toMs(${from.write(writer)}) + ${shift}`,
      constants: 1,
      tries: 2 * features.length,
      cost: 1,
    });
    return rule === undefined ? [] : [{ ...rule, isInstant: !isSameForm }];
  });
}

/** Forms that a sum has as its first part has them. */
const KEPT_FORM = /^9999-99-99(T99:99:99\.999Z|[T ]99:99:99)$/;

/** Whether the sum of a time and a duration has the form of a column. */
const isKept = ({ form }: Column, from: Column): boolean =>
  form !== undefined && form === from.form && KEPT_FORM.test(form);

/** The largest unit of which a duration is a multiple. */
const unitOf = (ms: number): string =>
  Object.keys(UNITS)
    .toReversed()
    .find((unit) => ms % UNITS[unit] === 0) ?? 'millisecond';
