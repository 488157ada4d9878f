import { killObjectTests } from './object-kills.ts';

killObjectTests(2);
