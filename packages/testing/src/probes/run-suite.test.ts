import { expect, test } from 'vitest';

import { sortFailures } from './known-failures.ts';
import { canaries, type Probe, type ProbeRun } from './probe.ts';
import { runSuites, type ProbeReport } from './run-suite.ts';

const run = (app: Probe['app'], asks: Probe['asks'] = ['onResponse']): Promise<ProbeReport> =>
  runSuites([{ version: '1.0.0', probes: [{ name: 'planted', asks, app }] }]);

/** An app that asks a model, and its hooks about the answer. */
async function honest({ hooks, requested }: ProbeRun): Promise<unknown> {
  requested();
  const response = { content: [{ type: 'text' as const, text: canaries.finalText }] };
  const verdict = await hooks?.dispatch('onResponse', {
    response,
    request: { messages: [] },
    synthetic: false,
  });
  if (verdict?.decision === 'deny') throw new Error('denied');
  return verdict?.decision === 'modify' ? verdict.value : response;
}

test('an app whose hooks are asked and obeyed has no failure', async () => {
  const { runs, failures } = await run(honest);
  expect(failures).toEqual([]);
  expect(runs).toBe(6);
});

test('an answer that stays reachable after a denial is a leak', async () => {
  const { leaks, failures } = await run(async (given) => {
    given.note('callback', { body: canaries.finalText });
    return honest(given);
  });
  expect(leaks).toBeGreaterThan(0);
  expect(failures[0]).toMatchObject({ kind: 'leak', mode: 'deny onResponse' });
  expect(failures[0]?.found).toBe('CANARY-FINAL-TEXT at value.noted.0.1.body');
});

test('an app that passes its hooks is unasked', async () => {
  const { unasked } = await run(async ({ requested }) => requested());
  expect(unasked).toBe(2);
});

test('a tool that runs although its call was denied is told', async () => {
  const app: Probe['app'] = async ({ hooks, toolRan, requested }) => {
    requested();
    const call = { id: '1', name: 'refund', args: {} };
    const tool = { name: 'refund', origin: 'local' as const, known: true, enabled: true };
    await hooks?.dispatch('preToolCall', { call, tool });
    toolRan('refund', {});
  };
  const { failures } = await run(app, ['preToolCall']);
  expect(failures).toEqual([
    expect.objectContaining({ mode: 'deny preToolCall', found: 'a denied tool ran' }),
  ]);
});

test('an app that asks no model proves nothing', async () => {
  const { failures } = await run(async () => undefined, []);
  expect(failures).toEqual([expect.objectContaining({ mode: 'no hooks', kind: 'unasked' })]);
});

test.each([
  ['another value', ({ hooks }: ProbeRun) => hooks !== undefined],
  ['another class', ({ hooks }: ProbeRun) => (hooks === undefined ? new Map() : new Set())],
  [
    'another order of keys',
    ({ hooks }: ProbeRun) => (hooks === undefined ? { a: 1, b: 2 } : { b: 2, a: 1 }),
  ],
  [
    'another error',
    ({ hooks }: ProbeRun) => {
      throw hooks === undefined ? new TypeError('no') : new Error('no');
    },
  ],
  [
    'one more request',
    ({ hooks, requested }: ProbeRun) => (hooks === undefined ? undefined : requested()),
  ],
])('%s under hooks that say nothing is a difference', async (_, answer) => {
  const { differences } = await run(async (given) => {
    given.requested();
    return answer(given);
  }, []);
  expect(differences).toBe(3);
});

test('a known failure is no news, and one that no longer happens has to go', () => {
  const failure = {
    probe: 'a',
    version: '1.0.0',
    mode: 'deny onResponse',
    kind: 'leak',
    found: 'CANARY at body',
  } as const;
  const known = { mode: 'deny', kind: 'leak', found: 'body', why: 'not mended' } as const;
  const mended = { ...known, probe: 'b' };
  expect(sortFailures([failure], [known, mended])).toEqual({ unknown: [], mended: [mended] });
  expect(sortFailures([failure], []).unknown).toEqual([failure]);
});
