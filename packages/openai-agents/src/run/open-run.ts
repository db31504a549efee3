import {
  type Copy,
  type HostOpening,
  isThenable,
  madeOnce,
  openHostChat,
  settleRun,
  suspendedAmong,
} from '@interpose/adapter-kit';
import { InterposeError, type MaybePromise } from '@interpose/core';
import { currentChat, type Chat } from '@interpose/core/adapter';
import { canOf } from '../capabilities.ts';
import { identityOf } from '../coverage/agent-identity.ts';
import { layersAround, layersOf, uniteLayers, type Layer } from '../targets/layers.ts';
import { sdkOf } from '../targets/sdk-copies.ts';
import type { NativeAgent, NativeContext } from '../translate/native.ts';
import { currentFrame, Frame, frameOf, isOver, runInFrame } from './current-run.ts';
import { AgentRun, RunLayer, type RunOpening } from './host-run.ts';

/** Opens a chat for every registry, the outermost first. If one cannot open, the chats before it end with its error. */
export async function openRun(opening: RunOpening): Promise<AgentRun> {
  const run = new AgentRun(opening);
  try {
    for (const target of opening.targets) {
      const chat = openLayer(target, opening);
      run.layers.push(new RunLayer(run, isThenable(chat) ? await chat : chat));
    }
  } catch (error) {
    for (const layer of run.layers.toReversed()) await layer.end({ kind: 'error', error });
    throw error;
  }
  return run;
}

/**
 * Opens chats for the registries that come with an agent that takes over. From now on they are asked too, inside of the
 * registries that are already there.
 */
export async function joinRun(run: AgentRun, agent: NativeAgent): Promise<void> {
  for (const target of missingIn(run, layersOf(agent))) {
    const { messages: _messages, answers: _answers, ...opening } = run.opening;
    run.layers.push(new RunLayer(run, await openLayer(target, { ...opening, agent })));
    run.targets = [...run.targets, target];
  }
}

/** Returns those of the wanted registries that are not part of this run. */
export function missingIn({ targets }: AgentRun, wanted: readonly Layer[]): readonly Layer[] {
  return wanted.filter((layer) => !targets.some(({ hooks }) => hooks === layer.hooks));
}

function openLayer(
  { hooks, options }: Layer,
  { agent, path, signal, hostSession, messages, answers }: RunOpening,
): MaybePromise<Chat> {
  const opening: HostOpening = {
    // The SDK does not export its version.
    host: { framework: 'openai-agents', version: 'unknown' },
    agent: identityOf(agent, options.agent),
    options,
    can: canOf(path),
    suspends: path !== 'tool.invoke',
    conversation: hostSession,
    parent: parentFor(hooks),
    signal,
    messages: messages === undefined ? undefined : () => messages(copied),
  };
  if (answers === undefined) return openHostChat(hooks, opening);
  return suspendedAmong(hooks, answers.callIds).then((resumes) =>
    openHostChat(hooks, { ...opening, resumes }),
  );
}

const copied: Copy = (value) => structuredClone(value);

/** Returns the calling agent's chat with the same registry, else the current chat of any kind. */
function parentFor(hooks: Layer['hooks']): Chat | undefined {
  const around = currentFrame()?.run.layers.find(({ chat }) => chat.hooks === hooks);
  const parent = around?.chat ?? currentChat();
  // Code that a run left behind, such as a timer, goes on after its chat.
  return parent?.ended === true ? undefined : parent;
}

/** A tool call that is made outside of any run. */
interface ImplicitCall {
  readonly agent: NativeAgent;
  readonly targets: readonly Layer[];
  readonly context: NativeContext | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs a tool of a hooked agent that the app calls outside of any run, in a chat of its own.
 *
 * @throws InterposeError `agent_not_mediated` where an agent without hooks goes on with the state of a hooked run.
 */
export async function runImplicitly<T>(
  { agent, targets, context, signal }: ImplicitCall,
  act: (run: AgentRun) => Promise<T>,
): Promise<T> {
  if (targets.length === 0)
    throw new InterposeError(
      'agent_not_mediated',
      `the agent ${agent.name} has no hooks and goes on with a run that had some`,
      'resume the state with the agent that the run began with, or call withHooks on this one',
    );
  const sdk = sdkOf(agent)!;
  const run = await openRun({
    sdk,
    runner: new sdk.Runner(),
    agent,
    targets,
    path: 'tool.invoke',
    hostSession: sessionOf(context),
    signal,
  });
  return settleRun(run, () => runInFrame(new Frame(run), () => act(run)));
}

/**
 * Runs a tool in the current run; outside of a run, or if that run lacks some of the registries, in a chat of its own.
 * `targets` are undefined if the SDK calls, or inside of a tool, where the app may have found a tool of any agent.
 */
export function runAround<T>(
  call: Omit<ImplicitCall, 'targets'>,
  targets: readonly Layer[] | undefined,
  act: (run: AgentRun) => Promise<T>,
): Promise<T> {
  const { run, isApp } = frameOf(call.agent) ?? {};
  if (run !== undefined && targets === undefined && isApp === false) return act(run);
  const wanted = targets ?? layersAround(call.agent);
  if (run !== undefined && !isOver(run) && missingIn(run, wanted).length === 0) return act(run);
  const around = currentFrame()?.run.targets ?? [];
  return runImplicitly({ ...call, targets: uniteLayers(around, wanted) }, act);
}

const sessions = new WeakMap<NativeContext, string>();

/** Returns one session id for each context: a realtime session uses one context for everything said in it. */
function sessionOf(context: NativeContext | undefined): string | undefined {
  return context && madeOnce(sessions, context, () => crypto.randomUUID());
}
