import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from './request/api-error.ts';
import type { Break } from './choose-step.ts';
import type { WrittenAnswer } from './dialect.ts';
import type { StreamEvent } from './model-request.ts';
import type { Pace } from './script/script.ts';

/** Sends a plain answer at its pace; a break leaves the body incomplete. */
export async function sendPlain(
  response: ServerResponse,
  written: WrittenAnswer,
  pace: Pace,
  breaks: Break | undefined,
): Promise<void> {
  if (breaks?.how instanceof ApiError) {
    sendError(response, breaks.how);
    return;
  }
  await wait(pace.firstChunkMs, response);
  const text = Buffer.from(JSON.stringify(written.body));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
  if (breaks === undefined) {
    response.end(text);
    return;
  }
  await write(response, text.subarray(0, text.length / 2));
  await goSilent(response, breaks.how);
}

/** Sends a stream of server-sent events at its pace, up to a break. */
export async function sendStream(
  response: ServerResponse,
  written: WrittenAnswer,
  pace: Pace,
  breaks: Break | undefined,
): Promise<void> {
  const headers = {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  };
  response.writeHead(200, headers);
  response.flushHeaders();
  const events = written.events.slice(
    0,
    breaks === undefined ? undefined : lengthUntil(written.events, breaks.afterChunks),
  );
  await sendAtPace(response, events, pace);
  if (breaks === undefined) response.end();
  else if (breaks.how instanceof ApiError) {
    response.end(written.failureEvents(breaks.how.body, events.length).map(format).join(''));
  } else await goSilent(response, breaks.how);
}

/** Sends the API's error body with its status. */
export function sendError(response: ServerResponse, { status, body, headers }: ApiError): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ error: body }));
}

/** Breaks the connection, or keeps it open and silent until the client closes it. */
export async function goSilent(response: ServerResponse, how: 'cut' | 'hang'): Promise<void> {
  if (how === 'cut') response.socket?.destroySoon();
  else await closed(response);
}

/** Sends events; those without a pause between them are sent together. */
async function sendAtPace(
  response: ServerResponse,
  events: readonly StreamEvent[],
  { firstChunkMs = 0, betweenChunksMs = 0 }: Pace,
): Promise<void> {
  let waiting = '';
  let isFirst = true;
  for (const event of events) {
    const delay = isFirst ? firstChunkMs : betweenChunksMs;
    if (event.isChunk && delay > 0) {
      await write(response, waiting);
      waiting = '';
      await wait(delay, response);
    }
    isFirst &&= !event.isChunk;
    waiting += format(event);
  }
  await write(response, waiting);
}

function lengthUntil(events: readonly StreamEvent[], chunks: number): number {
  const places = events.flatMap(({ isChunk }, index) => (isChunk ? [index] : []));
  if (chunks === 0) return places[0] ?? 1;
  return (places[Math.min(chunks, places.length) - 1] ?? 0) + 1;
}

function format({ name, data }: StreamEvent): string {
  const line = name === undefined ? '' : `event: ${name}\n`;
  return `${line}data: ${data === '[DONE]' ? data : JSON.stringify(data)}\n\n`;
}

function write(response: ServerResponse, data: string | Uint8Array): Promise<void> {
  if (data.length === 0) return Promise.resolve();
  return new Promise((resolve) => {
    response.once('close', resolve);
    response.write(data, () => {
      response.off('close', resolve);
      resolve();
    });
  });
}

async function wait(milliseconds: number | undefined, response: ServerResponse): Promise<void> {
  if (milliseconds === undefined || milliseconds <= 0) return;
  const stop = new AbortController();
  const timer = pause(milliseconds, undefined, { signal: stop.signal }).catch(() => {});
  await Promise.race([timer, closed(response)]);
  stop.abort();
}

function closed(response: ServerResponse): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((resolve) => response.once('close', resolve));
}
