import type { AwsKeys } from '@catbird/send';

/** Keys of AWS whose secrets join others as they are renewed, so that no message has them. */
export const noting =
  (keys: AwsKeys, secrets: string[]): AwsKeys =>
  async () => {
    const current = await keys();
    for (const secret of [current.secretAccessKey, current.sessionToken])
      if (secret !== undefined && !secrets.includes(secret)) secrets.push(secret);
    return current;
  };
