import { testStates } from './accessible-states.ts';

// accessibility.long.spec.ts looks at both sizes in both themes, with every rate.
testStates('phone', ['light'], ['pattern', 'steps']);
