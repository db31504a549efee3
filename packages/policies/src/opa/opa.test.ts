import { createHooks, type Dict, type ToolCall } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { opaModule, type OpaModule } from '../../test/opa-module.ts';
import { opa, type OpaOptions } from './index.ts';

expect.extend(policyMatchers);

const ASK = { decision: 'ask', reason: 'refunds need a person', remember: 'chat' };
const DENY = { decision: 'deny', reason: 'not here', code: 'closed', message: 'Sorry.' };

const wasm = await opaModule({
  cases: [
    { holds: '"name":"search"', result: true },
    { holds: '"name":"exec"', result: false },
    { holds: '"name":"refund"', result: ASK },
    { holds: '"name":"late"', result: DENY },
    { holds: '"name":"odd"', result: { decision: 'permit' } },
    { holds: '"name":"allows"', result: { allow: true } },
    { holds: '"name":"text"', result: 'true' },
    { holds: '"name":"aborts"', aborts: true },
  ],
});
const policy = await opa({ wasm });

function calling(name: string, args: Dict = {}): { readonly call: ToolCall } {
  return { call: { id: 'c', name, args } };
}

function made(module: OpaModule, options: Partial<OpaOptions> = {}): Promise<unknown> {
  return opaModule(module).then((bytes) => opa({ wasm: bytes, ...options }));
}

