import type { AnyVerdict, Dict, ToolCall } from '@interpose/core';
import { expect, test } from 'vitest';

import { sortFailures } from './known-failures.ts';
import { canaries, type Probe, type ProbeRun } from './probe.ts';
import { runSuites, type ProbeReport } from './run-suite.ts';

const run = (app: Probe['app'], asks: Probe['asks'] = ['onResponse']): Promise<ProbeReport> =>
  runSuites([{ version: '1.0.0', probes: [{ name: 'planted', asks, app }] }]);

/** An app that asks a model and lets hooks judge the answer. */
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

/** An app that asks hooks about a call and then runs the tool with these arguments, whatever they decide. */
const disobedient =
  (args: (verdict: AnyVerdict | undefined) => Dict): Probe['app'] =>
  async ({ hooks, toolRan, requested }) => {
    requested();
    const call = { id: '1', name: 'refund', args: { euros: 5 } };
    const tool = { name: 'refund', origin: 'local' as const, known: true, enabled: true };
    toolRan('refund', args(await hooks?.dispatch('preToolCall', { call, tool })));
  };

test('a tool that runs although its call was denied or answered is told', async () => {
  const modified = (verdict: AnyVerdict | undefined): Dict =>
    verdict?.decision === 'modify' ? (verdict.value as ToolCall).args : {};
  const { failures } = await run(disobedient(modified), ['preToolCall']);
  expect(failures).toEqual([
    expect.objectContaining({ mode: 'deny preToolCall', found: 'a denied tool ran' }),
    expect.objectContaining({ mode: 'respond preToolCall', found: 'a denied tool ran' }),
  ]);
});

test('a tool that runs with the arguments that were replaced is told', async () => {
  const { failures } = await run(
    disobedient(() => ({ euros: 5 })),
    ['preToolCall'],
  );
  expect(failures.filter(({ mode }) => mode === 'modify preToolCall')).toEqual([
    expect.objectContaining({ kind: 'leak', found: '{"euros":5} reached the tools' }),
    expect.objectContaining({ kind: 'leak', found: '{"euros":6} never reached the tools' }),
  ]);
});

test('a model that is asked what a hook replaced, or asked at all after a denial, is told', async () => {
  const request = {
    messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Pay me.' }] }],
  };
  const app: Probe['app'] = async ({ hooks, requested }) => {
    await hooks?.dispatch('preRequest', { request });
    requested(request);
  };
  const { failures } = await run(app, ['preRequest']);
  expect(failures.map(({ mode, found }) => `${mode}: ${found}`)).toEqual([
    'deny preRequest: the model was asked all the same',
    'modify preRequest: Pay me. reached the model',
    'modify preRequest: REPLACED never reached the model',
    'respond preRequest: the model was asked all the same',
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
  const other = { ...known, mode: 'deny onRes' };
  expect(sortFailures([failure], [known, mended, other])).toEqual({
    unknown: [],
    mended: [mended, other],
  });
  expect(sortFailures([failure], []).unknown).toEqual([failure]);
});
