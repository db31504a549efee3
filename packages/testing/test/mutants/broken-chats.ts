import { createHooks } from '@interpose/core';
import type { Chat, ChatOptions } from '@interpose/core/adapter';

import { behaviours } from '../../src/conformance/index.ts';
import { coreCycles } from '../../src/fake-host/run/cycles.ts';
import { mutant, type Mutant } from './mutant.ts';

const { openChat, toolCycle } = coreCycles;

/** Behaviours that hold where no hook is heard: they forbid something that such a host does not do either. */
const contentWithSilence: readonly string[] = ['C076', 'C240', 'C266', 'C281', 'C375'];

function without(options: ChatOptions, ...keys: readonly (keyof ChatOptions)[]): ChatOptions {
  const kept = Object.entries(options).filter(([key]) => !keys.includes(key as keyof ChatOptions));
  return Object.fromEntries(kept) as ChatOptions & Record<string, unknown>;
}

/** A chat is checked by its class, so its end is broken in place. */
function withEnd(chat: Chat, end: (real: Chat['end']) => Chat['end']): Chat {
  const real = chat.end.bind(chat);
  return Object.assign(chat, { end: end(real) });
}

/** Hosts that mistreat their chats and sessions. */
export const brokenChats: readonly Mutant[] = [
  mutant(
    'hears no hook at all',
    { openChat: (_hooks, options) => openChat(createHooks(), options) },
    ...behaviours.map(({ id }) => id).filter((id) => !contentWithSilence.includes(id)),
  ),
  mutant(
    'keeps the trace context to itself',
    { openChat: (hooks, options) => openChat(hooks, without(options, 'trace')) },
    'C378',
    'C379',
  ),
  mutant(
    'loses the ending',
    {
      openChat: async (hooks, options) =>
        withEnd(await openChat(hooks, options), () => () => undefined),
    },
    ...[
      'C001',
      'C002',
      'C204',
      'C220',
      'C221',
      'C222',
      'C225',
      'C226',
      'C227',
      'C330',
      'C350',
      'C351',
      'C358',
      'C390',
      'C400',
    ],
  ),
  mutant(
    'ends a chat twice',
    {
      openChat: async (hooks, options) => {
        const chat = await openChat(hooks, options);
        return withEnd(chat, (real) => async (ending) => {
          await real(ending);
          await chat.dispatch('onChatError', { durationMs: 0, error: new Error('again') });
        });
      },
    },
    ...[
      'C057',
      'C090',
      'C091',
      'C095',
      'C185',
      'C188',
      'C220',
      'C221',
      'C222',
      'C224',
      'C226',
      'C227',
    ],
  ),
  mutant(
    'calls every ending a success',
    {
      openChat: async (hooks, options) =>
        withEnd(
          await openChat(hooks, options),
          (real) => () => real({ kind: 'done', reason: 'completed' }),
        ),
    },
    ...[
      'C021',
      'C053',
      'C073',
      'C090',
      'C112',
      'C185',
      'C204',
      'C221',
      'C222',
      'C225',
      'C226',
      'C264',
      'C330',
    ],
  ),
  mutant(
    'ignores the session it is given',
    { openChat: (hooks, options) => openChat(hooks, without(options, 'session', 'hostSession')) },
    ...['C350', 'C353', 'C354'],
  ),
  mutant(
    'gives every chat the same session',
    { openChat: (hooks, options) => openChat(hooks, { ...options, session: { id: 'only' } }) },
    ...['C001', 'C220', 'C351', 'C353', 'C354'],
  ),
  mutant(
    'starts whatever triggered it',
    { openChat: (hooks, options) => openChat(hooks, without(options, 'trigger')) },
    ...['C430', 'C431', 'C432'],
  ),
  mutant(
    'forgets the chat around a sub-agent',
    { openChat: (hooks, options) => openChat(hooks, without(options, 'parent')) },
    ...['C390', 'C393'],
  ),
  mutant(
    'knows neither agent nor user nor host',
    {
      openChat: (hooks, options) =>
        openChat(hooks, {
          ...without(options, 'user'),
          agent: { id: 'agent' },
          host: { framework: 'host', version: '' },
        }),
    },
    ...['C370', 'C371'],
  ),
  mutant(
    'does not follow the caller’s signal',
    { openChat: (hooks, options) => openChat(hooks, without(options, 'signal')) },
    ...['C222', 'C223', 'C224', 'C226', 'C229'],
  ),
  mutant(
    'takes every ask for a yes',
    {
      openChat: (hooks, options) =>
        openChat(hooks.extend({ approver: () => ({ approved: true }) }), options),
    },
    ...['C301', 'C302', 'C306', 'C310', 'C318', 'C330', 'C389'],
  ),
  mutant(
    'trusts what the client says was approved',
    {
      toolCycle: async (chat, step) => {
        if (step.approval === undefined) return toolCycle(chat, step);
        return {
          kind: 'result',
          result: await step.run(step.call),
          changed: false,
          synthetic: false,
        };
      },
    },
    ...['C331', 'C333', 'C334', 'C335', 'C336', 'C337'],
  ),
  mutant(
    'refuses whatever was suspended',
    {
      toolCycle: (chat, step) =>
        toolCycle(chat, step.approval === undefined ? step : { ...step, approval: 'no' }),
    },
    ...['C331', 'C334'],
  ),
];
