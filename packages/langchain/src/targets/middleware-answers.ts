import { cloneWith, isDict, omitUndefined, sameItems } from '@interpose/adapter-kit';
import type { Dict, Hooks } from '@interpose/core';
import { currentRun, notePause, type ChatRun } from '../run/host-run.ts';
import { judgeAnswer } from '../run/judge-answer.ts';
import { nestedRun } from '../run/tool-scope.ts';
import { runTool } from '../tools/run-tool.ts';
import { asMessage, messageToContract } from '../translate/message-to-contract.ts';
import { answerIn, messagesIn, type NativeMessage, type NativeTool } from '../translate/native.ts';
import { refusalMessage } from '../translate/refusal.ts';
import { responseFromContract } from '../translate/response-from-contract.ts';
import { isTool } from './shapes.ts';

type Ask = (request: Dict) => Promise<unknown>;

/** Whether this is a message of the model that ends the run, because it calls no tool. */
function isFinal(message: NativeMessage): boolean {
  return message.getType() === 'ai' && (answerIn(message).tool_calls ?? []).length === 0;
}

/** Takes an answer that no model of the run gave through the gate of answers. An error here ends the run. */
async function judged(native: NativeMessage, hooks: Hooks): Promise<NativeMessage> {
  const run = currentRun(hooks);
  if (run === undefined) return native;
  const answer = await judgeAnswer(run, {
    native,
    read: () => messageToContract(native, run.copy),
    write: ({ content }) => responseFromContract({ content }, native),
    // The SDK finds the message to replace by its id.
    refusal: (text) => Object.assign(refusalMessage(text), native.id && { id: native.id }),
  });
  if (run.fatal !== undefined) throw run.fatal.error;
  return answer;
}

/**
 * Takes the answers in a middleware's result, except those in `known`, through the gate of answers. The result is a
 * message or a change of the state, in any form that LangChain takes. If it has no such answer, it comes back as it is.
 */
export async function judgedIn(
  said: unknown,
  known: ReadonlySet<unknown>,
  hooks: Hooks,
): Promise<unknown> {
  if (known.has(said)) return said;
  if (Array.isArray(said)) {
    const pairs = said as (readonly [channel: unknown, value: unknown])[];
    const entry = async (pair: (typeof pairs)[number]): Promise<unknown> =>
      pair[0] === 'messages' ? [pair[0], await judgedList(pair[1], known, hooks)] : pair;
    return Promise.all(pairs.map(entry));
  }
  if (!isDict(said)) return said;
  if (typeof said['getType'] === 'function') return judgedList(said, known, hooks);
  const left = {
    messages: await judgedList(said['messages'], known, hooks),
    // A command has `update`; a value that ends a run has `result`.
    update: await judgedIn(said['update'], known, hooks),
    result: await judgedIn(said['result'], known, hooks),
  };
  const isSame = Object.entries(left).every(([key, value]) => value === said[key]);
  return isSame ? said : cloneWith(said, omitUndefined(left));
}

/** The key with which LangGraph marks a value that replaces everything in a channel. */
export const REPLACED = '__overwrite__';

/** Judges one message or a list, in any form that LangChain takes. */
async function judgedList(
  said: unknown,
  known: ReadonlySet<unknown>,
  hooks: Hooks,
): Promise<unknown> {
  const one = async (each: unknown): Promise<unknown> => {
    const message = known.has(each) ? undefined : asMessage(each);
    if (message === undefined || !isFinal(message)) return each;
    const left = await judged(message, hooks);
    return left === message ? each : left;
  };
  if (isDict(said) && REPLACED in said) {
    const left = await judgedList(said[REPLACED], known, hooks);
    return left === said[REPLACED] ? said : cloneWith(said, { [REPLACED]: left });
  }
  if (!Array.isArray(said)) return one(said);
  const left: unknown[] = [];
  for (const each of said as readonly unknown[]) left.push(await one(each));
  return sameItems(left, said) ? said : left;
}

/**
 * Takes a call that a middleware answered itself through the gates of tools. By then the middleware has answered, and
 * no tool ran. If hooks change the arguments, the middleware is asked again.
 */
export async function answeredCall(
  answer: unknown,
  request: Dict,
  ask: Ask,
  hooks: Hooks,
): Promise<unknown> {
  const run = currentRun(hooks);
  const { toolCall, tool } = request;
  if (run === undefined || !isDict(toolCall) || typeof toolCall['name'] !== 'string') return answer;
  const { name, id, args } = toolCall;
  const inner: ChatRun = await nestedRun(run);
  let isTold = false;
  return runTool({
    run: inner,
    // For a tool that only the middleware knows, nothing but the name is read.
    tool: isTool(tool) ? tool : ({ name } as unknown as NativeTool),
    input: args,
    runManager: undefined,
    config: { toolCall: { id: String(id) } },
    id: String(id),
    act(input) {
      const isFirst = !isTold && input === args;
      isTold = true;
      return isFirst ? answer : ask({ ...request, toolCall: { ...toolCall, args: input } });
    },
  });
}

/** The phases in which a middleware may put messages into the state; `true` if such a message is the agent's answer. */
const PHASES = {
  beforeAgent: false,
  beforeModel: false,
  afterModel: true,
  afterAgent: true,
} as const;

/** A node that gets the state and returns the changes to it. */
export type Phase = (state: unknown, ...rest: readonly unknown[]) => unknown;

/** Returns the phases of a middleware, with their answers judged by the gate of answers. */
export function phasesOf(middleware: Dict, hooks: Hooks): Dict {
  return Object.fromEntries(
    Object.entries(PHASES).flatMap(([name, isAnswer]): [string, unknown][] => {
      const own = middleware[name];
      const wrap = (phase: Phase): Phase => judging(phase.bind(middleware), isAnswer, hooks);
      if (typeof own === 'function') return [[name, wrap(own as Phase)]];
      return isDict(own) && typeof own['hook'] === 'function'
        ? [[name, { ...own, hook: wrap(own['hook'] as Phase) }]]
        : [];
    }),
  );
}

/** Returns the node, with its answers judged by the gate of answers. */
export function judging(phase: Phase, isAnswer: boolean, hooks: Hooks): Phase {
  return async (state, ...rest) => {
    const run = currentRun(hooks);
    let update: unknown;
    try {
      update = await phase(state, ...rest);
    } catch (error) {
      notePause(run, error);
      throw error;
    }
    // What was refused inside of the phase must not change the state.
    if (run?.fatal !== undefined) throw run.fatal.error;
    if (!isAnswer && (!isDict(update) || update['jumpTo'] !== 'end')) return update;
    return judgedIn(update, messagesOf(state), hooks);
  };
}

/** Returns the messages in a state. */
export function messagesOf(state: unknown): Set<unknown> {
  return new Set(messagesIn(state));
}
