import {
  createHooks,
  memoryStore,
  textOf,
  type Dict,
  type Message,
  type Policy,
  type StateStore,
  type ToolCall,
} from '@interpose/core';

import type { Detector } from '../src/shared/redaction/redactor/detector.ts';
import type { RedactionOptions } from '../src/shared/redaction/hooks/redaction-options.ts';
import { redactionPolicy } from '../src/shared/redaction/redaction-policy.ts';

export const emails: Detector = {
  types: ['EMAIL'],
  find: (text) =>
    Array.from(text.matchAll(/[a-z0-9]{1,64}@[a-z]{1,64}\.com/g), (hit) => ({
      start: hit.index,
      end: hit.index + hit[0].length,
      type: 'EMAIL',
    })),
};

export const cards: Detector = {
  types: ['CARD'],
  find: (text) =>
    Array.from(text.matchAll(/\d{16}/g), (hit) => ({
      start: hit.index,
      end: hit.index + 16,
      type: 'CARD',
    })),
};

export function made(options: Partial<RedactionOptions> = {}): Policy {
  return redactionPolicy({ name: 'redact', detectors: [emails, cards], ...options });
}

export const vaultKey: string = 'redact:vault';
export const knowing: Dict = {
  [vaultKey]: {
    values: { '<EMAIL_1>': 'ann@mail.com' },
    counts: { EMAIL: 1 },
    hidden: [],
    literals: [],
  },
};

export function user(text: string): Message {
  return { role: 'user', content: [{ type: 'text', text }] };
}

export function call(args: Dict): ToolCall {
  return { id: 'call_1', name: 'send', args };
}

/** What passes one registry. */
export interface Talk {
  readonly userSays: (text: string, id?: string) => Promise<string>;
  readonly modelSays: (text: string, id?: string) => Promise<string>;
  readonly toolSays: (result: unknown, id?: string) => Promise<unknown>;
  readonly toolGets: (value: unknown, id?: string) => Promise<unknown>;
}

/** One registry with the policy, and what goes in and out of it, by session. */
export function talk(store: StateStore = memoryStore(), policy: Policy = made()): Talk {
  const hooks = createHooks({ policies: [policy], store, strict: false });
  const tool = { name: 'send', origin: 'local', known: true, enabled: true } as const;
  const circumstances = { tool, originalCall: call({}), durationMs: 0, synthetic: false };
  const request = { messages: [] };
  return {
    userSays: async (text: string, id = 'a') => {
      const message = user(text);
      const said = await hooks.dispatch('onUserMessage', { message }, { session: { id } });
      return textOf(said.decision === 'modify' ? said.value : message);
    },
    modelSays: async (text: string, id = 'a') => {
      const response = { content: user(text).content };
      const payload = { response, request, synthetic: false };
      const said = await hooks.dispatch('onResponse', payload, { session: { id } });
      return textOf(said.decision === 'modify' ? said.value : response);
    },
    toolSays: async (result: unknown, id = 'a') => {
      const payload = { ...circumstances, call: call({}), result };
      const said = await hooks.dispatch('onToolCallResult', payload, { session: { id } });
      return said.decision === 'modify' ? said.value : result;
    },
    toolGets: async (value: unknown, id = 'a') => {
      const payload = { tool, call: call({ value }) };
      const said = await hooks.dispatch('preToolCall', payload, { session: { id } });
      return said.decision === 'modify' ? said.value.args['value'] : value;
    },
  };
}
