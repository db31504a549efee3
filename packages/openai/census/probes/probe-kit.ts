import type { EventName } from '@interpose/core';
import { canaries, type Probe, type ProbeRun } from '@interpose/testing/probes';
import type OpenAI from 'openai';

import { hookFetch, withHooks, type Fetch } from '../../src/index.ts';
import type { SdkVersion } from '../../test/sdk-versions.ts';
import { canaryService } from './canary-service.ts';

/** What one answer asks. */
export const ask: readonly EventName[] = [
  'onUserMessage',
  'preRequest',
  'onResponse',
  'onAgentResponse',
];

/** What a loop of model and tools asks. */
export const loop: readonly EventName[] = [...ask, 'preToolCall', 'onToolCallResult'];

/** What an app of a probe works with. */
export interface Kit {
  readonly client: OpenAI;
  readonly fetch: Fetch;
  readonly refund: object;
  readonly run: ProbeRun;
}

/** Makes a probe whose app is given a client of one version. */
export function kitProbe(
  { sdk }: SdkVersion,
  name: string,
  asks: Probe['asks'],
  app: (kit: Kit) => PromiseLike<unknown>,
): Probe {
  return {
    name,
    asks,
    app: async (run) => {
      const service = canaryService(run);
      const fetch = run.hooks === undefined ? service : hookFetch(service, run.hooks);
      return app({ client: openClient(sdk.OpenAI, run), fetch, refund: refundTool(run), run });
    },
  };
}

/** A hooked client of this class, on a service that answers with canaries. */
export function openClient<Client extends OpenAI>(
  own: new (options: ConstructorParameters<typeof OpenAI>[0]) => Client,
  run: ProbeRun,
): Client {
  const options = { apiKey: 'any', baseURL: 'https://probe.test/v1', logLevel: 'off' as const };
  const client = new own({ ...options, maxRetries: 0, fetch: canaryService(run) });
  return run.hooks === undefined ? client : withHooks(client, run.hooks);
}

/** What the tool of every probe takes. */
export const toolParameters: object = { type: 'object', properties: { euros: { type: 'number' } } };

/** Runs the tool of every probe. */
export function execute(run: ProbeRun): (args: object) => Promise<string> {
  return async (args) => {
    run.toolRan('refund', args);
    return canaries.toolResult;
  };
}

function refundTool(run: ProbeRun): object {
  const declared = { name: 'refund', description: 'Pays.', parameters: toolParameters };
  return {
    type: 'function',
    function: { ...declared, parse: JSON.parse, function: execute(run) },
  };
}

/** Reads a stream to its end, errors included. */
export async function drain(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const chunks: unknown[] = [];
  try {
    for await (const chunk of stream) chunks.push(chunk);
  } catch (error) {
    chunks.push(error);
  }
  return chunks;
}
