import { afterEach, describe, expect, test, vi } from 'vitest';

import { frozenCopy, modelCycle, toolCycle } from '../adapter.ts';
import { createHooks, textOf } from '../index.ts';
import { gateCall } from '../../test/gate-call.ts';
import { modelStep } from '../../test/model-step.ts';
import { completeChat, openTestChat } from '../../test/open-test-chat.ts';
import { sampleCall, sampleRequest, textMessage } from '../../test/sample-values.ts';
import { toolStep } from '../../test/tool-step.ts';
import { deepFreeze, freezeValues } from './freeze.ts';

afterEach(() => vi.unstubAllEnvs());

describe('strict', () => {
  test('makes an edit in place fail loudly', async () => {
    const hooks = createHooks({ strict: true });
    hooks.addHook('preToolCall', ({ call }) => {
      (call.args as Record<string, unknown>)['cents'] = 0;
    });
    const call = sampleCall();
    expect(await gateCall(hooks, call)).toMatchObject({ code: 'hook_failed' });
    expect(call.args).toEqual({ cents: 100 });
  });

  test('is the default, in production too: an edited call is denied and the tool keeps its arguments', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    const hooks = createHooks();
    const thrown: unknown[] = [];
    hooks.addHook('preToolCall', ({ call }) => {
      try {
        (call.args as Record<string, unknown>)['cents'] = 0;
      } catch (error) {
        thrown.push(error);
        throw error;
      }
    });
    const call = sampleCall();
    const ran: unknown[] = [];
    const step = toolStep({ call, run: ({ args }) => void ran.push(args) });
    const outcome = await toolCycle(await openTestChat(hooks), step);
    expect(thrown).toEqual([expect.any(TypeError)]);
    expect(outcome).toMatchObject({ kind: 'denied', denial: { code: 'hook_failed' } });
    expect([call.args, ran]).toEqual([{ cents: 100 }, []]);
  });

  test('off lets an edit in place through, unseen', async () => {
    const hooks = createHooks({ strict: false });
    hooks.addHook('preToolCall', ({ call }) => {
      (call.args as Record<string, unknown>)['cents'] = 0;
    });
    const call = sampleCall();
    expect(await gateCall(hooks, call)).toEqual({ decision: 'allow' });
    expect(call.args).toEqual({ cents: 0 });
  });

  test('freezes what observers of a chat see', async () => {
    const hooks = createHooks({ strict: true });
    const frozen: boolean[] = [];
    hooks.observe('onChatStart', ({ messages }) => {
      frozen.push(Object.isFrozen(messages), Object.isFrozen(messages[0]?.content[0]));
    });
    hooks.observe('onMessage', ({ message }) => void frozen.push(Object.isFrozen(message.content)));
    hooks.observe(
      'onChatDone',
      ({ response }) => void frozen.push(Object.isFrozen(response?.content)),
    );
    const chat = await openTestChat(hooks, { messages: () => [textMessage('hello')] });
    await modelCycle(chat, modelStep());
    await completeChat(chat);
    expect(frozen).toEqual([true, true, true, true, true]);
  });

  test("leaves objects of a class alone: an error stays the host's own", async () => {
    const hooks = createHooks({ strict: true });
    const error = Object.assign(new Error('down'), { detail: { retry: 1 } });
    hooks.addHook('onToolCallError', () => undefined);
    await toolCycle(await openTestChat(hooks), toolStep({ run: () => Promise.reject(error) }));
    expect(Object.isFrozen(error)).toBe(false);
    expect(Object.isFrozen(error.detail)).toBe(false);
  });

  test('is told to adapters, which copy what belongs to the host', async () => {
    expect((await openTestChat(createHooks({ strict: true }))).strict).toBe(true);
    expect((await openTestChat(createHooks({ strict: false }))).strict).toBe(false);
  });

  test('never clones: an unchanged request keeps the identity of every message', async () => {
    const hooks = createHooks({ strict: true });
    const request = sampleRequest();
    const seen: unknown[] = [];
    hooks.addHook('preRequest', (ctx) => {
      seen.push(ctx.request, ctx.request.messages[0]);
    });
    await modelCycle(await openTestChat(hooks), modelStep({ request: () => request }));
    expect(seen[0]).toBe(request);
    expect(seen[1]).toBe(request.messages[0]);
  });
});

describe('a deep freeze', () => {
  test('reaches every plain object and list, also in a circle', () => {
    const value: Record<string, unknown> = { list: [{ deep: {} }] };
    value['self'] = value;
    expect(deepFreeze(value)).toBe(value);
    expect(Object.isFrozen((value['list'] as { deep: object }[])[0]!.deep)).toBe(true);
  });

  test('calls no getter and freezes no object of a class', () => {
    let calls = 0;
    const map = new Map();
    const value = deepFreeze({
      map,
      get lazy() {
        calls++;
        return {};
      },
    });
    expect(calls).toBe(0);
    expect(Object.isFrozen(value)).toBe(true);
    expect(Object.isFrozen(map)).toBe(false);
  });

  test('leaves what a value inherits alone', () => {
    const inherited = Object.assign(Object.create(null) as object, { shared: {} });
    deepFreeze(Object.create(inherited));
    expect(Object.isFrozen(inherited.shared)).toBe(false);
  });

  test('asks for no descriptor, which would be an object for every key of every value', () => {
    const value = { messages: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }] };
    const asked = vi.spyOn(Object, 'getOwnPropertyDescriptor');
    deepFreeze(value);
    freezeValues({ request: value });
    const times = asked.mock.calls.length;
    asked.mockRestore();
    expect(times).toBe(0);
  });

  test.each([undefined, null, 7, 'text'])('of %s is %s', (value) => {
    expect(deepFreeze(value)).toBe(value);
  });

  test("of a payload's values leaves the payload itself open", () => {
    const payload = { call: { args: {} } };
    freezeValues(payload);
    expect([Object.isFrozen(payload), Object.isFrozen(payload.call.args)]).toEqual([false, true]);
  });

  test('of a payload builds no request that nobody reads', () => {
    let built = 0;
    freezeValues({
      response: { content: [] },
      get request() {
        built++;
        return {};
      },
    });
    expect(built).toBe(0);
  });
});

describe('a frozen copy', () => {
  test('is equal, frozen, and apart from the original', () => {
    const original = { args: { list: [1, { n: 2 }] }, text: textOf('x') };
    const copy = frozenCopy(original);
    expect(copy).toEqual(original);
    expect(Object.isFrozen(copy.args.list[1])).toBe(true);
    expect(Object.isFrozen(original.args.list)).toBe(false);
    original.args.list.push(3);
    expect(copy.args.list).toHaveLength(2);
  });

  test('keeps circles, objects of a class and keys that look like a prototype', () => {
    const date = new Date(0);
    const original: Record<string, unknown> = { date, ...JSON.parse('{"__proto__":{"x":1}}') };
    original['self'] = original;
    Object.defineProperty(original, '__proto__', { value: { x: 1 }, enumerable: true });
    const copy = frozenCopy(original);
    expect(copy['self']).toBe(copy);
    expect(copy['date']).toBe(date);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(Object.keys(copy)).toContain('__proto__');
  });

  test('shares what was shared', () => {
    const shared = { n: 1 };
    const copy = frozenCopy({ a: shared, b: [shared] });
    expect(copy.a).toBe(copy.b[0]);
  });
});
