import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { ApiError } from './request/api-error.ts';
import { chooseStep } from './choose-step.ts';
import { dialects, type Dialect } from './dialect.ts';
import { embedTexts } from './embed-texts.ts';
import { estimateUsage } from './estimate-usage.ts';
import { isRecord } from './request/is-record.ts';
import { RequestField } from './request/request-field.ts';
import type { ResponseStore } from './responses/response-store.ts';
import type { OpenRequest, ScriptedRequest, ServedChat } from './scripted-chat.ts';
import { goSilent, sendError, sendPlain, sendStream } from './send-answer.ts';

const modelId = 'scripted-model';

/** The state that all requests to one server share. */
export interface Service {
  readonly chats: ReadonlyMap<string, ServedChat>;
  readonly store: ResponseStore;
  /** Seconds since 1970, the same for every answer. */
  readonly created: number;
}

/** One request that is being answered. */
interface Exchange {
  readonly service: Service;
  readonly chat: ServedChat;
  readonly record: OpenRequest;
  readonly response: ServerResponse;
}

/** Answers one request of any chat; a request that the API would refuse gets the API's error. */
export async function handleRequest(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const [, id = '', path = ''] = /^\/([^/]+)\/v1(\/.*)$/.exec(pathname) ?? [];
  const chat = service.chats.get(id);
  const method = request.method ?? 'GET';
  const body = await readText(request);
  response.setHeader('x-request-id', `req_${id}_${chat?.requests.length ?? 0}`);
  if (chat === undefined) {
    sendError(response, new ApiError(404, { message: `No chat serves ${method} ${pathname}.` }));
    return;
  }
  const record = {
    method,
    path,
    headers: request.headers,
    body: parse(body) ?? body,
    at: Date.now(),
  };
  chat.requests.push(record);
  const exchange: Exchange = { service, chat, record, response };
  try {
    await route(exchange);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    sendError(response, error);
  }
  if (response.headersSent) exchange.record.status = response.statusCode;
}

async function route(exchange: Exchange): Promise<void> {
  const { record, response } = exchange;
  const { authorization, 'api-key': azureKey } = record.headers;
  if (authorization === undefined && azureKey === undefined) {
    const message = 'The request has no API key; send it as a bearer token.';
    throw new ApiError(401, { message, code: 'invalid_api_key' });
  }
  const dialect = dialects.get(record.path);
  const model = {
    id: modelId,
    object: 'model',
    created: exchange.service.created,
    owned_by: 'interpose',
  };
  if (record.path === '/models') {
    expectMethod(record, 'GET');
    sendJson(response, { object: 'list', data: [model] });
  } else if (record.path.startsWith('/models/')) {
    expectMethod(record, 'GET');
    sendJson(response, { ...model, id: decodeURIComponent(record.path.slice('/models/'.length)) });
  } else if (record.path === '/embeddings') {
    expectMethod(record, 'POST');
    sendJson(response, embedTexts(bodyOf(record)));
  } else if (dialect !== undefined) {
    expectMethod(record, 'POST');
    await answer(exchange, dialect);
  } else {
    throw new ApiError(404, { message: `There is no ${record.method} /v1${record.path}.` });
  }
}

async function answer(
  { service, chat, record, response }: Exchange,
  dialect: Dialect,
): Promise<void> {
  const { request, write } = dialect.read(bodyOf(record), chat, service.store);
  const step = chooseStep(chat, request.conversation);
  record.position = step.position;
  if (step.kind === 'error') throw step.error;
  if (step.kind === 'silence') {
    await goSilent(response, step.how);
    return;
  }
  const usage = estimateUsage(step.answer, request.prompt);
  const written = write(step.answer, {
    usage,
    key: keyOf(chat.id, record),
    created: service.created,
  });
  const send = request.isStreamed ? sendStream : sendPlain;
  await send(response, written, step.answer.pace ?? {}, step.breaks);
}

function bodyOf({ body }: ScriptedRequest): RequestField {
  if (typeof body !== 'string') return new RequestField(body, '');
  throw new ApiError(400, { message: 'The body of the request is not valid JSON.' });
}

function expectMethod({ method, path }: ScriptedRequest, allowed: string): void {
  if (method === allowed) return;
  const body = {
    message: `/v1${path} takes ${allowed}, not ${method}.`,
    code: 'method_not_supported',
  };
  throw new ApiError(405, body, { allow: allowed });
}

/** Returns a key for a request, the same if it is plain or streamed. */
function keyOf(chatId: string, { path, body }: ScriptedRequest): string {
  const asked = isRecord(body) ? { ...body, stream: null, stream_options: null } : body;
  const hash = createHash('sha256').update(`${chatId} ${path} ${JSON.stringify(asked)}`);
  return hash.digest('hex').slice(0, 24);
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
