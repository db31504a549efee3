import type { EventName } from '@interpose/core';
import { canaries, type Probe, type ProbeRun } from '@interpose/testing/probes';
import type OpenAI from 'openai';

import { withHooks } from '../../src/index.ts';
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
      const options = { apiKey: 'any', baseURL: 'https://probe.test/v1', logLevel: 'off' as const };
      const client = new sdk.OpenAI({ ...options, maxRetries: 0, fetch: canaryService(run) });
      if (run.hooks !== undefined) withHooks(client, run.hooks);
      return app({ client, refund: refundTool(run), run });
    },
  };
}

function refundTool(run: ProbeRun): object {
  const parameters = { type: 'object', properties: { euros: { type: 'number' } } };
  const tool = async (args: object): Promise<string> => {
    run.toolRan('refund', args);
    return canaries.toolResult;
  };
  return {
    type: 'function',
    function: {
      name: 'refund',
      description: 'Pays.',
      parameters,
      parse: JSON.parse,
      function: tool,
    },
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
