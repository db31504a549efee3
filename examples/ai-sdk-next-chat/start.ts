import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { callTools, say, scriptedModel } from '@interpose/testing';

// With a key the chat asks the service. Without one it asks a script on this machine, over real HTTP, which wants to
// pay 42 euros back whatever you write first.
await using server = await scriptedModel();
if (process.env.OPENAI_API_KEY === undefined) {
  const { baseURL } = server.chat({
    entries: [
      callTools({ name: 'refund', args: { order: 'A-7', cents: 4200 } }),
      say('You have your 42 euros back.'),
    ],
    atEnd: 'repeat',
  });
  process.env.OPENAI_BASE_URL = baseURL;
  process.env.OPENAI_API_KEY = 'offline';
}
const next = spawn('node_modules/.bin/next', ['dev', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => next.kill(signal));
await once(next, 'close');
