import type { WithHooksOptions } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import { expectModelSteps, inModelStep } from '@interpose/core/adapter';
import { judgeRequest } from '../model/ask-endpoint.ts';
import { CallRun, type Hooking } from '../run/host-run.ts';
import { versionOf, type ClientShape, type Method, type Resource } from './shapes.ts';
import { errorResponse, type HttpCall } from '../model/http-call.ts';
import { hookOwnFetch, ownRequest, withOriginalFetch } from './own-requests.ts';
import { hookRunTools } from './run-tools.ts';
import { isFirstLayer, replaceMethod } from './in-place.ts';
import { whyRefused } from '../coverage/require-enforced.ts';
import { parseBody } from '../translate/native.ts';
import { runOfOptions, takeRun, withRun } from '../run/run-link.ts';
import { noteOwnError, watchRunner } from '../run/watch-runner.ts';

/** Hooks a client in place: every request that leaves it, and every call that may send more than one. */
export function hookClient(client: ClientShape, hooks: Hooks, options: WithHooksOptions): object {
  const hooking = hookingOf(client, hooks, options);
  const { completions } = client.chat;
  const creating = [
    [completions, 'chat.completions'],
    [client.responses, 'responses'],
    [client.beta?.responses, 'responses'],
    [client.embeddings, 'embeddings'],
  ].filter((each): each is [Resource, string] => each[0] !== undefined);
  if (!isFirstLayer(hooking, client, ...creating.map(([resource]) => resource))) return client;
  expectModelSteps(hooks);
  hookOwnFetch(client, hooking);
  hookRequests(client, hooking);
  hookSockets(client, hooking);
  hookClones(client, hooking);
  for (const [resource, path] of creating) {
    hookCreate(resource, path, hooking);
    // What `stream` returns wraps the errors of policies; its requests pass `create`.
    replaceMethod(resource as { stream: Method }, 'stream', (own) => (...given) => {
      return watchRunner(own(...given));
    });
  }
  hookRunTools(completions, hooking);
  return client;
}

/** What every run of this client has in common. */
export function hookingOf(client: ClientShape, hooks: Hooks, options: WithHooksOptions): Hooking {
  const name = client.constructor.name === 'AzureOpenAI' ? 'azure' : 'openai';
  return { hooks, options, version: versionOf(client), provider: { name, url: client.baseURL } };
}

/** Every request leaves through here, also a repeated one; the client waits for its answer only inside. */
function hookRequests(client: ClientShape, hooking: Hooking): void {
  const { hooks } = hooking;
  const errors = hookErrors(client);
  replaceMethod(client, 'fetchWithTimeout', (own) => async (url, given, timeoutMs, controller) => {
    const { run: linked, init } = takeRun(given ?? {}, hooks);
    const send = (sent: RequestInit): Promise<Response> =>
      own(url, ownRequest(sent), timeoutMs, controller);
    if (inModelStep(hooks)) return send(init);
    const base = client.baseURL;
    const http: HttpCall = { url, init, base, send, controller, timeoutMs, ...errors };
    const runOf = (endpoint: string): CallRun =>
      linked ?? new CallRun(hooking, `${endpoint}.create`, 'request', init.signal);
    return judgeRequest(hooking, http, () => send(init), runOf);
  });
}

/** The client makes its errors of answers; where one of ours stands behind an answer, that is what it throws. */
function hookErrors(client: ClientShape): Pick<HttpCall, 'statusError' | 'failWith'> {
  const thrown = new WeakMap<Headers, Error>();
  const makeStatusError = client.makeStatusError.bind(client);
  replaceMethod(
    client,
    'makeStatusError',
    () => (status, error, message, headers) =>
      thrown.get(headers) ?? makeStatusError(status, error, message, headers),
  );
  return {
    statusError({ status, headers }, text) {
      const body = parseBody(text);
      const error = makeStatusError(status, body, body === undefined ? text : undefined, headers);
      thrown.set(headers, error);
      return error;
    },
    failWith(error, like) {
      const response = errorResponse(error, like);
      if (error instanceof Error) thrown.set(response.headers, error);
      noteOwnError(error);
      return response;
    },
  };
}

/** What is said over a socket passes no request: whoever opens one asks the client for its headers. */
function hookSockets(client: ClientShape, hooking: Hooking): void {
  replaceMethod(client, '_buildWebSocketHeaders', (own) => (...given) => {
    const refusal = whyRefused(hooking, { status: 'unmediated', request: 'a WebSocket' });
    if (refusal !== undefined) throw refusal;
    return own!(...given);
  });
}

/** A clone is made anew by its class, and keeps nothing of what was replaced here. */
function hookClones(client: ClientShape, hooking: Hooking): void {
  replaceMethod(client, 'withOptions', (own) => (given) => {
    const clone = withOriginalFetch(client, () => own?.(given));
    return hookClient(clone as ClientShape, hooking.hooks, hooking.options);
  });
}

interface PromiseOfResponse {
  asResponse?(): Promise<unknown>;
}

/** Ties the requests of one call together: the client repeats those that failed. */
function hookCreate(resource: Resource, path: string, hooking: Hooking): void {
  const { hooks } = hooking;
  replaceMethod(resource as { create: Method }, 'create', (own) => (body, options) => {
    if (inModelStep(hooks) || runOfOptions(options, hooks) !== undefined) return own(body, options);
    const { stream } = (body ?? {}) as { readonly stream?: unknown };
    const { signal } = (options ?? {}) as { readonly signal?: AbortSignal | null };
    const run = new CallRun(
      hooking,
      stream === true ? `${path}.create, streamed` : `${path}.create`,
      'promise',
      signal,
    );
    const promise = own(body, withRun(options, run) as never) as PromiseOfResponse;
    // The raw answer, since whoever reads the promise itself would read the body for the caller.
    void promise.asResponse?.().catch((error: unknown) => run.failed(error));
    return promise;
  });
}
