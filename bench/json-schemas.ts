import { readdirSync, readFileSync } from 'node:fs';
import { compile, loadData, parseSchema } from '@catbird/core';
void [readdirSync, readFileSync, compile, loadData, parseSchema];
