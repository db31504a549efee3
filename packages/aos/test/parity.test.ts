import {
  createHooks,
  type AnyVerdict,
  type BaseContext,
  type Dict,
  type Hooks,
} from '@interpose/core';
import { eventValues } from '@interpose/testing/arbitraries';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { aosEvents, guardian, serve, type AosEvent } from '../src/index.ts';
import { listen } from './listen.ts';

const call = { id: 'call_1', name: 'refund', args: { cents: 5 } };
const tool = { name: 'refund', origin: 'mcp', known: true, enabled: true } as const;
const ended = {
  call,
  originalCall: { ...call, args: { cents: 6 } },
  tool,
  durationMs: 7,
  synthetic: false,
};

/** What each event carries beside its slot. */
const AROUND: Readonly<Record<AosEvent, Dict>> = {
  onTrigger: {},
  onUserMessage: {},
  onSystemMessage: {},
  onAgentResponse: { synthetic: true },
  preToolCall: { tool, scope: 'billing' },
  onToolCallResult: ended,
  onToolCallError: { ...ended, cause: 'timeout' },
  onMemoryRetrieved: { source: 'notes' },
  preMemoryStore: {},
  onKnowledgeRetrieved: { query: { text: 'terms', keywords: ['net'] }, synthetic: false },
  preMcpMessage: { server: 'files', direction: 'server-to-client' },
  onMcpMessage: { server: 'files', direction: 'server-to-client' },
  preA2aMessage: { method: 'SendMessage', role: 'client', leg: 'request', to: 'desk' },
  onA2aMessage: { method: 'message/stream', role: 'client', leg: 'event', from: 'desk' },
};

let said: (ctx: BaseContext) => AnyVerdict | undefined;
let seen: string[];

/** The same policy, wherever it runs: tells what it sees and says what the test says. */
function policed(): Hooks {
  const decide = (ctx: BaseContext): never => {
    seen.push(JSON.stringify({ event: ctx.event, ...payloadOf(ctx) }));
    return said(ctx) as never;
  };
  const everywhere = aosEvents.map((event) => [event, { name: 'decide', run: decide }]);
  return createHooks({ policies: [{ name: 'rules', hooks: Object.fromEntries(everywhere) }] });
}

/** The payload alone, keys in order: identity and step ids are other tests' business. */
function payloadOf(ctx: BaseContext): Dict {
  const known = new Set([
    'event',
    'sessionId',
    'chatId',
    'stepId',
    'attempt',
    'at',
    'agent',
    'user',
  ]);
  const entries = Object.entries(ctx.toJSON()).filter(([key]) => !known.has(key));
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

let server: { readonly url: string; close(): Promise<void> };
beforeAll(async () => {
  server = await listen(serve(policed()));
});
afterAll(() => server.close());

/** What a hook saw, what came of it, and the record without what differs from step to step. */
async function judged(hooks: Hooks, event: AosEvent, payload: Dict): Promise<readonly string[]> {
  seen = [];
  const records: unknown[] = [];
  hooks.observe('onDecision', ({ record }) => {
    const { decision, by, codes, reason, changed, mode, tool: name } = record;
    records.push({ event: record.event, decision, by, codes, reason, changed, mode, name });
  });
  const verdict = await hooks.dispatch(event, structuredClone(payload) as never);
  // On the wire a deny always has a message: where the policy gave none, the one a refusal shows anyway.
  const spoken =
    verdict.decision === 'deny' ? { message: 'Blocked by policy.', ...verdict } : verdict;
  return [...seen, JSON.stringify(canonical(spoken)), JSON.stringify(records)];
}

function canonical(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ),
  ) as unknown;
}

describe('a policy behind a guardian sees, decides and is recorded as in process', () => {
  test.each(aosEvents)('%s', async (event) => {
    const [key, value] = eventValues[event].slot!;
    const anyVerdict = fc.constantFrom('allow', 'deny', 'coded deny', 'modify' as const);
    const steps = fc.tuple(value, value, anyVerdict);
    await fc.assert(
      fc.asyncProperty(steps, async ([first, other, verb]) => {
        const before = slotOf(event, first);
        const after = slotOf(event, other);
        said = (ctx) => verdictOf(verb, before, after, ctx);
        const payload = { ...AROUND[event], [key]: before, ...toolFor(event, before) };
        const here = await judged(policed(), event, payload);
        const asked = createHooks({ policies: [guardian({ url: server.url })] });
        expect(await judged(asked, event, payload)).toEqual(here);
      }),
      { numRuns: 20 },
    );
  });
});

test('a policy that takes the keys of memory takes them also behind a guardian', async () => {
  said = () => ({ decision: 'modify', value: [{ content: 'tea' }, { content: '' }] });
  const payload = {
    memory: [
      { key: 'drink', content: 'tea' },
      { key: '', content: '' },
    ],
  };
  const here = await judged(policed(), 'preMemoryStore', payload);
  const asked = createHooks({ policies: [guardian({ url: server.url })] });
  expect(await judged(asked, 'preMemoryStore', payload)).toEqual(here);
});

test('a text that is changed behind a guardian keeps what stands beside it, also what JSON cannot hold', async () => {
  const memory = [{ key: 'drink', content: 'tea', metadata: { at: new Date(0) } }];
  said = () => ({ decision: 'modify', value: [{ ...memory[0], content: 'milk' }] });
  const hooks = createHooks({ policies: [guardian({ url: server.url })] });
  const judgedThere = await hooks.dispatch('preMemoryStore', { memory });
  expect(judgedThere).toMatchObject({ value: [{ ...memory[0], content: 'milk' }] });
});

function toolFor(event: AosEvent, before: unknown): Dict {
  return event === 'preToolCall' ? { tool: { ...tool, name: (before as Dict)['name'] } } : {};
}

/** Failures as hosts have them: an error is a value with a message. */
function slotOf(event: AosEvent, value: unknown): unknown {
  const plain = JSON.parse(JSON.stringify(value)) as unknown;
  return event === 'onToolCallError' && typeof plain === 'string' ? { message: plain } : plain;
}

function verdictOf(
  verb: string,
  before: unknown,
  after: unknown,
  ctx: BaseContext,
): AnyVerdict | undefined {
  if (verb === 'allow') return undefined;
  if (verb === 'deny') return { decision: 'deny', reason: 'no' };
  if (verb === 'coded deny')
    return {
      decision: 'deny',
      reason: 'no',
      code: 'rule',
      message: 'Not today.',
      data: { more: [1] },
    };
  return { decision: 'modify', value: otherValue(before, after, ctx) };
}

/** Another value that a policy may put there: ids, names and roles stay. */
function otherValue(before: unknown, after: unknown, { event }: BaseContext): unknown {
  const [old, other] = [before as Dict, after as Dict];
  if (event === 'preToolCall') return { ...old, args: other['args'] };
  if (/Message$|Response$/.test(event) && 'content' in old && !/M[ce]p|A2a/.test(event))
    return { ...old, content: other['content'] };
  return event === 'onTrigger' ? { ...old, content: other['content'] } : after;
}
