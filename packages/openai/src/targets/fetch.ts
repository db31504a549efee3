import type { WithHooksOptions } from '@interpose/adapter-kit';
import { DeniedError, type Hooks } from '@interpose/core';
import { expectModelSteps, inModelStep } from '@interpose/core/adapter';
import { askEndpoint } from '../model/ask-endpoint.ts';
import { CallRun, type Hooking } from '../run/host-run.ts';
import { endpointOf } from '../coverage/endpoints.ts';
import { errorResponse, type HttpCall } from '../model/http-call.ts';
import { requireMediated } from '../coverage/require-enforced.ts';

/** A `fetch` of any SDK. */
export type Fetch = typeof globalThis.fetch;

/**
 * The same fetch with hooks around every request to the chat completions, responses and embeddings of an
 * OpenAI-compatible service, for SDKs that take a fetch and have no adapter. Each request is a chat of its own, and a
 * denial that cannot be a message is an answer with status 403.
 *
 * @example
 * const guarded = hookFetch(fetch, hooks);
 * const model = createOpenAICompatible({ name: 'local', baseURL, fetch: guarded }).chatModel('small');
 */
export function hookFetch(fetch: Fetch, hooks: Hooks, options: WithHooksOptions = {}): Fetch {
  expectModelSteps(hooks);
  const hooking: Hooking = { hooks, options, version: '' };
  return async (input, given) => {
    if (inModelStep(hooks)) return fetch(input, given);
    const { url, init } = await readRequest(input, given);
    const send: HttpCall['send'] = (sent) => fetch(url, sent);
    const http: HttpCall = { url, init, send, statusError, failWith };
    const endpoint = endpointOf(init.method, url);
    if (endpoint === undefined)
      return requireMediated(hooking, init, url, http) ?? fetch(input, given);
    const run = new CallRun(hooking, `hookFetch ${endpoint}`, 'request', init.signal);
    return askEndpoint(endpoint, { run, http });
  };
}

async function readRequest(
  input: Parameters<Fetch>[0],
  given: RequestInit | undefined,
): Promise<{ readonly url: string; readonly init: RequestInit }> {
  if (!(input instanceof Request)) return { url: String(input), init: given ?? {} };
  const { url, method, headers, signal } = input;
  const body =
    given?.body ?? (endpointOf(method, url) === undefined ? undefined : await input.clone().text());
  return {
    url,
    init: { method, headers, signal, ...given, ...(body === undefined ? {} : { body }) },
  };
}

function statusError(response: Response, text: string): Error {
  const message = text === '' ? `The provider answered with status ${response.status}.` : text;
  return Object.assign(new Error(message), { status: response.status });
}

/** Callers of a fetch know answers with a status; an error of a hook is thrown as it is. */
function failWith(error: unknown, like: Response | undefined): Response {
  if (error instanceof Error && !DeniedError.isInstance(error)) throw error;
  return errorResponse(error, like);
}
