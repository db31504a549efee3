import { describe, expect, test } from 'vitest';

import { createHooks, deny, type Hooks, type StepOutcome } from '../../index.ts';
import { logEvents } from '../../../test/event-log.ts';
import { sampleCall, sampleRequest, textResponse, TOOL } from '../../../test/sample-values.ts';

/** The steps by event: the payload, the result of the act, and the event that follows. */
const PAIRS = [
  [
    'preRequest',
    { request: sampleRequest() },
    textResponse('hi'),
    'onResponse',
    'response',
    'onRequestError',
  ],
  [
    'preToolCall',
    { call: sampleCall(), tool: TOOL },
    'done',
    'onToolCallResult',
    'result',
    'onToolCallError',
  ],
  [
    'preKnowledgeQuery',
    { query: { text: 'q' }, source: 'docs' },
    [{ id: '1', content: 'c' }],
    'onKnowledgeRetrieved',
    'results',
    undefined,
  ],
  [
    'preDelegate',
    { task: { kind: 'handoff', to: 'x', input: 1 } },
    'result',
    'onDelegateResult',
    'result',
    undefined,
  ],
  [
    'preMcpMessage',
    { message: { id: 1 }, server: 's', direction: 'client-to-server' },
    { id: 1, result: {} },
    'onMcpMessage',
    'message',
    undefined,
  ],
  [
    'preA2aMessage',
    {
      message: { id: 1 },
      method: 'message/send',
      role: 'client',
      leg: 'request',
      from: 'a',
      to: 'b',
    },
    { id: 1 },
    'onA2aMessage',
    'message',
    undefined,
  ],
] as const;

const run = (
  hooks: Hooks,
  event: string,
  payload: object,
  act: () => unknown,
): Promise<StepOutcome> =>
  hooks.step(event as 'preToolCall', payload as never, act) as Promise<StepOutcome>;

describe.each(PAIRS)('a step behind %s', (event, payload, output, after, key, error) => {
  test('fires the event before it and the one after it, and gives what it gave', async () => {
    const hooks = createHooks();
    const log = logEvents(hooks);
    const outcome = await run(hooks, event, payload, () => output);
    expect(outcome).toEqual({ kind: 'output', output, synthetic: false, changed: false });
    expect(outcome.kind === 'output' && outcome.output).toBe(output);
    expect(log).toEqual([event, after]);
  });

  test('shows what it gave to the event after it', async () => {
    const hooks = createHooks();
    const seen: unknown[] = [];
    hooks.addHook(after, (ctx) => {
      // The keys differ by event, and no single type covers them.
      const told = ctx as unknown as Record<string, unknown>;
      seen.push(told[key], told['synthetic']);
    });
    await run(hooks, event, payload, () => output);
    expect(seen).toEqual([output, false]);
  });

  test('is not taken when it is denied', async () => {
    const hooks = createHooks();
    const log = logEvents(hooks);
    hooks.addHook(event, () => deny('no') as never, { name: 'guard' });
    let acted = 0;
    const outcome = await run(hooks, event, payload, () => ++acted);
    expect(outcome).toMatchObject({
      kind: 'denied',
      phase: 'before',
      denial: { by: 'guard', event },
    });
    expect(acted).toBe(0);
    expect(log).toEqual([event]);
  });

  test('that fails is an error, told where an event is for it', async () => {
    const hooks = createHooks();
    const log = logEvents(hooks);
    const thrown = new Error('down');
    const outcome = await run(hooks, event, payload, () => Promise.reject(thrown));
    expect(outcome).toEqual({ kind: 'error', error: thrown, thrown, synthetic: false });
    expect(log).toEqual(error === undefined ? [event] : [event, error]);
  });

  test('denied after it is withheld', async () => {
    const hooks = createHooks();
    hooks.addHook(after, () => deny('private') as never);
    const outcome = await run(hooks, event, payload, () => output);
    expect(outcome).toMatchObject({ kind: 'denied', phase: 'after', denial: { event: after } });
  });
});
