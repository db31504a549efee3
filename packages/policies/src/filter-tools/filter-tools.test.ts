import type { ModelRequest, Tool, ToolSpec } from '@interpose/core';
import { tryPolicy, type TryOptions } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { filterTools } from './filter-tools.ts';
import type { ToolPredicate } from './known-tool.ts';

expect.extend(policyMatchers);

type Given = Partial<Pick<Tool, 'origin' | 'scope' | 'server' | 'annotations'>>;

const tool = (name: string, given: Given = {}): Tool => ({
  name,
  origin: 'local',
  known: true,
  enabled: true,
  ...given,
});
const calling = (name: string, given: Given = {}) => ({
  call: { id: 'call_1', name, args: {} },
  tool: tool(name, given),
});

/** Returns the names of the tools that a policy leaves on offer. */
async function offered(
  predicate: ToolPredicate,
  tools: readonly ToolSpec[],
  options?: TryOptions,
): Promise<readonly string[]> {
  const request: ModelRequest = { messages: [], tools };
  const trial = await tryPolicy(filterTools(predicate), 'preRequest', { request }, options);
  return (trial.value.tools ?? []).map(({ name }) => name);
}

const read: ToolSpec = { name: 'read', origin: 'mcp', annotations: { readOnlyHint: true } };
const write: ToolSpec = { name: 'write', origin: 'mcp', annotations: { readOnlyHint: false } };
const bare: ToolSpec = { name: 'bare', origin: 'local' };

describe('a tool', () => {
  test('is there when its facts say so, on offer and when it is called', async () => {
    const reads: ToolPredicate = ({ annotations }) => annotations.readOnlyHint;
    expect(await offered(reads, [read, write, bare])).toEqual(['read']);
    const policy = filterTools(reads);
    expect(await tryPolicy(policy, 'preToolCall', calling('read', read))).toAllow();
    expect(await tryPolicy(policy, 'preToolCall', calling('write', write))).toDeny({
      code: 'tool_filtered',
    });
  });

  test.each<[string, ToolPredicate]>([
    ['a hint', ({ annotations }) => !annotations.destructiveHint],
    ['a scope', ({ scope }) => scope !== 'billing'],
    ['the user', (_, { user }) => user.id !== 'guest'],
    ['what the session is about', (_, { session }) => session.metadata['role'] !== 'guest'],
    ['the name of the agent', (_, { agent }) => agent.name !== 'helper'],
    [
      'what every object has',
      ({ annotations }) => 'constructor' in annotations && Boolean(annotations.constructor),
    ],
  ])(
    'of which nobody told %s is not there, whatever the predicate makes of it',
    async (_, predicate) => {
      expect(await offered(predicate, [bare])).toEqual([]);
      const trial = await tryPolicy(filterTools(predicate), 'preToolCall', calling('bare'));
      expect(trial).toDeny({ code: 'tool_facts_unknown' });
    },
  );

  test('whose facts are missing when it is called is denied, though it was offered', async () => {
    const policy = filterTools(({ annotations }) => annotations.readOnlyHint);
    expect(await tryPolicy(policy, 'preToolCall', calling('read'))).toDeny({
      code: 'tool_facts_unknown',
    });
  });

  test('that is called by another name is not judged by the facts of this one', async () => {
    const policy = filterTools(() => true);
    const renamed = { ...calling('write'), tool: tool('read') };
    expect(await tryPolicy(policy, 'preToolCall', renamed)).toDeny({ code: 'tool_facts_unknown' });
  });

  test('is there by what the app declares, before what a server says', async () => {
    const policy = filterTools(({ annotations }) => annotations.readOnlyHint, {
      facts: {
        bare: { annotations: { readOnlyHint: true } },
        read: { annotations: { readOnlyHint: false } },
      },
    });
    expect(await tryPolicy(policy, 'preToolCall', calling('bare'))).toAllow();
    expect(await tryPolicy(policy, 'preToolCall', calling('read', read))).toDeny();
    expect(await tryPolicy(policy, 'preToolCall', calling('constructor'))).toDeny();
  });

  test('may be asked for what is told with in', async () => {
    const lenient: ToolPredicate = ({ annotations }) =>
      !('readOnlyHint' in annotations) || annotations.readOnlyHint;
    expect(await offered(lenient, [read, write, bare])).toEqual(['read', 'bare']);
  });

  test('is told from one of the same name by its server, as far as that is known', async () => {
    const ours: ToolPredicate = (each) => !('server' in each) || each.server === 'ours';
    const from = (server: string) => calling('read', { origin: 'mcp', server });
    expect(await tryPolicy(filterTools(ours), 'preToolCall', from('ours'))).toAllow();
    const theirs = await tryPolicy(filterTools(ours), 'preToolCall', from('theirs'));
    expect(theirs).toDeny({ code: 'tool_filtered' });
    const strict: ToolPredicate = ({ server }) => server === 'ours';
    expect(await offered(ours, [read])).toEqual(['read']);
    expect(await offered(strict, [read])).toEqual([]);
    expect(await offered(strict, [{ ...read, server: 'ours' }])).toEqual(['read']);
    const declared = filterTools(strict, { facts: { read: { server: 'ours' } } });
    const request: ModelRequest = { messages: [], tools: [read] };
    expect(await tryPolicy(declared, 'preRequest', { request }, { strict: false })).toAllow();
  });
});

