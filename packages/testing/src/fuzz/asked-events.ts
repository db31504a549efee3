import type { InterceptorName } from '@interpose/core';

import type { FuzzKind, FuzzTarget } from './fuzz-target.ts';
import { runWire } from './wire/run-wire.ts';
import type { WireKind, WireTarget } from './wire/wire-target.ts';
import type { FuzzProgram, FuzzTurn } from './program.ts';
import { runProgram } from './run-program.ts';

const answers: readonly FuzzTurn[] = [
  { kind: 'answer', text: true, thought: true, calls: [0] },
  { kind: 'answer', calls: [0] },
  { kind: 'answer', text: true },
];

const failures: readonly FuzzTurn[] = [{ kind: 'failure' }];

/**
 * Returns the events that a kind names but no plain use of it fires: fuzzing them would prove nothing.
 *
 * @example
 * expect(await unaskedEvents(target, kind)).toEqual([]);
 */
export async function unaskedEvents(
  target: FuzzTarget | WireTarget,
  kind: FuzzKind | WireKind,
): Promise<readonly InterceptorName[]> {
  return 'wires' in target
    ? unaskedOnWire(target, kind as WireKind)
    : unaskedInApp(target, kind as FuzzKind);
}

async function unaskedOnWire(
  target: WireTarget,
  { name, says, events }: WireKind,
): Promise<readonly InterceptorName[]> {
  const asked = new Set<InterceptorName>();
  for (const say of Object.keys(says)) {
    const policy = events.map((event) => ({ event, verdict: 'nothing' as const }));
    const program = { kind: name, options: [], steps: [{ say }], policy };
    await runWire(target, program, { onAsked: (event) => void asked.add(event) });
  }
  return events.filter((event) => !asked.has(event));
}

async function unaskedInApp(
  target: FuzzTarget,
  kind: FuzzKind,
): Promise<readonly InterceptorName[]> {
  const asked = new Set<InterceptorName>();
  for (const mode of kind.modes) {
    for (const turns of [answers, failures]) {
      for (const tool of kind.tools.length === 0 ? [undefined] : (['sync', 'throws'] as const)) {
        const program: FuzzProgram = {
          kind: kind.name,
          mode,
          wraps: [],
          options: [],
          tools: tool === undefined ? [] : [{ kind: tool }],
          turns: tool === undefined ? turns.map(({ calls: _calls, ...turn }) => turn) : turns,
          policy: kind.events.map((event) => ({ event, verdict: 'nothing' })),
          chats: 1,
        };
        await runProgram(target, program, { onAsked: (event) => void asked.add(event) });
      }
    }
  }
  return kind.events.filter((event) => !asked.has(event));
}
