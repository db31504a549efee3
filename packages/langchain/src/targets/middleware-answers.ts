import { isDict } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import { currentRun, type ChatRun } from '../run/host-run.ts';
import { judgeAnswer } from '../run/judge-answer.ts';
import { nestedRun } from '../run/tool-scope.ts';
import { runTool } from '../tools/run-tool.ts';
import { messageToContract } from '../translate/message-to-contract.ts';
import { answerIn, listIn, type NativeMessage, type NativeTool } from '../translate/native.ts';
import { refusalMessage } from '../translate/refusal.ts';
import { responseFromContract } from '../translate/response-from-contract.ts';
import { isTool } from './shapes.ts';

type Dict = Readonly<Record<string, unknown>>;
type Ask = (request: Dict) => Promise<unknown>;

/** True for a message of the model that ends the run: it calls no tool. */
export function isFinal(answer: unknown): answer is NativeMessage {
  if (!isDict(answer) || typeof answer['getType'] !== 'function') return false;
  const message = answer as unknown as NativeMessage; // the classes of LangChain are no records for TypeScript
  return message.getType() === 'ai' && (answerIn(message).tool_calls ?? []).length === 0;
}

/** An answer that no model of the run gave, past the gate of answers. LangChain lets the errors of a middleware end the run. */
export async function judged(native: NativeMessage, hooks: Hooks): Promise<NativeMessage> {
  const run = currentRun(hooks);
  if (run === undefined) return native;
  const answer = await judgeAnswer(run, {
    native,
    read: () => messageToContract(native, run.copy),
    write: ({ content }) => responseFromContract({ content }, native),
    // The SDK finds the message that this stands for by its id.
    refusal: (text) => Object.assign(refusalMessage(text), native.id && { id: native.id }),
  });
  if (run.fatal !== undefined) throw run.fatal.error;
  return answer;
}

/**
 * A call that a middleware answers in place of the tool, past the gates of tools. The middleware has answered by then, and
 * no tool ran; where hooks change the arguments it is asked anew.
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
    tool: isTool(tool) ? tool : unknownTool(name),
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

/** A tool that only a middleware knows. */
function unknownTool(name: string): NativeTool {
  return { name } as unknown as NativeTool; // nothing else of it is read
}

/** Where a middleware may put messages into the state, and whether what it says there is the answer of the agent. */
const PHASES = {
  beforeAgent: false,
  beforeModel: false,
  afterModel: true,
  afterAgent: true,
} as const;

/** A node that is given the state and says what to change in it. */
export type Phase = (state: unknown, ...rest: readonly unknown[]) => unknown;

/** The phases of a middleware, with what they answer past the gate of answers. */
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

/** The same node, with what it answers past the gate of answers. */
export function judging(phase: Phase, isAnswer: boolean, hooks: Hooks): Phase {
  return async (state, ...rest) => {
    const update = await phase(state, ...rest);
    if (!isDict(update) || (!isAnswer && update['jumpTo'] !== 'end')) return update;
    const { messages } = update;
    const known = new Set(isDict(state) ? listIn(state['messages']) : []);
    const isNew = (message: unknown): message is NativeMessage =>
      !known.has(message) && isFinal(message);
    const said = listIn(Array.isArray(messages) ? messages : [messages]);
    if (!said.some(isNew)) return update;
    const left: unknown[] = [];
    for (const message of said) left.push(isNew(message) ? await judged(message, hooks) : message);
    return { ...update, messages: left };
  };
}
