import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import * as ai from 'ai';
import { z } from 'zod';

import { hooks } from './hooks.ts';

const { streamText, convertToModelMessages, isStepCount, tool } = withHooks(
  ai,
  hooks,
);

const refund = tool({
  description: 'Pays money back for an order.',
  inputSchema: z.object({ order: z.string(), cents: z.number() }),
  execute: ({ order, cents }) => `paid ${cents / 100} euros for ${order}`,
});

/** The route of a chat: `app/api/chat/route.ts` in Next.js, or any server that speaks Request and Response. */
export async function POST(request: Request): Promise<Response> {
  const { id, messages } = (await request.json()) as {
    id: string;
    messages: ai.UIMessage[];
  };
  const user = { id: 'ada' }; // whom your sign-in knows
  return hooks.inSession({ id, user }, async () => {
    const result = streamText({
      model: openai('gpt-5-mini'),
      messages: await convertToModelMessages(messages),
      tools: { refund },
      stopWhen: isStepCount(5),
    });
    return result.toUIMessageStreamResponse({ originalMessages: messages });
  });
}
