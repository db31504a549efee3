import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Storage } from '../storage/open-storage.ts';
import { AgentTokens } from './agent-tokens.ts';
import { hashSecret } from './secret-proofs.ts';

const [ID, SECRET] = ['0123456789ab', 'x'.repeat(32)];
const BEARER = `Bearer ig_${ID}_${SECRET}`;

/** Makes a database with one token, until the token is revoked. */
async function withOneToken(): Promise<{
  readonly storage: Storage;
  isThere: boolean;
  looks: number;
}> {
  const hash = (await hashSecret(SECRET, 'salt')).toString('hex');
  const row = { id: ID, tenant: 'default', agent: 'shop', salt: 'salt', hash, expires_at: null };
  const stage = {
    isThere: true,
    looks: 0,
    storage: {
      within: () => {
        stage.looks += 1;
        return Promise.resolve(stage.isThere ? row : undefined);
      },
      // The class only asks for rows.
    } as unknown as Storage,
  };
  return stage;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a token that was taken back unheard is known for half a minute more, also where the clock is set back', async () => {
  const stage = await withOneToken();
  const tokens = new AgentTokens(stage.storage, 'own');
  expect(await tokens.check(BEARER)).toEqual({ tenant: 'default', agent: 'shop' });
  stage.isThere = false;
  vi.setSystemTime(Date.now() - 86_400_000);
  expect(await tokens.check(BEARER)).toMatchObject({ agent: 'shop' });
  vi.advanceTimersByTime(31_000);
  expect(await tokens.check(BEARER)).toBe(undefined);
});

test('an agent that asks many things at once is looked for once', async () => {
  const stage = await withOneToken();
  const tokens = new AgentTokens(stage.storage, 'own');
  const answers = await Promise.all(Array.from({ length: 20 }, async () => tokens.check(BEARER)));
  expect(answers.filter((access) => access?.agent === 'shop')).toHaveLength(20);
  // The second look stores when the token was used.
  expect(stage.looks).toBe(2);
});
