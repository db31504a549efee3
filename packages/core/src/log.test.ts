import { pino } from 'pino';
import { expect, test, vi } from 'vitest';

import { ask, createHooks, deny, type DecisionRecord } from './index.ts';
import { decisionLine, logDecisions, type LogOptions } from './log.ts';
import { gateCall } from '../test/gate-call.ts';

const RECORD: DecisionRecord = {
  event: 'preToolCall',
  id: 's:1',
  seq: 1,
  at: 0,
  sessionId: 's',
  chatId: 'c',
  agent: { id: 'support' },
  decision: 'deny',
  by: ['guard/no-shell'],
  codes: ['no_shell'],
  reason: 'no shell here',
  tool: 'exec',
  changed: false,
  hooks: 2,
  mode: 'enforce',
  ms: 1.25,
};

/** Logs one allow, one change, one refused ask and one deny with these options; returns the lines. */
async function logged(options: LogOptions): Promise<readonly unknown[]> {
  const lines: unknown[] = [];
  const hooks = createHooks({ approver: () => ({ approved: false, by: 'ada' }) });
  hooks.observe('onDecision', logDecisions({ write: (line) => void lines.push(line), ...options }));
  const say = [
    () => undefined,
    ({ call }: { readonly call: object }) => ({ call: { ...call } }) as never,
    () => ask('sure?'),
    () => deny('no'),
  ];
  for (const hook of say) {
    const dispose = hooks.addHook('preToolCall', hook);
    await gateCall(hooks);
    dispose();
  }
  return lines;
}

test('a decision is one line that says what, about what, by whom, why and where', () => {
  expect(decisionLine(RECORD)).toBe(
    'deny      preToolCall exec  guard/no-shell no_shell  no shell here  session s  1.3 ms',
  );
});

test('a line says who answered an ask, what was wrong with a verdict, and what was only watched', () => {
  const asked = { decision: 'ask', settled: 'approved', approvedBy: 'ada' } as const;
  expect(decisionLine({ ...RECORD, ...asked })).toContain('  approved by ada  ');
  expect(decisionLine({ ...RECORD, problem: 'a hook returned null' })).toContain('returned null');
  expect(decisionLine({ ...RECORD, mode: 'monitor' })).toMatch(/^would deny /);
});

test('nothing in a record begins a line of its own, or turns the order of a line around', () => {
  const forged = { tool: 'exec\nallow     preToolCall', reason: 'a\r\u001b[2K\u2028b\u202e' };
  const line = decisionLine({ ...RECORD, ...forged });
  expect(line).toContain(String.raw`exec\nallow`);
  expect(line).toContain(String.raw`a\u000d\u001b[2K\u2028b\u202e`);
});

test.each<[LogOptions['level'], readonly string[]]>([
  [undefined, ['allow', 'modify', 'ask', 'deny']],
  ['debug', ['allow', 'modify', 'ask', 'deny']],
  ['info', ['modify', 'ask', 'deny']],
  ['warn', ['ask', 'deny']],
])('from the level %s on are written: %j', async (level, decisions) => {
  const options = level === undefined ? {} : { level };
  const records = await logged({ ...options, format: (record) => record });
  expect(records).toMatchObject(decisions.map((decision) => ({ decision })));
});

test('JSON lines hold the whole record', async () => {
  const lines = await logged({ format: 'json', level: 'warn' });
  expect(lines.map((line) => JSON.parse(String(line)) as object)).toMatchObject([
    { decision: 'ask', settled: 'refused', approvedBy: 'ada' },
    { decision: 'deny', reason: 'no' },
  ]);
});

test('a logger gets each line at its level, and console is the one that is there', async () => {
  const calls: string[] = [];
  const at = (level: string) => () => void calls.push(level);
  const logger = { debug: at('debug'), info: at('info'), warn: at('warn') };
  await logged({ write: logger });
  expect(calls).toEqual(['debug', 'info', 'warn', 'warn']);
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const hooks = createHooks();
  hooks.observe('onDecision', logDecisions({ level: 'warn', format: 'text' }));
  hooks.addHook('preToolCall', () => deny('no'), { name: 'guard' });
  await gateCall(hooks);
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/^deny {6}preToolCall refund {2}guard/)],
  ]);
  warn.mockRestore();
});

test('pino writes each decision at its level, as a text or with the fields of the record', async () => {
  const written: string[] = [];
  const into = { write: (line: string) => void written.push(line) };
  const told = (): readonly unknown[] =>
    written.splice(0).map((line) => JSON.parse(line) as object);
  await logged({ write: pino({ level: 'debug', base: null }, into), format: 'text' });
  const { debug, info, warn } = pino.levels.values;
  expect(told()).toEqual(
    [debug, info, warn, warn].map((level) => ({
      level,
      time: expect.any(Number) as number,
      msg: expect.stringContaining('preToolCall refund') as string,
    })),
  );
  await logged({ write: pino({ level: 'warn', base: null }, into), format: (record) => record });
  expect(told()).toMatchObject([
    { level: warn, event: 'preToolCall', decision: 'ask', settled: 'refused', approvedBy: 'ada' },
    { level: warn, event: 'preToolCall', decision: 'deny', reason: 'no' },
  ]);
});

test.each<[object, string]>([
  [{ levle: 'info' }, 'did you mean level?'],
  [
    { level: 'error' },
    '[invalid_option] level is "error" in logDecisions; pass one of debug, info, warn',
  ],
  [{ write: {} }, '[invalid_option] write is neither a function nor a logger'],
  [{ format: 'xml' }, '[invalid_option] format is xml'],
])('%j is refused', (options, message) => {
  expect(() => logDecisions(options)).toThrow(message);
});

test('who observes logDecisions itself, and not what it returns, is told so', async () => {
  const hooks = createHooks();
  const told: string[] = [];
  hooks.observe('onHookError', ({ error }) => void told.push(String(error)));
  // No type would let it pass, but JavaScript has none.
  hooks.observe('onDecision', logDecisions as unknown as () => void);
  hooks.addHook('preToolCall', () => deny('no'));
  await gateCall(hooks);
  await hooks.flush();
  expect(told).toEqual([expect.stringContaining('[invalid_option] logDecisions does not know "')]);
});
