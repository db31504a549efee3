import { setImmediate as turn } from 'node:timers/promises';

import { createHooks } from '@interpose/core';
import { createAgent, tool } from 'langchain';
import { describe, expect, onTestFinished, test } from 'vitest';

import { withHooks } from '../src/index.ts';
import { callOf, PlainModel } from './plain-model.ts';

type Events = ReadableStream<unknown> & AsyncIterable<unknown>;

const leaves: Readonly<Record<string, (events: Events) => Promise<void>>> = {
  'a break after the first event': async (events) => {
    for await (const _ of events) break;
  },
  'a break in the middle': async (events) => {
    let left = 5;
    for await (const _ of events) if (--left === 0) break;
  },
  'a cancel of its reader': async (events) => {
    const reader = events.getReader();
    await reader.read();
    await reader.cancel(new Error('enough'));
  },
  'a cancel before any read': (events) => events.cancel(new Error('never mind')),
};

const ways = Object.keys(leaves).flatMap((leave) =>
  (['v1', 'v2'] as const).flatMap((schema) =>
    ['a model that is quick', 'a model that takes its time'].map((pace) => [leave, schema, pace]),
  ),
) as [leave: string, schema: 'v1' | 'v2', pace: string][];

/** A consumer that leaves the events of a run ends its chat once, and no rejection is left that ends the process. */
export function leftEvents(version: string): void {
  describe(`LangChain ${version}: events of an agent that are left`, () => {
    test.each(ways)('%s, %s, %s', async (leave, schema, pace) => {
      const unhandled: unknown[] = [];
      const hear = (reason: unknown): void => void unhandled.push(reason);
      process.on('unhandledRejection', hear);
      onTestFinished(() => void process.off('unhandledRejection', hear));
      const endings: unknown[] = [];
      const hooks = createHooks();
      hooks.addHook('preRequest', () => undefined);
      for (const event of ['onChatDone', 'onChatAbort', 'onChatError'] as const)
        hooks.observe(event, () => endings.push(event));

      const model = new PacedModel(pace === 'a model that is quick' ? 0 : 8);
      const look = tool(() => 'found', {
        name: 'look',
        description: 'Looks.',
        schema: { type: 'object', properties: {} },
      });
      const agent = withHooks(createAgent, hooks)({ model, tools: [look] });
      const question = { messages: [{ role: 'user', content: 'What is the price?' }] };
      await leaves[leave]!(agent.streamEvents(question, { version: schema }) as Events);
      for (let left = 60; left > 0; left--) await turn();

      expect({ unhandled, endings }).toEqual({ unhandled: [], endings: ['onChatAbort'] });
    });
  });
}

/** A model that answers after so many turns of the loop. */
class PacedModel extends PlainModel {
  readonly #turns: number;

  constructor(turns: number) {
    super(callOf('look'), 'Ten euros.');
    this.#turns = turns;
  }

  override async _generate(): ReturnType<PlainModel['_generate']> {
    for (let left = this.#turns; left > 0; left--) await turn();
    return super['_generate']();
  }
}
