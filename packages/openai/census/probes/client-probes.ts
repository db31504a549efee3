import type { Probe } from '@interpose/testing/probes';
import type OpenAI from 'openai';
import { Completions } from 'openai/resources/chat/completions';
import { ResponsesToolRunner } from 'openai/helpers/responses-tool-runner';

import { withHooks } from '../../src/index.ts';
import type { SdkVersion } from '../../test/sdk-versions.ts';
import { canaryService } from './canary-service.ts';
import { ask, drain, execute, kitProbe, loop, openClient, toolParameters } from './probe-kit.ts';

const messages = [{ role: 'user' as const, content: 'Pay me.' }];
const body = { model: 'canary', messages };
const deltas = [...ask, 'onResponseDelta'] as const;

/** Other ways to the same requests: other clients, clones, resources by themselves, raw fetches, spellings. */
export function clientProbes(version: SdkVersion): readonly Probe[] {
  const { sdk } = version;
  return [
    kitProbe(version, 'AzureOpenAI', ask, async ({ run }) => {
      const own = { apiKey: 'any', endpoint: 'https://azure.test', apiVersion: '2024-10-21' };
      const fetch = canaryService(run);
      const client = new sdk.AzureOpenAI({ ...own, deployment: 'small', maxRetries: 0, fetch });
      if (run.hooks !== undefined) withHooks(client, run.hooks);
      return client.chat.completions.create(body);
    }),
    kitProbe(version, 'a resource of its own', ask, ({ client }) =>
      new Completions(client).create(body),
    ),
    kitProbe(version, 'a subclass with private fields', ask, ({ run }) => {
      class Shop extends sdk.OpenAI {
        readonly #answers: unknown[] = [];
        async askOnce(): Promise<unknown> {
          this.#answers.push(await this.chat.completions.create(body));
          return this.#answers;
        }
      }
      return openClient(Shop, run).askOnce();
    }),
    kitProbe(version, 'hooked twice, a clone of a clone', ask, ({ client, run }) => {
      const again = run.hooks === undefined ? client : withHooks(client, run.hooks);
      return again.withOptions({ timeout: 9000 }).withOptions({}).chat.completions.create(body);
    }),
    kitProbe(version, 'a proxy around the client', ask, ({ client }) => {
      return new Proxy(client, {
        get: (target, key) => target[key as keyof OpenAI],
      }).chat.completions.create(body);
    }),
    kitProbe(version, 'an error of the service', ['preRequest', 'onUserMessage'], ({ client }) =>
      client.chat.completions.create({ ...body, model: 'failing' }),
    ),
    ...spellings(version),
    ...fetchProbes(version),
  ];
}

/** Each is an endpoint that the service takes for the one of chats. */
function spellings(version: SdkVersion): readonly Probe[] {
  return [
    '/Chat/Completions',
    '//chat//completions/',
    '/chat%2Fcompletions',
    '/chat;a=b/completions',
  ].map((path) =>
    kitProbe(version, `client.post ${path}`, ask, ({ client }) => client.post(path, { body })),
  );
}

function fetchProbes(version: SdkVersion): readonly Probe[] {
  return [
    kitProbe(version, 'hookFetch', ask, async ({ fetch }) => {
      const asked = sending({ model: 'canary', input: 'Pay me.' });
      const answer = await fetch('https://probe.test/v1/responses', asked);
      return { answer, text: await answer.clone().text() };
    }),
    kitProbe(version, 'hookFetch, streamed', deltas, async ({ fetch }) => {
      const asked = sending({ ...body, stream: true });
      return (await fetch('https://probe.test/v1/chat/completions', asked)).text();
    }),
    kitProbe(version, 'hookFetch with a Request of another realm', ask, async ({ fetch }) => {
      const own = new Request('https://probe.test/v1/chat/completions', sending(body));
      const foreign = { url: own.url, method: own.method, headers: own.headers, signal: null };
      const answer = await fetch({ ...foreign, clone: () => own.clone() } as never);
      return answer.text();
    }),
    kitProbe(version, 'hookFetch embeddings', ['preRequest'], async ({ fetch }) => {
      const asked = sending({ model: 'canary', input: ['a text'] });
      return (await fetch('https://probe.test/v1/embeddings', asked)).text();
    }),
  ];
}

function sending(content: object): RequestInit {
  return { method: 'POST', body: JSON.stringify(content) };
}

/** Where the tools of Responses are run by the SDK: from openai 7. */
export function runnerProbes(version: SdkVersion): readonly Probe[] {
  const probe = (name: string, stream: boolean): Probe => ({
    ...kitProbe(
      version,
      name,
      stream ? [...loop, 'onResponseDelta'] : loop,
      async ({ client, run }) => {
        const declared = { type: 'function', name: 'refund', description: 'Pays.', strict: false };
        const tool = { ...declared, parameters: toolParameters };
        const functions = [{ tool, execute: execute(run) }];
        const runner = new ResponsesToolRunner({ functions } as never);
        if (run.hooks !== undefined) withHooks(runner, run.hooks);
        const onEvent = (event: unknown): void => run.note('event', event);
        const asked = { model: 'canary', input: 'Pay me.', stream: false as const };
        return drain(runner.iterate(client, asked, stream ? { stream, onEvent } : {}));
      },
    ),
    runsOn: (each) => !each.startsWith('5.'),
  });
  return [probe('ResponsesToolRunner', false), probe('ResponsesToolRunner, streamed', true)];
}
