import { streamOf } from '@interpose/adapter-kit';
import { InterposeError, type Failure } from '@interpose/core';
import { isDict, parseBody, textOf, type Body } from '../translate/native.ts';

/** One request on its way to the provider, as a hooked client or fetch makes it. */
export interface HttpCall {
  readonly url: string;
  readonly init: RequestInit;
  /** The base URL of the API, if it is known. */
  readonly base?: string | undefined;
  /** Sends the request; rejects when nobody answers. */
  send(init: RequestInit): Promise<Response>;
  /** Makes the SDK's error for a response with an error status. */
  statusError(response: Response, text: string): Error;
  /** Returns a response that gives the caller this error, or throws the error itself. */
  failWith(error: unknown, like: Response | undefined): Response;
  /** Aborts the request; the SDK uses it too when the caller stops reading a stream. */
  readonly controller?: AbortController | undefined;
  /** How long the client waits for an answer. */
  readonly timeoutMs?: number | undefined;
}

/** The errors behind the responses that stand for one. */
const errors = new WeakMap<Response, unknown>();

/** Returns the error that a response stands for. */
export function errorOf(response: Response): unknown {
  return errors.get(response) ?? new Error(`The provider answered with status ${response.status}.`);
}

/** Returns the body of a request. Throws for a body that is not JSON: hooks could not read it, so it is not sent. */
export function readBody(
  body: unknown,
  read: (text: string) => Body | undefined = parseBody,
): Body {
  const isBytes = body instanceof ArrayBuffer || ArrayBuffer.isView(body);
  const text = isBytes ? new TextDecoder().decode(body) : body;
  const parsed = typeof text === 'string' ? read(text) : undefined;
  if (parsed !== undefined) return parsed;
  throw new InterposeError(
    'request_unreadable',
    'this request to a model has a body that is no JSON object',
    'send the parameters as an object, so that policies can see them',
  );
}

/** Returns the request with another body and with these headers, except those that the app set itself. */
export function withBody(
  init: RequestInit,
  body: object | undefined,
  added: object | undefined,
): RequestInit {
  if (body === undefined && added === undefined) return init;
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(added ?? {}) as [string, string][])
    if (!headers.has(name)) headers.set(name, value);
  if (body === undefined) return { ...init, headers };
  headers.delete('content-length');
  return { ...init, headers, body: JSON.stringify(body) };
}

/** Returns a JSON response; its headers, and its status unless another is given, are those of `like`, which it replaces. */
export function jsonResponse(
  body: object,
  like: Response | undefined,
  status: number = like?.status ?? 200,
): Response {
  const headers = bodyHeaders(like);
  headers.set('content-type', 'application/json');
  return responseLike(JSON.stringify(body), like, headers, status);
}

/** Returns a response with the URL of `like`, and its status unless another is given, but other body and headers. */
export function responseLike(
  body: string | ReadableStream<Uint8Array>,
  like: Response | undefined,
  headers: Headers,
  status: number = like?.status ?? 200,
): Response {
  if (like === undefined) return new Response(body, { status, headers });
  // Some statuses, such as 204, allow no body, not even an empty one.
  const response = new Response(body || null, {
    status,
    statusText: status === like.status ? like.statusText : '',
    headers,
  });
  return Object.defineProperty(response, 'url', { value: like.url, configurable: true });
}

/** Returns the headers for a response whose body was replaced. */
export function bodyHeaders(like: Response | undefined): Headers {
  const headers = new Headers(like?.headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding'])
    headers.delete(name);
  return headers;
}

/** Returns an error in the format of the API. The SDK must not repeat a request that a policy denied. */
export function errorResponse(error: unknown, like: Response | undefined): Response {
  const { message, type, code, status }: Body = isDict(error) ? error : {};
  const told = {
    message: textOf(message) ?? String(error),
    type: textOf(type) ?? 'interpose',
    param: null,
    code: textOf(code) ?? null,
  };
  const isStatus = typeof status === 'number' && status >= 400 && status <= 599;
  const ownStatus = isStatus ? status : (like?.status ?? 403);
  const response = jsonResponse({ error: told }, like, ownStatus);
  if (like === undefined) response.headers.set('x-should-retry', 'false');
  errors.set(response, error);
  // Some servers replace `Response` by a class that makes new headers once the body was read.
  return Object.defineProperty(response, 'headers', { value: response.headers });
}

/** Errors of a connection; the SDK handles these itself. */
const unanswered = new WeakSet<object>();

/** Whether an error is one of a connection. */
export function isUnanswered(error: unknown): boolean {
  return typeof error === 'object' && error !== null && unanswered.has(error);
}

/** Remembers an error of a connection, and throws it. */
export function noteUnanswered(error: unknown): never {
  if (typeof error === 'object' && error !== null) unanswered.add(error);
  throw error;
}

/** Returns a response of the platform for one whose body is a stream of Node, as those of `node-fetch` have. */
function readable(response: Response): Response {
  const { body, headers } = response;
  if (!body || 'getReader' in body) return response;
  // Such a response has a stream also where its status allows no body.
  const isEmpty = [204, 205, 304].includes(response.status);
  return responseLike(isEmpty ? '' : streamOf(body), response, new Headers([...headers]));
}

/** The failures of one request, and the responses that tell the caller of them. */
export class Failures {
  readonly #http: HttpCall;
  #answers: Map<unknown, Response> | undefined;
  #last: Response | undefined;

  constructor(http: HttpCall) {
    this.#http = http;
  }

  /** Sends a request; rejects for an error status too. */
  async send(init: RequestInit): Promise<Response> {
    this.#last = undefined;
    const response = readable(await this.#http.send(init).catch(noteUnanswered));
    if (response.ok) return response;
    const text = await response.text();
    // A new response, because the body of the first one was read.
    const last = responseLike(text, response, response.headers);
    return this.#fail(this.#http.statusError(last, text), last);
  }

  /** Fails a stream that has no body, such as that of a 204: the caller gets the response as it is. */
  failEmpty(response: Response): never {
    return this.#fail(errorOf(response), response);
  }

  #fail(error: unknown, last: Response): never {
    errors.set((this.#last = last), error);
    (this.#answers ??= new Map<unknown, Response>()).set(error, last);
    throw error;
  }

  /** Returns the response for a failure: the provider's own, unless hooks changed or supplied the error. */
  answer(outcome: { readonly error: Failure; readonly thrown?: unknown }): Response {
    if (!('thrown' in outcome)) return this.#http.failWith(outcome.error, this.#last);
    const answered = this.#answers?.get(outcome.thrown);
    if (answered === undefined) throw outcome.thrown;
    return answered;
  }
}
