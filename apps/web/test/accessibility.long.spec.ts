import { ALL_RATES } from './accessible-rates.ts';
import { testStates } from './accessible-states.ts';
import { THEMES } from './axe.ts';

testStates('phone', THEMES, ALL_RATES);
testStates('desktop', THEMES, ALL_RATES);
testStates('desktop at 200 %', ['light'], ['pattern']);
testStates('desktop at 400 %', ['light'], ['pattern']);
testStates('desktop', ['light'], ['pattern'], 'active');
