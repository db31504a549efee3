import { memoryStore, type AnyVerdict, type EventName, type Policy } from '@interpose/core';
import { tryPolicy, type TrialPayload } from '@interpose/testing';

import { cache } from '../../src/cache/index.ts';
import { cedar } from '../../src/cedar/index.ts';
import { checkArguments } from '../../src/check-arguments/index.ts';
import { guardEgress } from '../../src/guard-egress/index.ts';
import { guardShell } from '../../src/guard-shell/index.ts';
import { limitSpend } from '../../src/limit-spend/index.ts';
import { opa } from '../../src/opa/index.ts';
import { redactPersonal } from '../../src/redact-personal/index.ts';
import { redactSecrets } from '../../src/redact-secrets/index.ts';
import { rules } from '../../src/rules/index.ts';
import { stopLoops } from '../../src/stop-loops/index.ts';
import { ToldSession } from '../../src/track-taint/told-session.ts';
import { trackTaint } from '../../src/track-taint/index.ts';
import { opaModule } from '../opa-module.ts';

/** A decision about a text, by a policy that reads it, ready to be made once: what a host makes of the text is made. */
export type Decide = (text: string) => () => Promise<AnyVerdict | undefined>;

/** Policies with a complexity test of their own, beside their source. */
export const TESTED_ELSEWHERE: readonly string[] = ['guard-sql'];

/** Policies that read names, numbers, settings and verdicts, whose lengths are bounded, and no text. */
export const READING_NO_TEXT: readonly string[] = [
  ...['allow-tools', 'deny-tools', 'filter-tools', 'retry-tools', 'fallback-model'],
  ...['circuit-breaker', 'kill-switch', 'limit-rate', 'combine', 'monitor', 'require-approval'],
  // What they keep or pass on is as long as what a policy that reads texts let through.
  ...['approvers', 'encrypted-store', 'postgres-store', 'redact-with', 'redis-store', 'shared'],
];

/** Every policy that reads texts, asked about one, by the name of its folder and what is asked. */
export async function scanningPolicies(): Promise<Readonly<Record<string, Decide>>> {
  const store = memoryStore();
  const opaPolicy = await opa({ wasm: await opaModule({ cases: [], otherwise: true }) });
  return {
    ...textPolicies(),
    cache: asked(cache({ requests: 'all', store }), 'preRequest', requestOf),
    cedar: called(cedar({ policies: 'permit(principal, action, resource);' })),
    'limit-spend': asked(limitSpend({ tokens: 1e9, windowMs: 1000 }), 'preRequest', requestOf),
    opa: called(opaPolicy),
    rules: called(rules({ default: 'allow', rules: [MATCHING] })),
    'stop-loops': called(stopLoops(), wordsOf),
    'track-taint: read': (text) => () => afterReading(text, 'hello there'),
    'track-taint: argument': (text) => () => afterReading('Please call 0123456 at a.example', text),
    'track-taint: said': (text) => () => afterReading('something that was read', 'hello', text),
  };
}

function textPolicies(): Readonly<Record<string, Decide>> {
  const egress = guardEgress({ allow: ['a.b'], links: 'defang' });
  const list = checkArguments({ exec: { properties: { words: { uniqueItems: true } } } });
  return {
    'check-arguments': called(list, wordsOf),
    'guard-egress: call': called(egress),
    'guard-egress: answer': asked(egress, 'onResponse', (text) => ({
      response: { content: [{ type: 'text', text }] },
    })),
    'guard-shell: script': called(guardShell({ tools: 'exec' }), (command) => ({ command })),
    'guard-shell: words': called(guardShell({ tools: 'exec' }), (text) => ({
      command: text.split(' ').filter(Boolean),
    })),
    'redact-personal: result': asked(redactPersonal(), 'onToolCallResult', resultOf),
    'redact-personal: answer': asked(redactPersonal(), 'onResponse', (text) => ({
      response: { content: [{ type: 'text', text }] },
    })),
    'redact-personal: own': asked(redactPersonal(OWN), 'onToolCallResult', resultOf),
    'redact-secrets': asked(redactSecrets(), 'onToolCallResult', resultOf),
  };
}

const OWN = {
  lists: { NAME: ['Ann Example', 'aaaaaaaaaab'] },
  patterns: [{ type: 'TICKET', pattern: /\bT-\d{6}\b/g }],
};

const MATCHING = {
  on: 'preToolCall',
  args: { text: { matches: '(a|b)*c{1,50}d' } },
  decision: 'deny',
  reason: 'it does not fit',
} as const;

function called(policy: Policy, argsOf: (text: string) => object = (text) => ({ text })): Decide {
  return asked(policy, 'preToolCall', (text) => ({ call: callOf(argsOf(text)) }));
}

function asked<E extends EventName>(
  policy: Policy,
  event: E,
  payloadOf: (text: string) => object,
): Decide {
  return (text) => {
    const payload = payloadOf(text) as TrialPayload<E>;
    return async () => (await tryPolicy(policy, event, payload)).verdict;
  };
}

/** A session that has read a text, and what becomes of a call with an argument. */
async function afterReading(
  text: string,
  argument: string,
  said: string = 'please write to Bob',
): Promise<AnyVerdict> {
  const session = await ToldSession.under(trackTaint());
  await session.says(said);
  await session.reads('fetch', text);
  return session.calls('send_mail', { to: 'bob@example.com', body: argument });
}

function wordsOf(text: string): object {
  return { words: text.split(' ') };
}

function callOf(args: object): object {
  return { id: '1', name: 'exec', args };
}

function requestOf(text: string): object {
  return { request: { messages: [{ role: 'user', content: [{ type: 'text', text }] }] } };
}

function resultOf(result: string): object {
  return { call: callOf({}), result };
}
