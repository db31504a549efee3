import { serve as listen } from '@hono/node-server';
import { serve } from '@interpose/aos';
import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { policies } from './policies.ts';

const hooks = createHooks({ policies });
hooks.observe(
  'onDecision',
  logDecisions({ format: 'text', write: (line) => console.log(`guardian  ${line}`) }),
);

const token = process.env.GUARDIAN_TOKEN ?? '';
const port = Number(process.env.PORT ?? 8787);
listen(
  { fetch: serve(hooks, { token }), port, hostname: process.env.HOST ?? '127.0.0.1' },
  (at) => {
    console.log(`guardian  listens on port ${at.port}`);
  },
);
