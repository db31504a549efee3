import { describe, expect, test } from 'vitest';

import {
  createHooks,
  deny,
  type InterceptorName,
  type MemoryItem,
  type PayloadOf,
} from '../../src/index.ts';
import { textMessage } from '../sample-values.ts';

/** What a framework without a seam lets its app guard by itself. */
const PAYLOADS = {
  onTrigger: { trigger: { kind: 'mail', content: [] } },
  preKnowledgeQuery: { query: { text: 'refunds' } },
  onKnowledgeRetrieved: { results: [{ id: 'doc', content: 'secret' }], synthetic: false },
  onMemoryRetrieved: { memory: [{ key: 'pin', content: '1234' }] },
  preMemoryStore: { memory: [{ key: 'pin', content: '1234' }] },
  preCompact: { messages: [textMessage('hello')] },
} as const satisfies { [E in InterceptorName]?: PayloadOf<E> };

const EVENTS = Object.keys(PAYLOADS) as (keyof typeof PAYLOADS)[];

describe('an event that the app fires itself', () => {
  test.each(EVENTS)('%s: what was denied is not done', async (event) => {
    const hooks = createHooks();
    let asked = 0;
    hooks.addHook(event, () => {
      asked++;
      return deny('private');
    });
    let done = 0;
    const outcome = await hooks.step(event, PAYLOADS[event], () => ++done);
    expect(outcome).toMatchObject({ kind: 'denied', denial: { event, reason: 'private' } });
    expect([asked, done]).toEqual([1, 0]);
  });

  test.each(EVENTS)('%s: what nobody objects to is done with the very value', async (event) => {
    const hooks = createHooks();
    let seen: unknown;
    hooks.addHook(event, (ctx) => void (seen = ctx.event));
    const [value] = Object.values(PAYLOADS[event]) as unknown[];
    const outcome = await hooks.step(event, PAYLOADS[event], (given: unknown) => given);
    expect(seen).toBe(event);
    expect(outcome).toMatchObject({ kind: 'output', synthetic: false });
    expect(outcome.kind === 'output' && outcome.output).toBe(value);
  });

  test('a changed value is what the app goes on with', async () => {
    const hooks = createHooks();
    const open = (items: readonly MemoryItem[]) => items.filter(({ key }) => key !== 'pin');
    hooks.addHook('onMemoryRetrieved', ({ memory }) => ({ memory: open(memory) }));
    hooks.addHook('preMemoryStore', ({ memory }) => ({ memory: open(memory) }));
    hooks.addHook('onKnowledgeRetrieved', () => ({ results: [] }));
    hooks.addHook('preKnowledgeQuery', ({ query }) => ({ query: { ...query, text: 'public' } }));
    hooks.addHook('preCompact', () => ({ messages: [] }));
    hooks.addHook('onTrigger', ({ trigger }) => ({ trigger: { ...trigger, kind: 'seen' } }));
    const given: unknown[] = [];
    for (const event of EVENTS)
      await hooks.step(event, PAYLOADS[event], (value: unknown) => void given.push(value));
    expect(given).toEqual([{ kind: 'seen', content: [] }, { text: 'public' }, [], [], [], []]);
  });

  test('a supplied outcome spares the retriever and the compaction their work', async () => {
    const hooks = createHooks();
    const results = [{ id: 'cached', content: 'known' }];
    hooks.addHook('preKnowledgeQuery', () => ({ results }));
    hooks.addHook('preCompact', () => ({ summary: 'short' }));
    let worked = 0;
    const work = (): number => ++worked;
    const found = await hooks.step('preKnowledgeQuery', PAYLOADS.preKnowledgeQuery, work);
    const compacted = await hooks.step('preCompact', PAYLOADS.preCompact, work);
    expect(found).toMatchObject({ kind: 'output', output: results, synthetic: true });
    expect(compacted).toMatchObject({ kind: 'output', output: 'short', synthetic: true });
    expect(worked).toBe(0);
  });
});
