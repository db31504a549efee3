import { mapText, type Message, type ModelRequest } from '@interpose/core';
import { slotOf } from '@interpose/core/remote';

import { atLeast, atMost, type Gate, type Sample } from '../../gate.ts';
import { keep } from '../../method/keep.ts';
import { timeCases } from '../../method/time-cases.ts';
import { interpose } from '../../subjects/interpose.ts';

const MESSAGES = 100;
const CHANGED = 50;
const OTHER: Message = { role: 'user', content: [{ type: 'text', text: 'something else' }] };

/** Reading and changing a long history never costs a copy of it. */
export const gate: Gate = { id: 'G21', name: '100 messages', tolerance: 0.03, measure };

async function measure(): Promise<Sample> {
  const request = history(MESSAGES);
  const replaceOne = await replaceThroughHook();
  const cases = {
    structuredClone: (count: number) => {
      for (let i = 0; i < count; i += 1) keep(structuredClone(request));
    },
    'walk all texts': (count: number) => {
      for (let i = 0; i < count; i += 1) keep(mapText(request, same));
    },
    'replace one in a hook': (count: number) => {
      for (let i = 0; i < count; i += 1) keep(replaceOne(request));
    },
  };
  const timings = await timeCases(cases, { baseline: 'structuredClone', batchMs: 4 });
  const copied = copies(request, mapText(request, same)) + copies(request, replaceOne(request));
  const walk = timings.ratio('structuredClone', 'walk all texts');
  const replace = timings.ratio('structuredClone', 'replace one in a hook');
  return {
    control: timings.control,
    parts: [
      atLeast('untouched walk, times cheaper than a clone', walk, 100),
      atLeast('replacing one, times cheaper than a clone', replace, 100),
      atMost('untouched messages copied', copied, 0, 'count'),
    ],
    peers: timings.figures(...Object.keys(cases)),
  };
}

/** Rounds of a user's question, a tool call with its result, and an answer. */
function history(count: number): ModelRequest {
  const messages = Array.from({ length: count }, (_, index) => messageAt(index));
  return { model: 'bench', messages };
}

function messageAt(index: number): Message {
  const text = { type: 'text', text: `${index} `.padEnd(200, 'history ') } as const;
  const call = { id: `call-${index >> 2}`, name: 'search' };
  switch (index % 4) {
    case 0:
      return { role: 'user', content: [text] };
    case 1:
      return {
        role: 'assistant',
        content: [text, { type: 'tool-call', ...call, args: { query: `item ${index}`, limit: 5 } }],
      };
    case 2:
      return { role: 'tool', content: [{ type: 'tool-result', ...call, result: resultAt(index) }] };
    default:
      return { role: 'assistant', content: [text] };
  }
}

function resultAt(index: number): unknown {
  const items = [1, 2, 3, 4, 5].map((item) => ({
    id: index * item,
    title: `title ${item}`,
    score: 0.5,
  }));
  return { items, total: items.length };
}

function same(text: string): string {
  return text;
}

/** One dispatch of preRequest whose hook replaces one message; gives the request that would go out. */
async function replaceThroughHook(): Promise<(request: ModelRequest) => ModelRequest> {
  const { hooks, chat } = await interpose([]);
  hooks.addHook('preRequest', ({ request }) => ({
    request: { ...request, messages: request.messages.with(CHANGED, OTHER) },
  }));
  const slot = slotOf(chat, 'preRequest');
  return (request) => {
    const ruling = slot.run(slot.context({ request })) as { readonly value?: unknown };
    return ruling.value as ModelRequest;
  };
}

function copies(before: ModelRequest, after: ModelRequest): number {
  const untouched = before.messages.filter((message, index) => {
    const now = after.messages[index];
    return now !== message && now !== OTHER;
  });
  return untouched.length + (after.messages.length === before.messages.length ? 0 : 1);
}
