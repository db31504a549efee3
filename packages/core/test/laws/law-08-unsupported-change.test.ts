import { describe, expect, test } from 'vitest';

import { modelCycle } from '../../src/adapter.ts';
import {
  ask,
  createHooks,
  type DecisionRecord,
  type Hooks,
  type ModelResponse,
} from '../../src/index.ts';
import { logEvents } from '../event-log.ts';
import { modelStep } from '../model-step.ts';
import { openTestChat } from '../open-test-chat.ts';
import { textDelta } from '../stream-step.ts';
import { streamThrough } from '../stream-through.ts';

const reason = 'This host has one model.';

/** A host that has one model: asking another is beyond it. */
async function askOneModel(hooks: Hooks, later = false) {
  const chat = await openTestChat(hooks);
  let asked = 0;
  const outcome = await modelCycle(
    chat,
    modelStep({
      call: () => ({ said: `answer ${++asked}` }),
      unsupported: ({ model }) => {
        const said = model === 'other' ? reason : undefined;
        return later ? Promise.resolve(said) : said;
      },
    }),
  );
  return { outcome, asked };
}

describe('law 8: a change that the host cannot carry out', () => {
  test.each([false, true])('is a deny of the hook that made it (told later: %s)', async (later) => {
    const hooks = createHooks();
    const log = logEvents(hooks);
    const records: DecisionRecord[] = [];
    hooks.observe('onDecision', ({ record }) => void records.push(record));
    hooks.addHook('preRequest', ({ request }) => ({ request: { ...request, model: 'other' } }), {
      name: 'other-model',
    });
    const { outcome, asked } = await askOneModel(hooks, later);
    await hooks.flush();
    expect(outcome).toMatchObject({
      kind: 'denied',
      denial: { code: 'modify_unsupported', reason, by: 'other-model', event: 'preRequest' },
    });
    expect(asked).toBe(0);
    expect(log).not.toContain('onRequestError');
    expect(records.filter(({ event }) => event === 'preRequest')).toMatchObject([
      { decision: 'deny', by: ['other-model'], codes: ['modify_unsupported'], reason },
    ]);
  });

  test('is a deny also where an approver made it', async () => {
    const hooks = createHooks({
      approver: ({ value }) => ({
        approved: true,
        change: { ...(value as object), model: 'other' },
      }),
    });
    hooks.addHook('preRequest', () => ask('May it?'));
    const { outcome, asked } = await askOneModel(hooks);
    expect(outcome).toMatchObject({ kind: 'denied', denial: { code: 'modify_unsupported' } });
    expect(asked).toBe(0);
  });

  test('leaves every other change alone', async () => {
    const hooks = createHooks();
    hooks.addHook('preRequest', ({ request }) => ({ request: { ...request, settings: {} } }));
    expect(await askOneModel(hooks)).toMatchObject({ outcome: { kind: 'response' }, asked: 1 });
  });
});

describe('law 8: what hooks see of the moment', () => {
  test('a stream that has begun to leave can no longer be retried or answered for', async () => {
    const hooks = createHooks();
    const seen: (readonly string[])[] = [];
    hooks.addHook('onRequestError', ({ can }) => void seen.push(can));
    await streamThrough(hooks, [[textDelta('a'), new Error('connection lost')]]);
    await streamThrough(hooks, [[new Error('connection lost')]]);
    expect(seen).toEqual([
      ['allow', 'deny', 'modify', 'ask'],
      ['allow', 'deny', 'modify', 'respond', 'ask', 'retry'],
    ]);
  });
});

const cited: ModelResponse = {
  content: [
    { type: 'text', text: 'It is open.' },
    { type: 'other', kind: 'source' },
  ],
  citations: [{ title: 'Opening hours', url: 'https://example.com/hours' }],
};

/** An answer that cites, after a hook that changes it like this. */
async function changed(change: (response: ModelResponse) => object) {
  const hooks = createHooks();
  hooks.addHook('onResponse', ({ response }) => ({ response: change(response) as ModelResponse }));
  return modelCycle(await openTestChat(hooks), modelStep({ response: () => cited }));
}

describe('law 8: the citations of an answer, which an SDK has inside of its parts', () => {
  test.each([
    ['replaced', (response: ModelResponse) => ({ ...response, citations: [] })],
    ['left out', ({ content }: ModelResponse) => ({ content })],
    ['added to an answer of other parts', () => ({ ...cited, content: [], citations: [{}] })],
    [
      'replaced beside a part that stays',
      ({ content }: ModelResponse) => ({ content: [content[1]], citations: [] }),
    ],
  ])('%s are a deny', async (_, change) => {
    expect(await changed(change)).toMatchObject({
      kind: 'denied',
      denial: { code: 'modify_unsupported', event: 'onResponse' },
    });
  });

  test.each([
    ['as they were', (response: ModelResponse) => ({ ...response, finishReason: 'length' })],
    ['an equal copy', (response: ModelResponse) => ({ ...structuredClone(response) })],
    ['gone with all parts', () => ({ content: [{ type: 'text', text: 'no' }], citations: [] })],
    ['not named beside new parts', () => ({ content: [{ type: 'text', text: 'no' }] })],
  ])('%s are no change that a host cannot carry out', async (_, change) => {
    expect(await changed(change)).toMatchObject({ kind: 'response' });
  });

  test('of the final message are a deny as well', async () => {
    const hooks = createHooks();
    hooks.addHook('onAgentResponse', ({ message }) => ({ message: { ...message, citations: [] } }));
    const chat = await openTestChat(hooks);
    expect(await modelCycle(chat, modelStep({ response: () => cited }))).toMatchObject({
      kind: 'denied',
      denial: { code: 'modify_unsupported', event: 'onAgentResponse' },
    });
  });
});
