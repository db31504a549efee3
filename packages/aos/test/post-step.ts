import type { Dict, Hooks } from '@interpose/core';

import { serve, type ServeOptions } from '../src/index.ts';

/** The context of both. */
export const CONTEXT: Dict = {
  agent: {
    id: 'clerk',
    name: 'Clerk',
    instructions: 'Be exact.',
    version: '3.1.0',
    provider: { name: 'Models', url: 'https://models.example' },
    model: { id: 'm-1', name: 'm-large', provider: { name: 'Models' } },
  },
  session: { id: 'sess-42' },
  turnId: 'turn-7',
  stepId: 's5',
  timestamp: '2026-01-05T09:00:00.000Z',
  user: { id: 'user-9', organization: { id: 'org-1' } },
};

/** A request about a refund of 5 cents. */
export function toolCall(params: Dict = {}, id: string | number = 'one'): Dict {
  const inputs = [{ name: 'cents', value: 5 }];
  const toolCallRequest = { executionId: 'exec-1', toolId: 'refund', inputs };
  return {
    jsonrpc: '2.0',
    id,
    method: 'steps/toolCallRequest',
    params: { toolCallRequest, context: CONTEXT, ...params },
  };
}

/** A request about what the refund came back with. */
export function toolResult(context: Dict = CONTEXT): Dict {
  const result = { outputs: [{ kind: 'text', text: 'paid' }], isError: false };
  const params = { toolCallResult: { executionId: 'exec-1', result }, context };
  return { jsonrpc: '2.0', id: 'two', method: 'steps/toolCallResult', params };
}

type Handler = (request: Request) => Promise<Response>;

/** Posts a body as JSON. */
export async function post(
  handler: Handler,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly json: Dict }> {
  const response = await handler(
    new Request('http://guardian.invalid/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, json: isJson ? ((await response.json()) as Dict) : {} };
}

/** The answers of these hooks to single requests. */
export function answering(hooks: Hooks, options?: ServeOptions): (body: unknown) => Promise<Dict> {
  const handler = serve(hooks, options);
  return async (body) => (await post(handler, body)).json;
}
