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
  hookClones(client, hooking, hookSockets(client, hooking));
  for (const [resource, path] of creating) {
    hookCreate(resource, path, hooking);
    // The runner that `stream` returns wraps errors of policies; its requests go through `create`.
    replaceMethod(resource as { stream: Method }, 'stream', (own) => (...given) => {
      return watchRunner(own(...given));
    });
  }
  hookRunTools(completions, hooking);
  return client;
}

/** Returns the values that all runs of this client share. */
export function hookingOf(client: ClientShape, hooks: Hooks, options: WithHooksOptions): Hooking {
  const name = 'apiVersion' in client ? 'azure' : 'openai';
  return { hooks, options, version: versionOf(client), provider: { name, url: client.baseURL } };
}

/** Hooks the method that sends every request and every repeat; the client's time limit runs only in the original. */
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

/** Hooks the method that makes errors from responses: one that stands for an error of ours gives that error. */
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

/**
 * Hooks what a WebSocket asks a client for, as its messages are no requests: opening one is reported or refused. Returns
 * the settings that clones then have to be given.
 */
function hookSockets(client: ClientShape, hooking: Hooking): object {
  const note = (): void => {
    const refusal = whyRefused(hooking, { status: 'unmediated', request: 'a WebSocket' });
    if (refusal !== undefined) throw refusal;
  };
  replaceMethod(client, '_buildWebSocketHeaders', (own) => (...given) => {
    note();
    return own!(...given);
  });
  const { _options: settings = {} } = client;
  // The platform's WebSocket asks an Azure client for its key. Requests ask for that too, unless it is fixed.
  if (hooking.provider?.name === 'azure' && typeof settings.apiKey === 'string')
    replaceMethod(client, '_callApiKey', (own) => (capture) => {
      if (typeof capture === 'function') note();
      return own!(capture);
    });
  // It asks every client for this too, unless it is told itself; nothing else reads it once the client is made.
  const before = Object.getOwnPropertyDescriptor(settings, IN_BROWSERS);
  const isAllowed = before?.value === true;
  Object.defineProperty(settings, IN_BROWSERS, {
    configurable: true,
    // Clones are made of what can be enumerated.
    enumerable: false,
    get(): unknown {
      note();
      return before?.get?.() ?? isAllowed;
    },
  });
  return isAllowed ? { [IN_BROWSERS]: true } : {};
}

/** The setting that lets a client run in a browser. */
const IN_BROWSERS = 'dangerouslyAllowBrowser';

/** Hooks every clone: the client's class constructs it without the methods that were replaced here. */
function hookClones(client: ClientShape, hooking: Hooking, settings: object): void {
  replaceMethod(client, 'withOptions', (own) => (given) => {
    const clone = withOriginalFetch(client, () => own?.({ ...settings, ...(given as object) }));
    return hookClient(clone as ClientShape, hooking.hooks, hooking.options);
  });
}

interface PromiseOfResponse {
  asResponse?(): unknown;
}

/** Gives all requests of one call the same run: the client repeats requests that failed. */
function hookCreate(resource: Resource, path: string, hooking: Hooking): void {
  const { hooks } = hooking;
  replaceMethod(resource as { create: Method }, 'create', (own) => (body, options) => {
    if (inModelStep(hooks) || runOfOptions(options, hooks) !== undefined) return own(body, options);
    const { stream } = (body ?? {}) as { readonly stream?: unknown };
    const { signal } = (options ?? {}) as { readonly signal?: AbortSignal | null };
    const run = new CallRun(
      hooking,
      stream ? `${path}.create, streamed` : `${path}.create`,
      'promise',
      signal,
    );
    const promise = own(body, withRun(options, run) as never) as PromiseOfResponse;
    // Waits for the raw response: awaiting the promise itself would read the body before the caller does.
    // Instrumentations of the classes give a promise of the result alone, which was read by then.
    const answered = promise.asResponse?.() ?? promise;
    if (answered instanceof Promise) answered.catch((error: unknown) => run.failed(error));
    return promise;
  });
}
