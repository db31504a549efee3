import { withHooks } from '@interpose/openai';
import OpenAI from 'openai';

import { paced } from './paced.ts';
import type { StreamPlan, StreamSubject } from './stream-subject.ts';

/** The `openai` client over a service in memory that answers with real server-sent events. */
export const openaiStream: StreamSubject = {
  sdk: 'openai',
  prepare(plan) {
    const own = new OpenAI({
      apiKey: 'none',
      baseURL: 'http://bench.invalid/v1',
      fetch: serve(plan),
    });
    const client = plan.hooks === undefined ? own : withHooks(own, plan.hooks);
    const messages = [{ role: 'user' as const, content: 'Go on.' }];
    return () => client.chat.completions.create({ model: 'bench', messages, stream: true });
  },
};

function serve({ chunks, everyMs }: StreamPlan): typeof fetch {
  const events = eventsOf(chunks);
  return () => {
    const headers = { 'content-type': 'text/event-stream' };
    return Promise.resolve(new Response(bodyOf(paced(events, everyMs)), { headers }));
  };
}

function bodyOf(events: AsyncGenerator<Uint8Array<ArrayBuffer>, void>): ReadableStream {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await events.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await events.return();
      },
    },
    { highWaterMark: 0 },
  );
}

function eventsOf(chunks: number): readonly Uint8Array<ArrayBuffer>[] {
  const encoder = new TextEncoder();
  const texts = Array.from({ length: chunks }, (_, index) =>
    event({ content: `word${index % 10} ` }, null),
  );
  return [...texts, event({}, 'stop'), 'data: [DONE]\n\n'].map((text) => encoder.encode(text));
}

/** One chunk of the API `POST /chat/completions` with `stream: true`. */
function event(delta: object, finish_reason: string | null): string {
  const choices = [{ index: 0, delta, finish_reason }];
  const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'bench', choices };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}
