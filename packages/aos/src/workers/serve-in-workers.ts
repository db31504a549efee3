import { checkOptions, InterposeError } from '@interpose/core';

import { readContext } from '../events/context/read-context.ts';
import { turnAway } from '../server/admit.ts';
import { isDict } from '../wire/is-dict.ts';
import { parseJson } from '../wire/parse-json.ts';
import { readBody } from '../wire/read-body.ts';
import { isWireId } from '../wire/read-request.ts';
import { reportQuietly } from '../wire/report-quietly.ts';
import { FAULT_CODES, WireFault, type WireId } from '../wire/wire-fault.ts';
import { KeptInMain } from './kept-in-main.ts';
import type { WorkerNote, WorkerPool, WorkersOptions } from './workers-options.ts';
import type { FromWorker } from './worker-messages.ts';
import { WorkerSlot } from './worker-slot.ts';

const OPTIONS = Object.keys({
  workers: true,
  budgetMs: true,
  loadMs: true,
  store: true,
  onDecision: true,
  report: true,
  token: true,
  maxRequestBytes: true,
  maxDepth: true,
  repair: true,
  pendingAfterMs: true,
  unknownPending: true,
  version: true,
} satisfies Record<keyof WorkersOptions, true>);

/**
 * Serves a module of policies as `serve` does, by worker threads: a policy that holds its thread stops nobody else. Such
 * a worker is stopped and replaced, and callers get an internal error for what it was deciding: their posture decides.
 *
 * The requests of a session go to the same worker, and `session.state` is kept by this thread for all of them. What a
 * policy keeps in its own memory, as limits without a `store` do, each worker keeps for itself.
 *
 * @param module the path of the module, as `@interpose/core/load` reads it.
 * @throws InterposeError `invalid_option`, or why the module cannot be loaded: `policies_unreadable`, `policies_invalid`,
 * `no_policies`.
 * @example
 * const pool = await serveInWorkers('/srv/agent/policies.mjs', { workers: 2, token: 'secret' });
 * const response = await pool.answer(new Request('http://guardian/', { method: 'POST' }));
 * response.status; // => 401
 * await pool.close();
 */
export async function serveInWorkers(module: string, options: WorkersOptions): Promise<WorkerPool> {
  checkOptions('serveInWorkers', options, OPTIONS);
  const { token, maxRequestBytes, maxDepth } = options;
  const slots = openSlots(module, options);
  const close = async (): Promise<void> => {
    await Promise.all(slots.map((slot) => slot.close()));
  };
  try {
    const [names = []] = await Promise.all(slots.map((slot) => slot.ready()));
    const admitted = { token, maxRequestBytes, maxDepth };
    return { names, close, answer: (request) => answerBy(slots, admitted, request) };
  } catch (error) {
    await close();
    throw error;
  }
}

function openSlots(module: string, options: WorkersOptions): readonly WorkerSlot[] {
  const {
    workers,
    budgetMs = 1000,
    loadMs = 10_000,
    store,
    onDecision,
    report,
    ...served
  } = options;
  for (const [name, value] of Object.entries({ workers, budgetMs, loadMs }))
    checkWhole(name, value);
  const tell = report === undefined ? undefined : reportQuietly<WorkerNote>(report);
  const kept = new KeptInMain(store);
  const told = (message: FromWorker): void => {
    if (message.kind === 'decision') onDecision?.(message.record);
    if (message.kind === 'note') tell?.(message.note);
  };
  const start = { module, options: served };
  return Array.from({ length: workers }, (_, worker) => {
    const stopped = (reason: string, undecided: number): void =>
      tell?.({ kind: 'worker-stopped', worker, reason, undecided });
    return new WorkerSlot({ start, budgetMs, loadMs, kept, told, stopped });
  });
}

/** What is let in at all. */
interface Admitted {
  readonly token: string | undefined;
  readonly maxRequestBytes: number | undefined;
  readonly maxDepth: number | undefined;
}

async function answerBy(
  slots: readonly WorkerSlot[],
  { token, maxRequestBytes = 1_048_576, maxDepth = 64 }: Admitted,
  request: Request,
): Promise<Response> {
  const turnedAway = turnAway(request, token);
  if (turnedAway !== undefined) return turnedAway;
  let place: Place = NOWHERE;
  try {
    const text = await readBody(request, maxRequestBytes);
    if (text === undefined)
      return refusal(new WireFault(FAULT_CODES.request, 'larger than allowed'), 413);
    place = placeOf(text, maxDepth, request.headers);
    const slot = slots[numberOf(place.session) % slots.length]!;
    const answered = await slot.ask({ url: request.url, headers: [...request.headers], text });
    const { status, headers } = answered;
    return new Response(answered.text, { status, headers: Object.fromEntries(headers) });
  } catch {
    return refusal(new WireFault(FAULT_CODES.internal, 'internal error', place.id), 200);
  }
}

interface Place {
  readonly session: string;
  readonly id: WireId | null;
}

const NOWHERE: Place = { session: '', id: null };

/** Whose request it is, as far as that can be read; the worker says what is wrong with it. */
function placeOf(text: string, maxDepth: number, headers: Headers): Place {
  try {
    const { value } = parseJson(text, true, maxDepth);
    if (!isDict(value)) return NOWHERE;
    const { id, params } = value;
    const session = isDict(params) ? readContext(params, headers).session?.id : undefined;
    return { session: session ?? '', id: isWireId(id) ? id : null };
  } catch {
    return NOWHERE;
  }
}

/** The same number for the same text: FNV-1a. */
function numberOf(text: string): number {
  let number = 0x811c9dc5;
  for (let at = 0; at < text.length; at++)
    number = Math.imul(number ^ text.charCodeAt(at), 0x01000193);
  return number >>> 0;
}

function refusal(fault: WireFault, status: number): Response {
  const headers = { 'content-type': 'application/json' };
  return new Response(JSON.stringify(fault.toAnswer()), { status, headers });
}

function checkWhole(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value > 0) return;
  throw new InterposeError(
    'invalid_option',
    `${name} is ${String(value)}`,
    'give a whole number from 1',
  );
}
