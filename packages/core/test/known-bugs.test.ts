import { describe, expect, test } from 'vitest';

import { reportToolError, streamCycle, toolCycle } from '../src/adapter.ts';
import { createHooks, deny, respond, retry } from '../src/index.ts';
import { logEvents } from './event-log.ts';
import { gateCall } from './gate-call.ts';
import { logSessions } from './log-sessions.ts';
import { openTestChat } from './open-test-chat.ts';
import { sampleCall, TOOL } from './sample-values.ts';
import { drain, streamStep, textLeft, textParts } from './stream-step.ts';
import { toolStep } from './tool-step.ts';

describe('faults that hook systems are known for', () => {
  test('a modification is not lost when a later hook lets the step go on', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { cents: 1 } } }));
    hooks.addHook('preToolCall', () => ({ decision: 'allow' }));
    const ran: unknown[] = [];
    const step = toolStep({ run: ({ args }) => void ran.push(args) });
    await toolCycle(await openTestChat(hooks), step);
    expect(ran).toEqual([{ cents: 1 }]);
  });

  test('a retry that was decided is carried out', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallError', ({ attempt }) => (attempt === 1 ? retry() : undefined));
    let runs = 0;
    const run = (): string => {
      if (++runs === 1) throw new Error('flaky');
      return 'done';
    };
    const outcome = await toolCycle(await openTestChat(hooks), toolStep({ run }));
    expect(runs).toBe(2);
    expect(outcome).toMatchObject({ kind: 'result', result: 'done' });
  });

  test('a modify that the host cannot carry out is not turned into an allow', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: {} } }));
    const chat = await openTestChat(hooks, { can: { preToolCall: ['allow', 'deny'] } });
    let runs = 0;
    const outcome = await toolCycle(chat, toolStep({ run: () => ++runs }));
    expect(outcome).toMatchObject({ kind: 'denied', denial: { code: 'modify_unsupported' } });
    expect(runs).toBe(0);
  });

  test('a hook that disposes itself does not make the next one be skipped', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    const gone = hooks.addHook('preToolCall', () => {
      log.push('gone');
      gone();
    });
    hooks.addHook('preToolCall', () => void log.push('next'));
    await gateCall(hooks);
    expect(log).toEqual(['gone', 'next']);
  });

  test('the same function registered twice is not removed twice by the first disposer', async () => {
    const hooks = createHooks();
    let calls = 0;
    const hook = (): void => void calls++;
    hooks.addHook('preToolCall', hook)();
    const first = hooks.addHook('preToolCall', hook);
    hooks.addHook('preToolCall', hook);
    first();
    await gateCall(hooks);
    expect(calls).toBe(1);
  });

  test('no delta is streamed before a hook on the whole response has seen it', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponse', () => deny('private'));
    const outcome = await streamCycle(
      await openTestChat(hooks),
      streamStep([textParts('my sec', 'ret')]),
    );
    expect(textLeft(await drain(outcome))).toBe('');
  });

  test('a short-circuit does not reach a disabled tool', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => respond({ result: 'as if it had run' }));
    const disabled = toolStep({ tool: { ...TOOL, enabled: false } });
    const outcome = await toolCycle(await openTestChat(hooks), disabled);
    expect(outcome).toMatchObject({ kind: 'error', cause: 'disabled' });
  });

  test('tools of the same batch do not start after an abort', async () => {
    const hooks = createHooks();
    const controller = new AbortController();
    const chat = await openTestChat(hooks, { signal: controller.signal });
    hooks.addHook('preToolCall', async () => undefined);
    const started: string[] = [];
    const batch = ['a', 'b', 'c'].map((id) =>
      toolCycle(
        chat,
        toolStep({
          call: sampleCall({}, id),
          run() {
            started.push(id);
            controller.abort('stop');
          },
        }),
      ),
    );
    await Promise.allSettled(batch);
    expect(started).toEqual(['a']);
  });

  test('no error ending fires beside the done ending', async () => {
    const hooks = createHooks();
    const log = logEvents(hooks);
    hooks.observe(
      'onChatDone',
      () => {
        throw new Error('observer');
      },
      { run: 'sequence', onError: 'throw' },
    );
    const chat = await openTestChat(hooks);
    await chat.end({ kind: 'done', reason: 'completed' });
    await chat.end({ kind: 'error', error: new Error('late') });
    expect(log.filter((event) => /^onChat[^S]/.test(event))).toEqual(['onChatDone']);
  });

  test('arguments from a hook that do not fit never fall back to the original', async () => {
    for (const args of ['{"cents": 1', null, undefined, [1]]) {
      const hooks = createHooks();
      hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args } }) as never);
      let runs = 0;
      const outcome = await toolCycle(await openTestChat(hooks), toolStep({ run: () => ++runs }));
      expect(outcome).toMatchObject({ kind: 'denied', denial: { code: 'invalid_verdict' } });
      expect(runs).toBe(0);
    }
  });

  test('the order of priorities is the documented one: low first, mirrored after the step', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    for (const priority of [30, 10, 20]) {
      hooks.addHook('preToolCall', () => void log.push(`in ${priority}`), { priority });
      hooks.addHook('onToolCallResult', () => void log.push(`out ${priority}`), { priority });
    }
    await toolCycle(await openTestChat(hooks), toolStep());
    expect(log).toEqual(['in 10', 'in 20', 'in 30', 'out 30', 'out 20', 'out 10']);
  });

  test('session events are fired, once each', async () => {
    const hooks = createHooks();
    const log = logSessions(hooks);
    await hooks.inSession({ id: 's' }, async () => {
      await (await openTestChat(hooks)).end({ kind: 'done', reason: 'completed' });
    });
    expect(log).toEqual(['start s', 'end s scope']);
  });

  test('a call whose arguments do not parse reaches neither the gate nor the tool', async () => {
    const hooks = createHooks();
    const log = logEvents(hooks);
    hooks.addHook('onToolCallError', () => ({ decision: 'respond', outcome: { result: 'faked' } }));
    const report = { call: sampleCall(), tool: TOOL, error: 'bad JSON', cause: 'invalid' } as const;
    const outcome = await reportToolError(await openTestChat(hooks), report);
    expect(outcome).toMatchObject({ kind: 'denied' });
    expect(log).not.toContain('preToolCall');
  });
});
