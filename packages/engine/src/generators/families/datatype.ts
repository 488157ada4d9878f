import { family } from './family.ts';
import { pick, pickWeighted } from '../kernels/choice/choice.ts';
import { num, numberOrOptions, optionsOf } from './params.ts';
import { listSpace } from '../analysis/value-space.ts';

/** Types of faker's `datatype` module. */
export const datatypeTypes = family('datatype', (faker) => faker.datatype, {
  boolean: {
    summary: 'true or false',
    kind: { is: 'boolean' },
    params: numberOrOptions('Probability of true, from 0 to 1', {
      probability: num('Probability of true, from 0 to 1. Default 0.5'),
    }),
    example: { probability: 0.2 },
    kernel(args, scope) {
      const { probability = 0.5 } = optionsOf<{ probability?: number }>(args, 'probability');
      if (probability <= 0 || probability >= 1) return pick([probability >= 1], scope);
      if (probability === 0.5) return pick([true, false], scope);
      return pickWeighted([true, false], [probability, 1 - probability], scope);
    },
    shares(args) {
      const { probability = 0.5 } = optionsOf<{ probability?: number }>(args, 'probability');
      const share = Math.min(1, Math.max(0, probability));
      return [
        { value: true, share },
        { value: false, share: 1 - share },
      ];
    },
    values(args) {
      const { probability = 0.5 } = optionsOf<{ probability?: number }>(args, 'probability');
      return probability > 0 && probability < 1 ? listSpace([true, false]) : undefined;
    },
  },
});
