import {
  findSuspended,
  gateToolCall,
  type Chat,
  type SuspendedChat,
  type ToolGate,
  type ToolStep,
} from '@interpose/core/adapter';
import type { Hooks, MaybePromise } from '@interpose/core';
import { isSame, printOf } from '../values/data-print.ts';
import { andThen } from '../values/maybe-promise.ts';

/**
 * A call that hooks are asked about, without the function that runs it.
 *
 * @example
 * const question: Question = {
 *   call: { id: 'call_1', name: 'pay', args: {} },
 *   tool: { name: 'pay', origin: 'local', known: true, enabled: true },
 * };
 */
export type Question = Omit<ToolStep<unknown>, 'run'>;

/**
 * Asks the hooks in the approval phase of a host that shows people the model's own arguments. `block` gets the reason
 * why the call must not run: a policy changed its arguments, so people would approve other ones than those that run.
 *
 * @example
 * const call = { id: 'call_1', name: 'pay', args: { cents: 100 } };
 * const tool = { name: 'pay', origin: 'local', known: true, enabled: true } as const;
 * (await askGate(chat, { call, tool }, () => undefined)).kind; // => 'run'
 */
export function askGate(
  chat: Chat,
  question: Question,
  block: (reason: string) => void,
): MaybePromise<ToolGate> {
  return andThen(gateToolCall(chat, question), (gate): ToolGate => {
    if (gate.kind !== 'suspended' || !runsOther(gate, question)) return gate;
    block(SHOWS_OTHER);
    return { kind: 'skip' };
  });
}

/**
 * The text for the model about a call that must not run, since people would be shown other arguments.
 *
 * @example
 * SHOWS_OTHER.startsWith('Blocked: '); // => true
 */
export const SHOWS_OTHER = 'Blocked: the approval would show other arguments than those that run.';

/**
 * Whether policies changed a call, so that a person who is shown the model's call would approve another one.
 *
 * @example
 * const call = { id: 'call_1', name: 'refund', args: { euros: 5 } };
 * const tool = { name: 'refund', origin: 'local' };
 * const gate = { kind: 'run', asked: false, call: { ...call, args: { euros: 500 } } };
 * runsOther(gate, { call, tool }); // => true
 */
export function runsOther(gate: ToolGate, { call }: Question): boolean {
  if (!('call' in gate) || gate.call === call) return false;
  const { name, args } = gate.call;
  return name !== call.name || (args !== call.args && !isSame(args, printOf(call.args)));
}

/**
 * Returns the suspended chat that goes on with the answers to these calls; undefined if there is none.
 *
 * @example
 * await suspendedAmong(hooks, ['call_1']); // => undefined
 */
export async function suspendedAmong(
  hooks: Hooks,
  callIds: Iterable<string>,
): Promise<SuspendedChat | undefined> {
  for (const id of callIds) {
    const chat = await findSuspended(hooks, id);
    if (chat !== undefined) return chat;
  }
  return undefined;
}

/** Stands for the function of a call that hooks are only asked or told about; throws if it is run. */
export function neverRun(): never {
  throw new TypeError('a call that was only asked about ran its tool');
}
