import { callTools, say, scriptedModel } from '@interpose/testing';

// With a key the agent asks the service. Without one it asks a script on this machine, over real HTTP.
if (process.env.OPENAI_API_KEY === undefined) {
  await using server = await scriptedModel();
  const { baseURL } = server.chat([
    callTools({ name: 'refund', args: { order: 'A-7', cents: 42_000 } }),
    say('support: I may not pay that much back.'),
  ]);
  process.env.OPENAI_BASE_URL = baseURL;
  process.env.OPENAI_API_KEY = 'offline';
  process.env.OPENAI_AGENTS_DISABLE_TRACING = '1';
  await import('./agent.ts');
} else await import('./agent.ts');
