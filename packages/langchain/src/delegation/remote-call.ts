import {
  admitDelegation,
  fatalTo,
  reportOnce,
  type WithHooksOptions,
} from '@interpose/adapter-kit';
import { InterposeError, type EventName } from '@interpose/core';
import { includesHooks } from '@interpose/core/adapter';
import { requireEnforced } from '../coverage/require-enforced.ts';
import { surroundingRuns, type ChatRun } from '../run/host-run.ts';
import { isRemote, type Runner } from '../targets/shapes.ts';
import type { RunnableConfig } from '../translate/native.ts';
import { remoteStream, type Chunks, type RemoteCall } from './remote-stream.ts';
import { wholeTaskOf, withTask } from './task-and-answer.ts';

/** The methods of the class for graphs on another machine. Every way of calling such a graph ends in one of these. */
export const REMOTE_CALLS = ['_streamIterator', '_streamEventsV3'] as const;

/** A method that only this class has. */
export const IS_REMOTE = '_sanitizeConfig';

type Send = RemoteCall<unknown>['send'];

/**
 * Takes a call of a graph on another machine through the gates of a delegation, for each run around it. Returns
 * `undefined` if no hook listens to delegations.
 *
 * @throws InterposeError `not_enforced` in a run where all has to be enforced, as no hook reaches that machine.
 */
export function delegateRemote(
  graph: object,
  name: string,
  [given, config]: readonly unknown[],
  own: (this: object, ...given: readonly unknown[]) => unknown,
): { readonly answer: unknown } | undefined {
  if (!(IS_REMOTE in graph)) return undefined;
  const runs = surroundingRuns().map((run) => run.delegator ?? run);
  for (const run of runs) checkRemote(run);
  const asked = runs.filter(
    ({ chat, hooks }, place) =>
      chat.listens('preDelegate', 'onDelegateResult') &&
      !runs.slice(0, place).some((inner) => includesHooks(inner.hooks, hooks)),
  );
  if (asked.length === 0) return undefined;
  const gate = name === '_streamIterator' ? remoteStream : remoteEvents;
  const to = String(Reflect.get(graph, 'graphId'));
  // The outermost hooks are asked first.
  const ask = asked.reduce<Send>(
    (send, run) => (input, options) =>
      gate({ run, to, input, config: options, send: send as RemoteCall<Chunks>['send'] }),
    (...changed) => Reflect.apply(own, graph, changed),
  );
  return { answer: ask(given, config as RunnableConfig | undefined) };
}

/** Refuses a graph whose models and tools are out of reach, or reports it once if no hook hears of delegations. */
export function checkRemote(run: ChatRun): void {
  const options: WithHooksOptions = run.asked;
  try {
    requireEnforced({ hooks: run.hooks, options }, ['remote graph']);
  } catch (error) {
    fatalTo(run)(error);
  }
  if (!run.chat.listens('preDelegate', 'onDelegateResult') && run.chat.listens(...OUT_OF_REACH))
    tell(
      run,
      'preDelegate',
      'a graph on another machine was asked, and no hook is asked about delegations',
    );
}

const OUT_OF_REACH = [
  'preRequest',
  'onResponse',
  'onAgentResponse',
  'preToolCall',
  'onToolCallResult',
] as const;

/** Asks about the task only: many views read the events, over connections of their own, past every hook. */
async function remoteEvents({
  run,
  to,
  input,
  config,
  send,
}: RemoteCall<unknown>): Promise<unknown> {
  const { chat, copy } = run;
  if (chat.listens('onDelegateResult'))
    tell(
      run,
      'onDelegateResult',
      'the events of a graph on another machine were read, and no hook was shown its answer',
    );
  const seen = wholeTaskOf(input, copy);
  const supplied = `Blocked: a policy supplied the events of ${to}, and only its invoke and stream can carry an answer.`;
  const allowed = await admitDelegation(chat, { to, input: seen }, supplied);
  return send(withTask(input, seen, allowed), config);
}

function tell({ hooks }: ChatRun, event: EventName, problem: string): void {
  const remedy =
    "hook what it runs on its own machine, hook preDelegate and call it by invoke or stream, or refuse such calls with require: 'enforced'";
  const error = new InterposeError('unmediated_call', problem, remedy);
  reportOnce(hooks, { adapter: 'langchain', event, error });
}

/** Returns members of a graph on another machine that show its inner graphs, each hooked by `hook`. */
export function remoteMembers(graph: Runner, hook: (found: Runner) => Runner): object {
  if (!isRemote(graph)) return {};
  return {
    async *getSubgraphsAsync(...given: readonly unknown[]): Found {
      const found = Reflect.apply(graph['getSubgraphsAsync'] as () => Found, graph, given) as Found;
      for await (const [name, inner] of found) yield [name, hook(inner)];
    },
  };
}

type Found = AsyncGenerator<readonly [name: string, graph: Runner]>;