describe('opa', () => {
  test('lets a step pass for true, and denies for false', async () => {
    expect(await tryPolicy(policy, 'preToolCall', calling('search'))).toAllow();
    expect(await tryPolicy(policy, 'preToolCall', calling('exec'))).toDeny({ code: 'opa_denied' });
  });

  test('takes a verdict for what it is', async () => {
    expect(await tryPolicy(policy, 'preToolCall', calling('refund'))).toAsk(
      'refunds need a person',
    );
    expect(await tryPolicy(policy, 'preToolCall', calling('late'))).toDeny({
      reason: 'not here',
      code: 'closed',
      message: 'Sorry.',
    });
  });

  test.each(['undefined rule', 'odd', 'allows', 'text'])(
    'denies for an answer that is not known: %s',
    async (name) => {
      expect(await tryPolicy(policy, 'preToolCall', calling(name))).toDeny({ code: 'opa_unknown' });
    },
  );

  test('denies where the policy aborts, and goes on deciding, however often it aborts', async () => {
    for (let n = 0; n < 5; n++) {
      const trial = await tryPolicy(policy, 'preToolCall', calling('aborts', { n }));
      expect(trial).toDeny({ code: 'opa_error' });
      expect(trial.verdict).toMatchObject({ data: { problem: 'aborted on purpose' } });
    }
    expect(await tryPolicy(policy, 'preToolCall', calling('search'))).toAllow();
  });

  test.each<[string, unknown]>([
    ['a function', () => 1],
    ['a date', new Date(0)],
    ['NaN', Number.NaN],
    ['half of a surrogate pair', '\u{D800}'],
  ])('denies %s among the arguments', async (_, value) => {
    const payload = calling('search', { value });
    expect(await tryPolicy(policy, 'preToolCall', payload, { strict: false })).toDeny({
      code: 'opa_error',
    });
  });

  test('sees event, user, agent and payload, and not the id of the call', async () => {
    const sees = await opa({
      wasm: await opaModule({
        cases: [
          {
            holds:
              '{"agent":{"id":"bot","name":"Bot"},"call":{"args":{"a":1,"b":[]},"name":"x"},"event":"preToolCall","scope":"s","tool":',
            result: true,
          },
        ],
        otherwise: false,
      }),
    });
    const payload = { ...calling('x', { b: [], a: 1 }), scope: 's' };
    const agent = { id: 'bot', name: 'Bot', instructions: 'secret' };
    expect(await tryPolicy(sees, 'preToolCall', payload, { agent })).toAllow();
    expect(await tryPolicy(sees, 'preToolCall', payload)).toDeny();
  });

  test('takes another input, and other events', async () => {
    const other = await opa({
      wasm: await opaModule({ cases: [{ holds: '{"only":"preRequest"}', result: true }] }),
      events: ['preRequest', 'preToolCall'],
      input: ({ event }) => ({ only: event }),
    });
    expect(await tryPolicy(other, 'preRequest', { request: { messages: [] } })).toAllow();
    expect(await tryPolicy(other, 'preToolCall', calling('x'))).toDeny();
  });

  test('keeps its data beside the input, also after large inputs', async () => {
    const module: OpaModule = {
      cases: [{ where: 'data', holds: '"limit":5', result: true }],
      otherwise: false,
    };
    const bytes = await opaModule(module);
    const limited = await opa({ wasm: bytes, data: { limit: 5 }, cache: 0 });
    const large = calling('x', { text: 'x'.repeat(2_000_000) });
    for (const payload of [calling('x'), large, calling('x')])
      expect(await tryPolicy(limited, 'preToolCall', payload)).toAllow();
    expect(await tryPolicy(await opa({ wasm: bytes }), 'preToolCall', calling('x'))).toDeny();
  });

  test('denies an input that is larger than what may be read at once', async () => {
    const huge = calling('search', { text: 'x'.repeat(70_000_000) });
    expect(await tryPolicy(policy, 'preToolCall', huge)).toDeny({ code: 'too_complex' });
    expect(await tryPolicy(policy, 'preToolCall', calling('search'))).toAllow();
  });

  test('asks the entrypoint that is named', async () => {
    const wasmOfTwo = await opaModule({
      entrypoints: ['app/first', 'app/second'],
      cases: [{ entrypoint: 1, holds: '{', result: true }],
      otherwise: false,
    });
    const second = await opa({ wasm: wasmOfTwo, entrypoint: 'app/second' });
    expect(await tryPolicy(second, 'preToolCall', calling('x'))).toAllow();
    const first = await opa({ wasm: wasmOfTwo, entrypoint: 'app/first' });
    expect(await tryPolicy(first, 'preToolCall', calling('x'))).toDeny();
    await expect(opa({ wasm: wasmOfTwo })).rejects.toThrow(
      /2 entrypoints; .*app\/first, app\/second/,
    );
  });

  test('calls functions of the app, and remembers no decision then', async () => {
    let [hour, calls] = [9, 0];
    const clock = (): unknown => {
      calls++;
      return [{ result: hour < 17 }];
    };
    const timed = (await made(
      { builtins: ['app.open'], cases: [{ holds: '{', builtin: 0 }] },
      { builtins: { 'app.open': clock } },
    )) as Awaited<ReturnType<typeof opa>>;
    expect(await tryPolicy(timed, 'preToolCall', calling('x'))).toAllow();
    hour = 18;
    expect(await tryPolicy(timed, 'preToolCall', calling('x'))).toDeny({ code: 'opa_denied' });
    expect(calls).toBe(2);
  });

  test('denies where a function of the app fails', async () => {
    const failing = (await made(
      { builtins: ['app.open'], cases: [{ holds: '{', builtin: 0 }] },
      {
        builtins: {
          'app.open': () => {
            throw new Error('password');
          },
        },
      },
    )) as Awaited<ReturnType<typeof opa>>;
    const trial = await tryPolicy(failing, 'preToolCall', calling('x'));
    expect(trial).toDeny({ code: 'opa_error' });
    expect(JSON.stringify(trial.verdict)).not.toContain('password');
  });

  test('decides parallel steps apart', async () => {
    const hooks = createHooks({ policies: [policy] });
    const tool = { name: 'x', origin: 'local', known: true, enabled: true } as const;
    const names = ['search', 'exec', 'late', 'search'];
    const verdicts = await Promise.all(
      names.map(async (name) => hooks.dispatch('preToolCall', { ...calling(name), tool })),
    );
    expect(verdicts.map(({ decision }) => decision)).toEqual(['allow', 'deny', 'deny', 'allow']);
  });
});
