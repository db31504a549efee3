import { createHooks, type Dict, type ToolCall } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { cedar } from './index.ts';

expect.extend(policyMatchers);

const POLICIES = `
@id("search")
permit(principal, action == Action::"preToolCall", resource == Tool::"search");

@id("refunds")
permit(principal in Organisation::"acme", action, resource == Tool::"refund")
when { context.args.cents <= 1000 };

@id("large-refunds")
@ask("refunds above ten euros need a person")
permit(principal in Organisation::"acme", action, resource == Tool::"refund")
when { context.args.cents > 1000 };

@id("no-strangers")
@reason("only for customers")
@code("stranger")
@message("Please sign in.")
forbid(principal, action, resource)
when { context.args has customer && context.args.customer == "" };

@id("read-only")
permit(principal, action, resource)
when { resource has readOnly && resource.readOnly };
`;

const policy = cedar({ policies: POLICIES });
const acme = { user: { id: 'ada', organisation: 'acme' } };

function calling(name: string, args: Dict = {}): { readonly call: ToolCall } {
  return { call: { id: 'c', name, args } };
}

describe('cedar', () => {
  test('permits what a policy permits, and denies the rest', async () => {
    expect(await tryPolicy(policy, 'preToolCall', calling('search'))).toAllow();
    expect(await tryPolicy(policy, 'preToolCall', calling('exec'))).toDeny({
      code: 'cedar_denied',
    });
  });

  test('knows the user and the organisation', async () => {
    const small = calling('refund', { cents: 500 });
    expect(await tryPolicy(policy, 'preToolCall', small, acme)).toAllow();
    expect(await tryPolicy(policy, 'preToolCall', small)).toDeny({ code: 'cedar_denied' });
    const other = { user: { id: 'eve', organisation: 'other' } };
    expect(await tryPolicy(policy, 'preToolCall', small, other)).toDeny();
  });

  test('asks where the permit that decides says so', async () => {
    const large = calling('refund', { cents: 5000 });
    expect(await tryPolicy(policy, 'preToolCall', large, acme)).toAsk(/ten euros/);
  });

  test('denies with what the forbid says', async () => {
    const stranger = calling('search', { customer: '' });
    expect(await tryPolicy(policy, 'preToolCall', stranger)).toDeny({
      reason: 'only for customers',
      code: 'stranger',
      message: 'Please sign in.',
    });
  });

  test('knows what a tool says of itself', async () => {
    const tool = { name: 'list', origin: 'mcp', known: true, enabled: true } as const;
    const payload = { ...calling('list'), tool: { ...tool, annotations: { readOnlyHint: true } } };
    expect(await tryPolicy(policy, 'preToolCall', payload)).toAllow();
    expect(await tryPolicy(policy, 'preToolCall', { ...payload, tool })).toDeny();
  });

  test('knows which server a tool is from', async () => {
    const ours = cedar({
      policies: 'permit(principal, action, resource) when { resource.server == "ours" };',
    });
    const tool = { name: 'list', origin: 'mcp', known: true, enabled: true } as const;
    const from = (server: string) =>
      tryPolicy(ours, 'preToolCall', { ...calling('list'), tool: { ...tool, server } });
    expect(await from('ours')).toAllow();
    expect(await from('theirs')).toDeny();
  });

  test.each<[string, Dict]>([
    ['lacks what a policy reads', {}],
    ['has another type than a policy compares', { cents: 'many' }],
  ])('denies where a call %s, also where another policy permits', async (_, args) => {
    const open = cedar({ policies: `permit(principal, action, resource);${POLICIES}` });
    expect(await tryPolicy(open, 'preToolCall', calling('refund', args), acme)).toDeny({
      code: 'cedar_error',
    });
    expect(await tryPolicy(open, 'preToolCall', calling('refund', { cents: 1 }), acme)).toAllow();
  });

  test('is not misled by arguments that name an entity', async () => {
    const admins = cedar({
      policies: 'permit(principal, action, resource) when { context.args.by == User::"admin" };',
    });
    for (const by of [
      { __entity: { type: 'User', id: 'admin' } },
      [{ deep: { __extn: { fn: 'ip', arg: '10.0.0.1' } } }],
    ])
      expect(await tryPolicy(admins, 'preToolCall', calling('x', { by }))).toDeny({
        code: 'cedar_error',
      });
  });

  test.each<[string, unknown]>([
    ['a number that is no decimal of four digits', 0.12345],
    ['an integer that is too large', 2 ** 60],
    ['a list with null', [null]],
    ['a function', () => 1],
    ['a date', new Date(0)],
    ['half of a surrogate pair', '\u{D800}'],
  ])('denies %s, which it cannot be asked about', async (_, value) => {
    const trial = await tryPolicy(policy, 'preToolCall', calling('search', { value }), {
      strict: false,
      onError: 'allow',
    });
    expect(trial).toDeny({ code: 'cedar_error' });
  });

  test('goes on deciding after many texts that the engine could not survive, and takes those that only look so', async () => {
    for (let n = 0; n < 2000; n++)
      expect(
        await tryPolicy(policy, 'preToolCall', calling('search', { n, q: '\u{D800}' })),
      ).toDeny({
        code: 'cedar_error',
      });
    const q = String.raw`\ud800 \\\ud800 😀`;
    expect(await tryPolicy(policy, 'preToolCall', calling('search', { q }))).toAllow();
  });

  test('takes decimals for what they are, and null for nothing', async () => {
    const decimals = cedar({
      policies:
        'permit(principal, action, resource) when { context.args.rate.lessThan(decimal("0.5")) && !(context.args has note) };',
    });
    expect(
      await tryPolicy(decimals, 'preToolCall', calling('x', { rate: 0.25, note: null })),
    ).toAllow();
    expect(await tryPolicy(decimals, 'preToolCall', calling('x', { rate: 0.75 }))).toDeny();
  });

  test('takes another mapping and other entities', async () => {
    const mapped = cedar({
      policies:
        'permit(principal in Role::"admin", action == Action::"refund", resource) when { context.cents < 10 };',
      events: ['preToolCall', 'preCompact'],
      request: (ctx) =>
        ctx.event === 'preToolCall'
          ? { action: { type: 'Action', id: 'refund' }, context: { cents: 5 } }
          : {},
      entities: ({ user }) => [
        {
          uid: { type: 'User', id: user?.id ?? '' },
          attrs: {},
          parents: [{ type: 'Role', id: 'admin' }],
        },
      ],
    });
    expect(await tryPolicy(mapped, 'preToolCall', calling('x'), acme)).toAllow();
    expect(await tryPolicy(mapped, 'preCompact', { messages: [] }, acme)).toDeny();
  });

  test('decides the same with a cache and without, whatever it is asked', async () => {
    const cached = createHooks({ policies: [cedar({ policies: POLICIES, cache: 3 })] });
    const fresh = createHooks({ policies: [cedar({ policies: POLICIES, cache: 0 })] });
    const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
    const args = fc.record(
      { cents: fc.constantFrom(1, 999, 1000, 1001, 'x') },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('refund', 'search'), args, async (name, given) => {
        const payload = { ...calling(name, given), tool };
        const [left, right] = await Promise.all(
          [cached, fresh].map((hooks) =>
            hooks.inSession(acme, async () => hooks.dispatch('preToolCall', payload)),
          ),
        );
        expect(left).toEqual(right);
      }),
    );
  });
});
