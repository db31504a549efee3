/** The stored state of one circuit. Nothing is stored while it is closed and nothing failed. */
export type Circuit =
  | { readonly state: 'closed'; readonly failedAt: readonly number[] }
  | { readonly state: 'open'; readonly until: number }
  | { readonly state: 'probing'; readonly until: number };

/** The settings of a circuit. */
export interface CircuitTimes {
  readonly failures: number;
  readonly windowMs: number;
  readonly openMs: number;
  readonly probeMs: number;
}

/** Whether a step may pass, and the circuit afterwards. */
export type Passage =
  | { readonly kind: 'pass' | 'probe'; readonly circuit: Circuit | undefined }
  | { readonly kind: 'closed-off'; readonly circuit: Circuit; readonly retryAfterMs: number };

/** Decides whether a step may pass. When `until` is over, one step becomes the probe and the others wait for it. */
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

/** Returns the circuit after a failure: enough failures in the window open it, and a failed probe opens it again. */
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

/** Returns the circuit after a success: that of a probe closes it, any other changes nothing. */
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
