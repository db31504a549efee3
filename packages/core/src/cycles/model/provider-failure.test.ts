import { describe, expect, test } from 'vitest';

import { modelCycle } from '../../adapter.ts';
import { createHooks, deny } from '../../index.ts';
import { logEvents } from '../../../test/event-log.ts';
import { modelStep } from '../../../test/model-step.ts';
import { openTestChat } from '../../../test/open-test-chat.ts';
import { textResponse } from '../../../test/sample-values.ts';

const failing = (thrown: Error) => modelStep({ call: () => Promise.reject(thrown) });

describe('a provider failure', () => {
  test('fires onRequestError in place of onResponse, and comes back as it was thrown', async () => {
    const hooks = createHooks();
    const log = logEvents(hooks);
    const thrown = Object.assign(new Error('rate limit'), { status: 429 });
    const statuses: unknown[] = [];
    hooks.addHook('onRequestError', ({ error, request, synthetic }) => {
      statuses.push(error.status, request.messages.length, synthetic);
    });
    const outcome = await modelCycle(await openTestChat(hooks), failing(thrown));
    expect(outcome.kind === 'error' && outcome.thrown).toBe(thrown);
    expect(statuses).toEqual([429, 1, false]);
    expect(log).not.toContain('onResponse');
    expect(log).not.toContain('onAgentResponse');
  });

  test('is recovered from by a supplied response', async () => {
    const hooks = createHooks();
    const log = logEvents(hooks);
    hooks.addHook('onRequestError', () => ({ response: textResponse('fallback') }));
    const outcome = await modelCycle(await openTestChat(hooks), failing(new Error('down')));
    expect(outcome).toEqual({ kind: 'response', changed: textResponse('fallback') });
    expect(log.slice(-4)).toEqual(['onRequestError', 'onResponse', 'onAgentResponse', 'onMessage']);
  });

  test('may have its text replaced', async () => {
    const hooks = createHooks();
    hooks.addHook('onRequestError', () => ({ error: { message: 'try later' } }));
    const outcome = await modelCycle(
      await openTestChat(hooks),
      failing(new Error('key sk-1 invalid')),
    );
    expect(outcome).toEqual({ kind: 'error', error: { message: 'try later' } });
  });

  test('that is denied is withheld, and the caller gets a thrown refusal', async () => {
    const hooks = createHooks();
    hooks.addHook('onRequestError', () => deny('private'));
    const outcome = await modelCycle(await openTestChat(hooks), failing(new Error('key sk-1')));
    expect(outcome).toMatchObject({ kind: 'denied', throws: true });
    expect(JSON.stringify(outcome)).not.toContain('sk-1');
  });

  test('may be supplied by a verdict before the call', async () => {
    const hooks = createHooks();
    const synthetic: unknown[] = [];
    hooks.addHook('preRequest', () => ({ error: 'closed' }));
    hooks.addHook('onRequestError', (ctx) => void synthetic.push(ctx.synthetic));
    const outcome = await modelCycle(await openTestChat(hooks), modelStep());
    expect(outcome).toEqual({ kind: 'error', error: { message: 'closed' } });
    expect(synthetic).toEqual([true]);
  });
});
