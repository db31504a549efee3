import { runWire, type WireProgram } from '@interpose/testing/fuzz';
import { expect, test } from 'vitest';

import { targets } from './targets.ts';

/** What the fuzzer once reported, and what has to hold of it since. */
const found: Readonly<Record<string, { readonly version: string; readonly program: WireProgram }>> =
  {
    'a batch after the end of the session, which a server of the floor answers to nobody': {
      version: '1.10.0',
      program: {
        kind: 'server over HTTP',
        options: [],
        steps: [{ say: 'ends the session', abandoned: true }, { say: 'a batch' }],
        policy: [{ event: 'onMcpMessage', verdict: 'nothing', late: true }],
      },
    },
    'the end of a session while a batch is on its way, which a server of the floor answers to nobody':
      {
        version: '1.10.0',
        program: {
          kind: 'server over HTTP',
          options: [],
          steps: [
            { say: 'a batch', taken: 'tells progress', together: true, abandoned: true },
            { say: 'ends the session', together: true },
            { say: 'posts a request of id null', taken: 'loses its stream' },
          ],
          policy: 'observers',
        },
      },
    'a cancellation that a server of the floor still writes as it closes': {
      version: '1.10.0',
      program: {
        kind: 'server over HTTP',
        options: ['resumable'],
        steps: [
          { say: 'server request tasks/cancel', taken: 'loses its stream' },
          { say: 'server request elicitation/create' },
        ],
        policy: [
          { event: 'preMcpMessage', verdict: 'nothing', late: true },
          { event: 'onMcpMessage', verdict: 'nothing', priority: 50 },
        ],
      },
    },
    'a stream that is asked for while one is open, of which a transport tells twice': {
      version: '1.32.2',
      program: {
        kind: 'client over HTTP',
        options: [],
        steps: [
          { say: 'what came after the first event' },
          { say: 'server notification notifications/message' },
        ],
        policy: 'silent',
      },
    },
  };

test.each(Object.entries(found))('%s', async (_name, { version, program }) => {
  const target = targets.find((each) => each.version === version)!;
  expect(await runWire(target, program)).toEqual([]);
});
