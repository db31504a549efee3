import {
  createHooks,
  type Dict,
  type Failure,
  type Hooks,
  type Tool,
  type ToolCall,
  type Verdict,
} from '@interpose/core';
import { afterEach } from 'vitest';

import { stopLoops, type StopLoopsOptions } from '../src/stop-loops/index.ts';

const open: Hooks[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((hooks) => hooks.close()));
});

/** One session of an agent that calls tools; a call is told as `name` or `name:argument`. */
export interface LoopSession {
  call(text: string, chatId?: string, args?: Dict): Promise<Verdict<'preToolCall'>>;
  fails(text: string, error: Failure): Promise<void>;
  gives(text: string, result: unknown): Promise<void>;
  request(chatId?: string): Promise<Verdict<'preRequest'>>;
}

export function startSession(options?: StopLoopsOptions): LoopSession {
  const hooks = createHooks({ policies: [stopLoops(options)] });
  open.push(hooks);
  return {
    async call(text, chatId = 'chat', args?) {
      const call = { ...callOf(text), ...(args === undefined ? {} : { args }) };
      return hooks.dispatch('preToolCall', { call, tool: toolOf(text) }, placeOf(chatId));
    },
    async fails(text, error) {
      const payload = { ...endingOf(text), error, cause: 'threw' } as const;
      await hooks.dispatch('onToolCallError', payload, placeOf('chat'));
    },
    async gives(text, result) {
      await hooks.dispatch('onToolCallResult', { ...endingOf(text), result }, placeOf('chat'));
    },
    async request(chatId = 'chat') {
      return hooks.dispatch('preRequest', { request: { messages: [] } }, placeOf(chatId));
    },
  };
}

/** What was decided about each of these calls, one after the other. */
export async function decisions(
  calls: readonly string[],
  options?: StopLoopsOptions,
): Promise<string[]> {
  const session = startSession(options);
  const said: string[] = [];
  for (const call of calls) said.push((await session.call(call)).decision);
  return said;
}

/** The same texts so many times over. */
export function times(count: number, ...texts: string[]): readonly string[] {
  return Array.from({ length: count }, () => texts).flat();
}

function placeOf(chatId: string) {
  return { session: { id: 'session' }, chatId };
}

function callOf(text: string): ToolCall {
  const [name = '', argument = ''] = text.split(':');
  return { id: 'call', name, args: { argument } };
}

function toolOf(text: string): Tool {
  return { name: callOf(text).name, origin: 'local', known: true, enabled: true };
}

function endingOf(text: string) {
  const call = callOf(text);
  return { call, originalCall: call, tool: toolOf(text), durationMs: 1, synthetic: false };
}
