import type { Dict, Hooks } from '@interpose/core';
import { openChat, type Chat } from '@interpose/core/adapter';

import type { WireApp, WireTarget } from '../../src/fuzz/index.ts';

/** What a seam round one end does with a message; a broken one does it wrongly. */
export interface Seam {
  /** Asks about a message and returns what goes on; nothing where it was denied. */
  readonly pass: (chat: Chat, event: WireEvent, message: Dict) => Promise<Dict | undefined>;
  readonly end: (chat: Chat) => Promise<void>;
  /** What the near end keeps of what came. */
  readonly keep: (held: unknown[], before: Dict, after: Dict | undefined) => void;
}

type WireEvent = 'preMcpMessage' | 'onMcpMessage';

/** A seam as it should be. */
export const soundSeam: Seam = {
  async pass(chat, event, message) {
    const direction = event === 'preMcpMessage' ? 'client-to-server' : 'server-to-client';
    const payload = { message, server: 'fake', direction } as const;
    const verdict = await chat.dispatch(event, payload);
    if (verdict.decision === 'allow') return message;
    return verdict.decision === 'modify' ? (verdict.value as Dict) : undefined;
  },
  end: async (chat) => chat.end({ kind: 'done', reason: 'completed' }),
  keep: (held, _before, after) => void held.push(after),
};

/** Two ends that ask and tell each other, the near one behind a seam; a broken one, to see that its fault is found. */
export function fakeWire(seam: Seam = soundSeam): WireTarget {
  return {
    name: 'fake-wire',
    version: '1.0.0',
    wires: [
      {
        name: 'ends',
        entries: ['fakeWire'],
        events: ['preMcpMessage', 'onMcpMessage'],
        says: { question: ['question'], 'question from afar': ['question from afar'] },
        takes: ['slow'],
        open: async (app) => open(app, seam),
      },
    ],
  };
}

function open(app: WireApp, seam: Seam): Awaited<ReturnType<WireTarget['wires'][0]['open']>> {
  const held: unknown[] = [];
  const cross = async (
    event: WireEvent,
    message: Dict,
    chat: Chat | undefined,
  ): Promise<string> => {
    const passed = chat === undefined ? message : await seam.pass(chat, event, message);
    if (event === 'onMcpMessage') seam.keep(held, message, passed);
    if (passed === undefined) return 'denied';
    app.arrived(event === 'preMcpMessage' ? 'far' : 'near', passed);
    return 'arrived';
  };
  return {
    held,
    async say({ say, taken }, index) {
      const chat = app.hooks === undefined ? undefined : await chatOf(app.hooks);
      const said = { jsonrpc: '2.0', method: 'ask', id: index, params: { text: '' } };
      const ways = ['preMcpMessage', 'onMcpMessage'] as const;
      const outcomes: string[] = [];
      for (const event of say === 'question' ? ways : ways.toReversed()) {
        const text = app.canary(event === 'preMcpMessage' ? 'near' : 'far', index * 10);
        if (taken === 'slow') await new Promise((resolve) => setImmediate(resolve));
        outcomes.push(await cross(event, { ...said, params: { text } }, chat));
        if (outcomes.includes('denied')) break;
      }
      if (chat !== undefined) await seam.end(chat);
      return outcomes;
    },
    close: async () => undefined,
  };
}

async function chatOf(hooks: Hooks): Promise<Chat> {
  return openChat(hooks, { host: { framework: 'fake', version: '1' }, agent: { id: 'near' } });
}
