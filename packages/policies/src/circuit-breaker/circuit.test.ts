import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  failCircuit,
  mendCircuit,
  passCircuit,
  readCircuit,
  type Circuit,
  type CircuitTimes,
} from './circuit.ts';

const times: CircuitTimes = { failures: 3, windowMs: 1000, openMs: 500, probeMs: 200 };

/** Returns the circuit after failures at these times. */
const failedAt = (...at: readonly number[]): Circuit | undefined =>
  at.reduce<Circuit | undefined>((circuit, now) => failCircuit(circuit, times, now), undefined);

describe('a circuit', () => {
  test('opens at the last of so many failures in the window, not before', () => {
    expect(failedAt(0, 10)?.state).toBe('closed');
    expect(failedAt(0, 10, 20)).toEqual({ state: 'open', until: 520 });
    expect(failedAt(0, 10, 1000)?.state).toBe('closed');
    expect(failedAt(0, 10, 999)?.state).toBe('open');
  });

  test('lets exactly one probe pass when its time is over, and the next when that takes too long', () => {
    const open = failedAt(0, 0, 0);
    expect(passCircuit(open, times, 499)).toMatchObject({ kind: 'closed-off', retryAfterMs: 1 });
    const probe = passCircuit(open, times, 500);
    expect(probe.kind).toBe('probe');
    expect(passCircuit(probe.circuit, times, 500)).toMatchObject({ retryAfterMs: 200 });
    expect(passCircuit(probe.circuit, times, 700).kind).toBe('probe');
  });

  test('closes when the probe succeeds, and opens again when it fails', () => {
    const probing = passCircuit(failedAt(0, 0, 0), times, 500).circuit;
    expect(mendCircuit(probing)).toBeUndefined();
    expect(failCircuit(probing, times, 600)).toEqual({ state: 'open', until: 1100 });
  });

  test('takes late endings of calls that began before for no news', () => {
    const open = failedAt(0, 0, 0);
    expect(mendCircuit(open)).toBe(open);
    expect(failCircuit(open, times, 100)).toBe(open);
    expect(mendCircuit(failedAt(0))).toEqual(failedAt(0));
  });

  test('keeps no more failures than it needs, and never passes two while it is open', () => {
    const step = fc.record({
      gap: fc.integer({ min: 0, max: 400 }),
      ends: fc.constantFrom('fails', 'succeeds', 'never ends'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        let now = 0;
        let circuit: Circuit | undefined;
        let probedAt = -Infinity;
        let apart = Infinity;
        for (const { gap, ends } of steps) {
          now += gap;
          const passage = passCircuit(circuit, times, now);
          ({ circuit } = passage);
          if (passage.kind === 'closed-off') continue;
          if (passage.kind === 'probe') {
            apart = Math.min(apart, now - probedAt);
            probedAt = now;
          }
          if (ends === 'fails') circuit = failCircuit(circuit, times, now);
          if (ends === 'succeeds') circuit = mendCircuit(circuit);
          expect(JSON.stringify(circuit ?? null).length).toBeLessThan(100);
          expect(readCircuit(structuredClone(circuit))).toEqual(circuit);
        }
        expect(apart).toBeGreaterThanOrEqual(times.probeMs);
      }),
    );
  });

  test.each([
    [null],
    ['open'],
    [7],
    [{}],
    [{ state: 'ajar' }],
    [{ state: 'open' }],
    [{ state: 'open', until: null }],
    [{ state: 'closed' }],
    [{ state: 'closed', failedAt: ['x'] }],
  ])('is not read from %j', (stored) => {
    expect(() => readCircuit(stored)).toThrow('no circuit');
  });
});