describe('the principal', () => {
  const staff: ToolPredicate = (_, { user, session }) =>
    user.organisation === 'acme' && session.metadata['role'] === 'staff';

  test('is the user and the session of the event', async () => {
    const metadata = { role: 'staff' };
    const session = { id: 's', metadata };
    const ada = { id: 'ada', organisation: 'acme' };
    expect(await offered(staff, [bare], { user: ada, session })).toEqual(['bare']);
    expect(await offered(staff, [bare], { user: { id: 'eve' }, session })).toEqual([]);
    expect(await offered(staff, [bare], { user: ada })).toEqual([]);
  });
});

describe('a predicate', () => {
  test('may take its time', async () => {
    const later: ToolPredicate = async ({ name }) => Promise.resolve(name === 'read');
    expect(await offered(later, [read, write])).toEqual(['read']);
    const policy = filterTools(later);
    expect(await tryPolicy(policy, 'preToolCall', calling('read'))).toAllow();
    expect(await tryPolicy(policy, 'preToolCall', calling('write'))).toDeny({
      code: 'tool_filtered',
    });
  });

  test.each<[string, ToolPredicate]>([
    ['throws', () => JSON.parse('secret') as boolean],
    ['rejects', () => Promise.reject(new Error('secret'))],
  ])('that %s lets nothing through and tells nothing of it', async (_, predicate) => {
    expect(await offered(predicate, [read])).toEqual([]);
    const trial = await tryPolicy(filterTools(predicate), 'preToolCall', calling('read'));
    expect(trial).toDeny({ code: 'tool_filter_failed' });
    expect(JSON.stringify(trial.record)).not.toContain('secret');
  });

  test('says yes with true alone', async () => {
    const answers = fc.anything().filter((each) => each !== true && !isThenable(each));
    await fc.assert(
      fc.asyncProperty(answers, async (answer) => {
        expect(await offered((() => answer) as ToolPredicate, [bare])).toEqual([]);
        expect(await offered((() => Promise.resolve(answer)) as ToolPredicate, [bare])).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});

function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value;
}

test('a request that keeps all its tools is left alone', async () => {
  const request: ModelRequest = { messages: [], tools: [read, bare] };
  const trial = await tryPolicy(
    filterTools(() => true),
    'preRequest',
    { request },
  );
  expect(trial).toAllow();
  expect(trial.value).toBe(request);
});

test('an agent is handed to only when it is there; one behind a tool is judged as that tool', async () => {
  const policy = filterTools(({ name, origin }) => origin === 'agent' && name === 'billing');
  const task = (kind: 'handoff' | 'subagent' | 'a2a', to: string) => ({
    task: { kind, to, input: '' },
  });
  expect(await tryPolicy(policy, 'preDelegate', task('handoff', 'billing'))).toAllow();
  expect(await tryPolicy(policy, 'preDelegate', task('handoff', 'admin'))).toDeny();
  expect(await tryPolicy(policy, 'preDelegate', task('a2a', 'https://x.example'))).toDeny();
  expect(await tryPolicy(policy, 'preDelegate', task('subagent', 'admin'))).toAllow();
});

test.each<[unknown, unknown]>([
  [undefined, undefined],
  ['readOnlyHint', undefined],
  [() => true, { facts: null }],
  [() => true, { facts: [] }],
])('a filter of %j with %j is refused', (predicate, options) => {
  expect(() => filterTools(predicate as ToolPredicate, options as object)).toThrow(
    '[invalid_option]',
  );
});
