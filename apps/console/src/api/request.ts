import { hearTime } from './guardian-clock.ts';

/** What the guardian says when it does not do what was asked. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly remedy: string | undefined;
  readonly details: readonly string[];

  constructor(status: number, told: ToldError) {
    super(told.message ?? `The guardian answered ${status}.`);
    this.name = 'RequestError';
    this.status = status;
    this.code = told.code ?? `http_${status}`;
    this.remedy = told.remedy;
    this.details = readDetails(told.details);
  }
}

interface ToldError {
  readonly code?: string;
  readonly message?: string;
  readonly remedy?: string;
  readonly details?: unknown;
}

/** Values of one query: what is undefined or empty is left out, lists are repeated. */
export type Query = Readonly<
  Record<string, string | number | readonly string[] | undefined | boolean>
>;

let csrf = '';

/** Every write carries this word, which the guardian gave with the signed-in person. */
export function rememberCsrf(word: string): void {
  csrf = word;
}

export function get<Answer>(
  path: string,
  query: Query = {},
  signal?: AbortSignal,
): Promise<Answer> {
  return send<Answer>('GET', path + writeQuery(query), undefined, signal);
}

export function write<Answer>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Answer> {
  return send<Answer>(method, path, body);
}

/** Sends and hands over the answer itself, for answers that are read as they come. */
export async function open(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  const headers = new Headers({ accept: 'application/json, application/x-ndjson' });
  if (method !== 'GET') headers.set('x-csrf', csrf);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const response = await fetch(path, {
    method,
    headers,
    credentials: 'same-origin',
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw new RequestError(0, unreachable);
  });
  hearTime(response);
  if (!response.ok) throw new RequestError(response.status, await readError(response));
  return response;
}

const unreachable: ToldError = {
  code: 'guardian_unreachable',
  message: 'The guardian does not answer.',
  remedy: 'See that it runs and that this computer reaches it, then try again.',
};

async function send<Answer>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await open(method, path, body, signal);
  if (response.status === 204) return undefined as Answer;
  return (await response.json()) as Answer;
}

function writeQuery(query: Query): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    const values = Array.isArray(value) ? (value as readonly string[]) : [value];
    for (const one of values) if (one !== undefined && one !== '') params.append(key, String(one));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

async function readError(response: Response): Promise<ToldError> {
  try {
    const { error } = (await response.json()) as { error?: ToldError | string };
    return typeof error === 'string' ? { message: error } : (error ?? {});
  } catch {
    return {};
  }
}

function readDetails(details: unknown): string[] {
  if (!Array.isArray(details)) return [];
  return details.map((one: unknown) =>
    typeof one === 'string' ? one : ((one as ToldError | null)?.message ?? JSON.stringify(one)),
  );
}
