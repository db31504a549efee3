/** What is kept of one circuit; nothing while it is closed and nothing failed. */
export type Circuit =
  | { readonly state: 'closed'; readonly failedAt: readonly number[] }
  | { readonly state: 'open'; readonly until: number }
  | { readonly state: 'probing'; readonly until: number };

/** The numbers a circuit works with. */
export interface CircuitTimes {
  readonly failures: number;
  readonly windowMs: number;
  readonly openMs: number;
  readonly probeMs: number;
}

/** Whether a step may pass, and what the circuit then is. */
export type Passage =
  | { readonly kind: 'pass' | 'probe'; readonly circuit: Circuit | undefined }
  | { readonly kind: 'closed-off'; readonly circuit: Circuit; readonly retryAfterMs: number };

/** May a step pass? One of those that come when the time is over becomes the probe; the others wait for it. */
export function passCircuit(
  circuit: Circuit | undefined,
  times: CircuitTimes,
  now: number,
): Passage {
  if (circuit === undefined || circuit.state === 'closed') return { kind: 'pass', circuit };
  if (circuit.until > now)
    return { kind: 'closed-off', circuit, retryAfterMs: circuit.until - now };
  return { kind: 'probe', circuit: { state: 'probing', until: now + times.probeMs } };
}

/** What a failure makes of it: enough of them in the window open it, and a failed probe opens it again. */
export function failCircuit(
  circuit: Circuit | undefined,
  times: CircuitTimes,
  now: number,
): Circuit {
  const open: Circuit = { state: 'open', until: now + times.openMs };
  if (circuit?.state === 'open') return circuit;
  if (circuit?.state === 'probing') return open;
  const failedAt = [...(circuit?.failedAt ?? []), now]
    .filter((at) => at + times.windowMs > now)
    .slice(-times.failures);
  return failedAt.length >= times.failures ? open : { state: 'closed', failedAt };
}

/** What a success makes of it: that of a probe closes it, others tell nothing. */
export function mendCircuit(circuit: Circuit | undefined): Circuit | undefined {
  return circuit?.state === 'probing' ? undefined : circuit;
}

/** @throws Error when what was stored is no circuit. */
export function readCircuit(stored: unknown): Circuit | undefined {
  if (stored === undefined) return undefined;
  const { state, until, failedAt } = Object(stored) as Readonly<Record<string, unknown>>;
  const fits =
    state === 'closed'
      ? Array.isArray(failedAt) && failedAt.every(isTime)
      : (state === 'open' || state === 'probing') && isTime(until);
  if (fits) return stored as Circuit;
  throw new Error('what is stored is no circuit');
}

function isTime(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}
