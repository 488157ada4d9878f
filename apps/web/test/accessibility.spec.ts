import { testStates } from './accessible-states.ts';

// What one size or theme hides, the other shows. accessibility.long.spec.ts looks at all of it in both.
testStates('phone', ['light'], ['steps', 'bursts']);
testStates('desktop', ['dark'], ['pattern', 'custom']);
