import { expect, test } from 'vitest';
import { tokenBy } from './token-command.ts';

test('a command prints a token and nothing else, and no error shows what it printed', async () => {
  expect(await tokenBy('echo  secret')).toBe('secret');
  for (const [command, why] of [
    ['echo secret; echo secret', 'printed more than a token'],
    ['true', 'printed no token'],
    ['echo secret; exit 3', 'ended with 3'],
  ] as const) {
    const failure = await tokenBy(command).catch(String);
    expect(failure).toContain(why);
    expect(failure).not.toContain('secret');
  }
});
