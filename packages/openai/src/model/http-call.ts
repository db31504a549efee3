import { InterposeError, type Failure } from '@interpose/core';
import { isDict, parseBody, textOf, type Body } from '../translate/native.ts';

/** One request on its way to the provider, as a hooked client or fetch makes it. */
export interface HttpCall {
  readonly url: string;
  readonly init: RequestInit;
  /** Where the API begins, as far as it is known. */
  readonly base?: string | undefined;
  /** Sends the request; rejects when nobody answers. */
  send(init: RequestInit): Promise<Response>;
  /** The error the SDK makes of an answer that is none. */
  statusError(response: Response, text: string): Error;
  /** What gives the caller this error: an answer, or the error itself is thrown. */
  failWith(error: unknown, like: Response | undefined): Response;
  /** Aborts the request; the caller who stops reading a stream does that too. */
  readonly controller?: AbortController | undefined;
  /** How long the client waits for an answer. */
  readonly timeoutMs?: number | undefined;
}

/** The errors that answers stand for. */
const errors = new WeakMap<Response, unknown>();

/** The error that an answer stands for. */
export function errorOf(response: Response): unknown {
  return errors.get(response) ?? new Error(`The provider answered with status ${response.status}.`);
}

/** The body of a request; one that is no JSON text cannot be shown to anybody, so it is not sent. */
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

/** The same request with another body and with these headers, where the app set none of that name. */
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

/** An answer with this body, in the place of another or of none. */
export function jsonResponse(body: object, like: Response | undefined, status = 200): Response {
  const headers = bodyHeaders(like);
  headers.set('content-type', 'application/json');
  return responseLike(JSON.stringify(body), like, headers, status);
}

/** An answer that tells what another tells, but for its body and its headers. */
export function responseLike(
  body: string | ReadableStream<Uint8Array>,
  like: Response | undefined,
  headers: Headers,
  status = 200,
): Response {
  if (like === undefined) return new Response(body, { status, headers });
  // Some numbers forbid a body, were it empty.
  const response = new Response(body || null, {
    status: like.status,
    statusText: like.statusText,
    headers,
  });
  return Object.defineProperty(response, 'url', { value: like.url, configurable: true });
}

/** The headers of an answer whose body is another now. */
export function bodyHeaders(like: Response | undefined): Headers {
  const headers = new Headers(like?.headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding'])
    headers.delete(name);
  return headers;
}

/** An error as the API tells of one; nobody shall try again what a policy denied. */
export function errorResponse(error: unknown, like: Response | undefined): Response {
  const { message, type, code, status }: Body = isDict(error) ? error : {};
  const told = {
    message: textOf(message) ?? String(error),
    type: textOf(type) ?? 'interpose',
    param: null,
    code: textOf(code) ?? null,
  };
  const ownStatus = typeof status === 'number' && status >= 400 ? status : 403;
  const response = jsonResponse({ error: told }, like, ownStatus);
  if (like === undefined) response.headers.set('x-should-retry', 'false');
  errors.set(response, error);
  // Some servers put a class in the place of Response that makes its headers anew once the body was read.
  return Object.defineProperty(response, 'headers', { value: response.headers });
}

/** Errors of a connection: the SDK knows what to do about them. */
const unanswered = new WeakSet<object>();

/** True for an error of a connection. */
export function isUnanswered(error: unknown): boolean {
  return typeof error === 'object' && error !== null && unanswered.has(error);
}

/** Remembers an error of a connection, and throws it. */
export function noteUnanswered(error: unknown): never {
  if (typeof error === 'object' && error !== null) unanswered.add(error);
  throw error;
}

/** What the provider did not answer well, and how the caller is told. */
export class Failures {
  readonly #http: HttpCall;
  #answers: Map<unknown, Response> | undefined;
  #last: Response | undefined;

  constructor(http: HttpCall) {
    this.#http = http;
  }

  /** Sends a request; rejects also for an answer that is an error. */
  async send(init: RequestInit): Promise<Response> {
    this.#last = undefined;
    const response = await this.#http.send(init).catch(noteUnanswered);
    if (response.ok) return response;
    const text = await response.text();
    // Made anew, since its body was read.
    this.#last = responseLike(text, response, response.headers);
    const error = this.#http.statusError(this.#last, text);
    errors.set(this.#last, error);
    this.#answers = (this.#answers ?? new Map<unknown, Response>()).set(error, this.#last);
    throw error;
  }

  /** What tells the caller of a failure: the provider's own answer, unless hooks changed or supplied the error. */
  answer(outcome: { readonly error: Failure; readonly thrown?: unknown }): Response {
    if (!('thrown' in outcome)) return this.#http.failWith(outcome.error, this.#last);
    const answered = this.#answers?.get(outcome.thrown);
    if (answered === undefined) throw outcome.thrown;
    return answered;
  }
}
