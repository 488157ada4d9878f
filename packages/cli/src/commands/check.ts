import { inLine } from '@catbird/engine';
import { flagName, parseConfig, redact, secretsOf, type Destination } from '@catbird/send';
import { refuse } from '../refusal.ts';
import { defineCommand, type Command } from '../command.ts';
import { withFileTexts } from '../destinations/setting-files.ts';
import { clearTextNotes, commandFlags, settingsIn, withPredecessor } from '../destinations/setting-flags.ts';
import { EXIT } from '../exit-codes.ts';
import { durationFlag } from '../flags/readers.ts';
import { newTransport } from '../transport/http.ts';

const TIMEOUT_MS = 10_000;

/** `catbird check tinybird`: one request that tests host and credentials. */
export const checkCommand = (destination: Destination): Command =>
  defineCommand({
    flags: {
      ...commandFlags(destination),
      timeout: durationFlag({ help: 'Request timeout.', group: 'Check', default: '10s' }),
    },
    brief: { [destination.title]: Object.keys(commandFlags(destination)), Check: ['timeout'] },
    examples: [
      {
        line: `catbird check ${destination.command}`,
        does: 'test the settings in the environment; exit code 0 or 1',
      },
    ],
    async run(values, _operands, { env, err }) {
      // What looks around loads only now, so that few files are open at once.
      const { completeDestination, issuesWith, offerNotes } = await import('../environment/offer.ts');
      const given = withPredecessor(destination.command, settingsIn(values, destination), env);
      const nameOf = (name: string): string => `--${flagName(name)}`;
      const offer = await completeDestination(destination, given, env);
      const files = withFileTexts(destination, offer.settings);
      const parsed = files.ok ? parseConfig(destination, files.settings, { clearText: true, nameOf }) : files;
      if (!parsed.ok) return refuse(issuesWith(destination, parsed.issues, offer, nameOf), { err });
      const { config } = parsed;
      for (const note of [...offerNotes(offer), ...clearTextNotes(destination, config)])
        err.write(`${note}\n`);
      const transport = newTransport();
      const surroundings = {
        http: transport.http,
        now: Date.now,
        random: Math.random,
        write: () => undefined,
        awsKeys: offer.awsKeys,
      };
      const timeoutMs = values.timeout ?? TIMEOUT_MS;
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const { ok, message } = await destination.check(config, surroundings, signal);
        err.write(`${ok ? '✓' : '✗'} ${inLine(redact(message, secretsOf(destination, config)))}\n`);
        return ok ? EXIT.ok : EXIT.failed;
      } catch (error) {
        if (error !== signal.reason) throw error;
        err.write(`✗ No response from ${destination.host(config)} within ${timeoutMs / 1000} seconds\n`);
        return EXIT.failed;
      } finally {
        await transport.close();
      }
    },
  });
