import { readContext } from '../events/context/read-context.ts';
import { turnAway } from '../server/admit.ts';
import { isDict } from '../wire/is-dict.ts';
import { parseJson } from '../wire/parse-json.ts';
import { readBody } from '../wire/read-body.ts';
import { isWireId } from '../wire/read-request.ts';
import { FAULT_CODES, WireFault, type WireId } from '../wire/wire-fault.ts';

/**
 * A request of an agent in the form that is sent between threads.
 *
 * @example
 * const again = ({ url, headers, text }: Asked): Request => new Request(url, { method: 'POST', headers: Object.fromEntries(headers), body: text });
 */
export interface Asked {
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
}

/**
 * The response in the form that is sent between threads.
 *
 * @example
 * const okay: Answered = { status: 200, headers: [['content-type', 'application/json']], text: '{}' };
 */
export interface Answered {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
}

/**
 * A request that was read, with its session.
 *
 * @example
 * const line = ({ session, id }: ReadAsk): string => `${session} ${id}`;
 */
export interface ReadAsk {
  readonly asked: Asked;
  /** The session of the request; empty if it names none, or cannot be read. */
  readonly session: string;
  /** The id of the request; null if it cannot be read. */
  readonly id: string | number | null;
}

/** The limits for requests. */
interface Admitted {
  readonly token?: string | undefined;
  readonly maxRequestBytes?: number | undefined;
  readonly maxDepth?: number | undefined;
}

/**
 * Reads as much of a request as is needed to choose its worker; returns a response for a request that is refused here.
 * The worker reports all other errors.
 *
 * @example
 * await readAsk(new Request('http://guardian/')); // => Response { status: 405 }
 */
export async function readAsk(
  request: Request,
  { token, maxRequestBytes = 1_048_576, maxDepth = 64 }: Admitted = {},
): Promise<ReadAsk | Response> {
  const turnedAway = turnAway(request, token);
  if (turnedAway !== undefined) return turnedAway;
  const text = await readBody(request, maxRequestBytes).catch((error: unknown) => {
    if (error instanceof WireFault) return error;
    throw error;
  });
  if (text instanceof WireFault) return refusal(text, 200);
  if (text === undefined)
    return refusal(new WireFault(FAULT_CODES.request, 'larger than allowed'), 413);
  const asked = { url: request.url, headers: [...request.headers], text };
  return { asked, ...placeOf(text, maxDepth, request.headers) };
}

/**
 * Makes the request again from its sent form.
 *
 * @example
 * requestOf({ url: 'http://guardian/', headers: [], text: '{}' }).method; // => 'POST'
 */
export function requestOf({ url, headers, text }: Asked): Request {
  return new Request(url, { method: 'POST', headers: Object.fromEntries(headers), body: text });
}

/**
 * Returns the form of a response that is sent between threads.
 *
 * @example
 * (await answeredOf(new Response('{}'))).text; // => '{}'
 */
export async function answeredOf(response: Response): Promise<Answered> {
  const { status, headers } = response;
  return { status, headers: [...headers], text: await response.text() };
}

/**
 * Makes the response again from its sent form.
 *
 * @example
 * responseOf({ status: 200, headers: [], text: '{}' }).status; // => 200
 */
export function responseOf({ status, headers, text }: Answered): Response {
  return new Response(text, { status, headers: Object.fromEntries(headers) });
}

/**
 * Returns the index of the worker for this name; always the same one.
 *
 * @example
 * workerFor('session-1', 4) === workerFor('session-1', 4); // => true
 */
export function workerFor(name: string, workers: number): number {
  let number = 0x811c9dc5;
  for (let at = 0; at < name.length; at++)
    number = Math.imul(number ^ name.charCodeAt(at), 0x01000193);
  return (number >>> 0) % workers;
}

/** Returns the answer of a guardian that could not decide. */
export function undecided(id: WireId | null): Response {
  return refusal(new WireFault(FAULT_CODES.internal, 'internal error', id), 200);
}

const NOWHERE = { session: '', id: null } as const;

/** Returns the session and the id of a request, as far as they can be read. */
function placeOf(
  text: string,
  maxDepth: number,
  headers: Headers,
): { readonly session: string; readonly id: WireId | null } {
  try {
    const { value } = parseJson(text, true, maxDepth);
    if (!isDict(value)) return NOWHERE;
    const { id, params } = value;
    const session = (isDict(params) && readContext(params, headers).session?.id) || '';
    return { session, id: isWireId(id) ? id : null };
  } catch {
    return NOWHERE;
  }
}

function refusal(fault: WireFault, status: number): Response {
  const headers = { 'content-type': 'application/json' };
  return new Response(JSON.stringify(fault.toAnswer()), { status, headers });
}
