import { createHooks } from '@interpose/core';
import { expect, test } from 'vitest';

import { sdkVersions, type Sdk } from '../../test/sdk-versions.ts';
// @boundaries-ignore shared by tests only
import { handedOut } from '../../../testing/test/handed-out.ts';
import { withHooks } from '../index.ts';

type Client = InstanceType<Sdk['OpenAI']>;

/** The method that sends the requests of a client; a hooked client has its own, whatever resource leads to it. */
const SENDS = 'fetchWithTimeout';

const unhooked = (value: object): string | undefined =>
  typeof Reflect.get(value, SENDS) === 'function' && !Object.hasOwn(value, SENDS)
    ? 'a client'
    : undefined;

test.each(
  sdkVersions.flatMap(({ version, sdk }) =>
    [
      ['client', (client: Client) => client],
      ['clone', (client: Client) => client.withOptions({ timeout: 1000 })],
    ].map(([what, derive]) => [version, what, sdk, derive] as const),
  ),
)('of %s: no property of a hooked %s leads to one that is not', (_version, _what, sdk, derive) => {
  const hooked = withHooks(new sdk.OpenAI({ apiKey: 'any', logLevel: 'off' }), createHooks());
  const from = (derive as (client: Client) => Client)(hooked);
  const skip = ['prototype', ...Object.getOwnPropertyNames(sdk.OpenAI)];
  expect(handedOut({ from }, unhooked, { skip })).toEqual([]);
});
