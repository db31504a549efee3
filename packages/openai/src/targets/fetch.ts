import {
  checkWithHooks,
  isThenable,
  omitUndefined,
  type WithHooksOptions,
} from '@interpose/adapter-kit';
import { DeniedError, type Hooks, type MaybePromise } from '@interpose/core';
import { expectModelSteps, inModelStep } from '@interpose/core/adapter';
import { judgeRequest } from '../model/ask-endpoint.ts';
import { CallRun, type Hooking } from '../run/host-run.ts';
import { classOf } from '../coverage/endpoints.ts';
import { errorResponse, type HttpCall } from '../model/http-call.ts';

/** A `fetch` of any SDK. */
export type Fetch = typeof globalThis.fetch;

/**
 * Returns a fetch with hooks around every request to the chat completions, responses and embeddings of an
 * OpenAI-compatible service, for SDKs that take a fetch and have no adapter. Each request is a chat of its own. A
 * denial that cannot be a message is a response with status 403.
 *
 * @example
 * const guarded = hookFetch(fetch, hooks);
 * const model = createOpenAICompatible({ name: 'local', baseURL, fetch: guarded }).chatModel('small');
 */
export function hookFetch(fetch: Fetch, hooks: Hooks, options?: WithHooksOptions): Fetch;
export function hookFetch(
  fetch: Fetch,
  hooks: Hooks,
  options: WithHooksOptions = {},
  ...more: readonly unknown[]
): Fetch {
  checkWithHooks(hooks, options, {}, more);
  expectModelSteps(hooks);
  return fetchThrough(fetch, { hooks, options, version: '' });
}

/** Returns a fetch that judges every request by itself. */
export function fetchThrough(fetch: Fetch, hooking: Hooking): Fetch {
  const { hooks } = hooking;
  return async (input, given) => {
    if (inModelStep(hooks)) return fetch(input, given);
    const reading = readRequest(input, given);
    const { url, init } = isThenable(reading) ? await reading : reading;
    const send: HttpCall['send'] = (sent) => fetch(withChanges(input, sent) ?? url, sent);
    const base = hooking.provider?.url;
    const http: HttpCall = { url, init, base, send, statusError, failWith };
    const runOf = (endpoint: string): CallRun =>
      new CallRun(hooking, `hookFetch ${endpoint}`, 'request', init.signal);
    return judgeRequest(hooking, http, () => fetch(input, given), runOf);
  };
}

/** The properties of a request that say how to send it, not what it contains. */
const MANNERS = [
  'cache',
  'credentials',
  'integrity',
  'keepalive',
  'mode',
  'redirect',
  'referrer',
  'referrerPolicy',
] as const;

type Readable = Pick<Request, 'url' | 'method' | 'headers' | 'signal' | 'clone'> &
  Partial<Pick<Request, (typeof MANNERS)[number]>>;

/** Whether an input is a request, judged by its shape: other realms and polyfills have a class of their own. */
function isRequest(input: Parameters<Fetch>[0] | RequestInit | Readable): input is Readable {
  if (typeof input !== 'object' || !('url' in input)) return false;
  return typeof input.url === 'string' && typeof input.clone === 'function';
}

/** The members that a fetch reads of its settings, also where they are inherited. */
const MEMBERS = [...MANNERS, 'method', 'headers', 'body', 'signal', 'dispatcher'] as const;

function membersOf(from: object, names: readonly string[]): Record<string, unknown> {
  return omitUndefined(Object.fromEntries(names.map((name) => [name, Reflect.get(from, name)])));
}

interface ReadRequest {
  readonly url: string;
  readonly init: RequestInit;
}

/** Reads a request as a fetch would: what the app changes in its objects afterwards is not sent. */
function readRequest(
  input: Parameters<Fetch>[0],
  given: RequestInit = {},
): MaybePromise<ReadRequest> {
  const url = isRequest(input) ? input.url : String(input);
  const settings: RequestInit | Readable = given;
  if (isRequest(settings)) return withInit(settings, {}, url);
  const init: RequestInit = { ...given, ...membersOf(given, MEMBERS) };
  if (init.headers) init.headers = copyOf(init.headers);
  return isRequest(input) ? withInit(input, init, url) : { url, init };
}

/**
 * Returns a request object like the one that was given, with what is sent now. It keeps what nobody can read from the
 * given one, such as a dispatcher that leads through a proxy. Returns undefined where the class is not known to do so.
 */
function withChanges(input: Parameters<Fetch>[0], sent: RequestInit): Request | undefined {
  if (!isRequest(input)) return undefined;
  const { constructor } = input as Readable;
  const Class = input instanceof Request ? Request : (constructor as typeof Request);
  const isKnown =
    Class.name === 'Request' && Reflect.get(Class.prototype, Symbol.toStringTag) === 'Request';
  return isKnown ? new Class(input, sent) : undefined;
}

function copyOf(headers: HeadersInit): HeadersInit {
  if (Array.isArray(headers)) return [...headers];
  return 'append' in headers ? new Headers(headers) : { ...headers };
}

async function withInit(input: Readable, given: RequestInit, url: string): Promise<ReadRequest> {
  const method = given.method ?? input.method;
  const isRead = given.body === undefined && classOf(method, url).status === 'enforced';
  const body = isRead ? await input.clone().text() : given.body;
  const init = {
    ...membersOf(input, MANNERS),
    ...given,
    method,
    headers: given.headers ?? new Headers([...input.headers]),
  };
  const signal = given.signal ?? ownSignal(input.signal);
  return { url, init: { ...init, signal, ...(body === undefined ? {} : { body }) } };
}

/** Returns the signal, or a signal of this realm that follows it. */
function ownSignal(signal: unknown): AbortSignal | null {
  if (signal instanceof AbortSignal) return signal;
  const other = signal as AbortSignal | null | undefined;
  if (other === null || other === undefined) return null;
  if (other.aborted) return AbortSignal.abort(other.reason);
  const controller = new AbortController();
  other.addEventListener('abort', () => controller.abort(other.reason), { once: true });
  return controller.signal;
}

function statusError(response: Response, text: string): Error {
  const message = text === '' ? `The provider answered with status ${response.status}.` : text;
  return Object.assign(new Error(message), { status: response.status });
}

/** Turns a denial into a response with an error status, as callers expect; throws the error of a hook as it is. */
function failWith(error: unknown, like: Response | undefined): Response {
  if (error instanceof Error && !DeniedError.isInstance(error)) throw error;
  return errorResponse(error, like);
}
