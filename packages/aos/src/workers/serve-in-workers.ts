import { checkOptions, InterposeError, type OptionKind } from '@interpose/core';

import { KeptInMain } from '../pool/stores/kept-in-main.ts';
import { NamedStores } from '../pool/stores/shared-memory.ts';
import { readAsk, responseOf, undecided, workerFor } from '../pool/travel.ts';
import { WorkerSlot } from '../pool/worker-slot.ts';
import { reportQuietly } from '../wire/report-quietly.ts';
import type { ServeTalk } from './serve-talk.ts';
import type { WorkerNote, WorkerPool, WorkersOptions } from './workers-options.ts';
import { checkToken } from '../server/admit.ts';
import { SERVED } from '../server/serve-options.ts';
import { LONGEST_TIMER_MS } from '../client/check-address.ts';

const OPTIONS = {
  ...SERVED,
  workers: 'any',
  budgetMs: 'any',
  loadMs: 'any',
  store: 'object',
  onDecision: 'function',
} satisfies Record<keyof WorkersOptions, OptionKind>;

/**
 * Serves a module of policies like `serve`, but in worker threads: a policy that blocks its thread stops no other. Such
 * a worker is replaced, and callers get an internal error for its open decisions: their posture decides.
 *
 * A session always has the same worker; this thread keeps `session.state`. Workers also share each `memoryStore()` that
 * a policy makes while it loads, as limits without a `store` do. Other variables of the module exist once per worker.
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
  checkToken(options);
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

const IS_SOURCE = import.meta.url.endsWith('.ts');
const SCRIPT = new URL(IS_SOURCE ? './policy-worker.ts' : './policy-worker.js', import.meta.url);

function openSlots(module: string, options: WorkersOptions): readonly WorkerSlot<ServeTalk>[] {
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
  const stores = new NamedStores();
  const kept = new KeptInMain((name) =>
    name === 'sessions' && store !== undefined ? store : stores.of(name),
  );
  return Array.from({ length: workers }, (_, worker) => {
    return new WorkerSlot<ServeTalk>({
      script: SCRIPT,
      ...(IS_SOURCE ? { execArgv: ['--conditions=@interpose/source'] } : {}),
      start: { module, options: served },
      module,
      budgetMs,
      loadMs,
      call: (call) => kept.do(call),
      told: (message) => {
        if (message.kind === 'decision') onDecision?.(message.record);
        else tell?.(message.note);
      },
      stopped: (reason, unanswered) =>
        tell?.({ kind: 'worker-stopped', worker, reason, undecided: unanswered }),
    });
  });
}

async function answerBy(
  slots: readonly WorkerSlot<ServeTalk>[],
  admitted: Parameters<typeof readAsk>[1],
  request: Request,
): Promise<Response> {
  const read = await readAsk(request, admitted).catch(() => undecided(null));
  if (read instanceof Response) return read;
  const slot = slots[workerFor(read.session, slots.length)]!;
  return slot
    .ask(read.asked)
    .then(responseOf)
    .catch(() => undecided(read.id));
}

function checkWhole(name: string, value: number): void {
  if (Number.isInteger(value) && value > 0 && value <= LONGEST_TIMER_MS) return;
  throw new InterposeError(
    'invalid_option',
    `${name} is ${String(value)}`,
    `give a whole number from 1 to ${LONGEST_TIMER_MS}`,
  );
}
