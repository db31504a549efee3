import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { signIn } from '../../test/sign-in.ts';
import { killGuardians, startGuardian, type StartedGuardian } from '../../test/start-guardian.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-limits-'));
const [ATTACKER, ELSEWHERE] = ['127.0.0.2', '127.0.0.3'];

/** Tries an invented link from this address of this machine; returns the status of the answer. */
async function guess(
  url: string,
  localAddress: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number | undefined> {
  const sent = request(new URL('/api/login', url), { method: 'POST', localAddress, headers });
  sent.end(JSON.stringify({ token: 'guessed' }));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

async function guessUntilTurnedAway(
  url: string,
  address: string,
  headers?: Readonly<Record<string, string>>,
): Promise<readonly unknown[]> {
  const statuses: unknown[] = [];
  for (let tries = 0; tries < 12; tries += 1) statuses.push(await guess(url, address, headers));
  return statuses;
}

const TURNED_AWAY = [...Array.from({ length: 10 }, () => 401), 429, 429];

describe('a guardian that people reach straight', () => {
  let guardian: StartedGuardian;
  beforeAll(async () => {
    guardian = await startGuardian({ INTERPOSE_FOLDER: join(folder, 'straight') });
  });
  afterAll(killGuardians);

  test('turns away whoever guesses links, whatever they write into a header, and lets everybody else sign in', async () => {
    const lie = (at: number): Record<string, string> => ({ 'x-forwarded-for': `10.0.0.${at}` });
    expect(await guessUntilTurnedAway(guardian.url, ATTACKER, lie(1))).toEqual(TURNED_AWAY);
    expect(await guess(guardian.url, ATTACKER, lie(2))).toBe(429);
    expect(await guess(guardian.url, ELSEWHERE)).toBe(401);
    const person = await signIn(guardian);
    expect(await person.get('/api/me')).toMatchObject({ person: { role: 'admin' } });
  });
});

test('a guardian behind a proxy believes what the proxy says of the address, and nothing else', async () => {
  const settings = { INTERPOSE_FOLDER: join(folder, 'behind'), INTERPOSE_PROXIES: '1' };
  const guardian = await startGuardian(settings);
  const seen = (address: string, told = ''): Record<string, string> => ({
    'x-forwarded-for': `${told}${address}`,
  });
  expect(await guessUntilTurnedAway(guardian.url, '127.0.0.1', seen('9.9.9.9'))).toEqual(
    TURNED_AWAY,
  );
  expect(await guess(guardian.url, '127.0.0.1', seen('9.9.9.9', '1.2.3.4, '))).toBe(429);
  expect(await guess(guardian.url, '127.0.0.1', seen('8.8.8.8', '9.9.9.9, '))).toBe(401);
  await killGuardians();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));
