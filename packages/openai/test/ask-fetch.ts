import type { Hooks } from '@interpose/core';

import { hookFetch } from '../src/index.ts';

const asked = { model: 'm', messages: [{ role: 'user', content: 'Word?' }], input: 'Word?' };

/** Everything an app gets of one request through a hooked fetch. */
export async function askFetch(
  hooks: Hooks,
  path: string,
  answer: object | readonly object[],
): Promise<string> {
  const stream = Array.isArray(answer);
  const text = stream
    ? [...answer.map((each: object) => JSON.stringify(each)), '[DONE]']
        .map((data) => `data: ${data}\n\n`)
        .join('')
    : JSON.stringify(answer);
  const headers = { 'content-type': stream ? 'text/event-stream' : 'application/json' };
  const fetch = () => Promise.resolve(new Response(text, { headers }));
  const body = JSON.stringify({ ...asked, stream });
  const got = await hookFetch(fetch, hooks)(`https://api.test/v1${path}`, { method: 'POST', body });
  return got.text();
}
