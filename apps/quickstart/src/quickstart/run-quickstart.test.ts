import { scriptedModel, say } from '@interpose/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { runQuickstart } from './run-quickstart.ts';
import type { ModelChoice } from './parse-quickstart-arguments.ts';

afterEach(() => vi.unstubAllEnvs());

async function linesOf(choice: ModelChoice): Promise<readonly string[]> {
  vi.stubEnv('FORCE_COLOR', undefined);
  vi.stubEnv('NO_COLOR', '1');
  const printed: string[] = [];
  await runQuickstart(choice, (text) => printed.push(text));
  return printed.join('\n').split('\n');
}

test('a newcomer reads it on one screen', async () => {
  const lines = await linesOf({ kind: 'recorded' });
  expect(lines.length).toBeLessThanOrEqual(40);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
});

test('each of the three policies is seen at work, with what really ran', async () => {
  const text = (await linesOf({ kind: 'recorded' })).join('\n');
  expect(text).toContain('allow   no policy minds\n          ran as asked → {"order":1042');
  expect(text).toContain(
    'deny    by no-deletion: only people delete customers\n' +
      '          never ran; the model reads "Blocked by no-deletion: only people delete customers"',
  );
  expect(text).toContain(
    'ask     by ask-for-refunds: pay back $24? → the shift lead says yes\n' +
      '          ran as asked → "paid back $24"',
  );
  expect(text).toContain(
    'modify  by hide-cards\n' +
      '          ran send_mail({"to":"ann@example.com","body":"$24 back to card **** 1111."}) → "sent"',
  );
  expect(text).toMatch(/\nanswer {4}I am sorry about the mug\./);
  expect(text).toContain('4 calls: 1 went through, 1 rewritten, 1 asked about, 1 denied.');
});

test('the live model is asked over the network at the address of the service', async () => {
  await using server = await scriptedModel();
  const chat = server.chat([say('Hello from the service.')]);
  vi.stubEnv('OPENAI_BASE_URL', chat.baseURL);
  const lines = await linesOf({ kind: 'live', apiKey: 'key', model: 'some-model' });
  expect(lines[0]).toContain('The model is some-model.');
  expect(lines).toContain('answer    Hello from the service.');
  expect(chat.requests[0]?.headers['authorization']).toBe('Bearer key');
});

test('a service that does not answer is told with the remedy', async () => {
  await using server = await scriptedModel();
  const failure = { kind: 'failure', status: 401, message: 'Incorrect API key.' } as const;
  vi.stubEnv('OPENAI_BASE_URL', server.chat([failure]).baseURL);
  const running = linesOf({ kind: 'live', apiKey: 'wrong', model: 'some-model' });
  await expect(running).rejects.toThrow(
    /^\[model_failed\] the model gave no answer: Incorrect API key\.; check OPENAI_API_KEY/,
  );
});
