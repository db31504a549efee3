import { tool } from '@langchain/core/tools';
import type { createAgent } from 'langchain';

import type { Batch } from '../method/time-cases.ts';
import { keep } from '../method/keep.ts';
import { LangchainModel } from './langchain-model.ts';

type Middleware = NonNullable<Parameters<typeof createAgent>[0]['middleware']>;

/** Runs an agent that this factory makes: two model calls and a tool each. */
export function runLangchain(factory: typeof createAgent, middleware: Middleware = []): Batch {
  const weather = tool(({ city }: { city: string }) => `It is sunny in ${city}.`, {
    name: 'weather',
    description: 'The weather in a city',
    schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  });
  const agent = factory({ model: new LangchainModel(), tools: [weather], middleware });
  return async (count) => {
    for (let i = 0; i < count; i += 1)
      keep(
        await agent.invoke({
          messages: [{ role: 'user', content: 'What is the weather in Lisbon?' }],
        }),
      );
  };
}
