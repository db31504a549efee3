import { isDict, noteOptions, type Copy, type Layer } from '@interpose/adapter-kit';
import type { Message } from '@interpose/core';
import { agentIdentity } from '../coverage/agent-identity.ts';
import type { AppTool, AppTools } from '../tools/tool-facts.ts';
import { Approvals } from '../approval/ask.ts';
import { canOf } from '../capabilities.ts';
import { ChatRun } from '../run/host-run.ts';
import { splitTimeouts, type ChunkTimeouts } from '../stream/chunk-timeouts.ts';
import { abortWeakly } from '../stream/followed-signal.ts';
import { stepListeners } from '../tools/unreached-calls.ts';
import { isModel, type CallOptions, type PrepareStep } from './shapes.ts';
import { hookModel, hookModelForSdk } from '../model/hook-model.ts';
import type { ModelSeam } from '../model/model-call.ts';
import { surface } from '../coverage/unmediated-calls.ts';
import { requireEnforced } from '../coverage/require-enforced.ts';
import { personsAnswers } from '../approval/resume.ts';
import { startMessages } from '../translate/message-to-contract.ts';
import { givenModel } from './named-model.ts';
import { approvalByTool, genericApproval, type Generic } from '../approval/tool-approval.ts';
import { hookTools, searchCallers } from '../tools/hook-tools.ts';

/** One call of a hooked target, before it is made. */
export interface CallContext extends Layer {
  /** The path of the capability table this call takes. */
  readonly path: string;
  /** The agent's id where nothing else names one. */
  readonly fallback: string;
  readonly version: string;
  /** The caller's own signal. */
  readonly signal: AbortSignal | undefined;
  /** Given for a call that streams: aborts with the caller, and when nobody reads the stream any more. */
  readonly controller?: AbortController | undefined;
  /** Limits between chunks that were given beside the options. */
  readonly chunks?: ChunkTimeouts | undefined;
  /** The SDK's gateway, where the module is at hand. */
  readonly gateway?: unknown;
}

/** Opens the chat of a call, unless it would do what no hook sees and that was to be refused. */
export function openRun(options: CallOptions, context: CallContext): ChatRun {
  const { hooks, options: given, path, fallback, version, signal } = context;
  requireEnforced(given, [path], options.tools);
  noteOptions(options, surface, context);
  const { id, model, instructions, system, telemetry, experimental_telemetry } = options;
  return new ChatRun({
    hooks,
    options: given,
    version,
    agent: agentIdentity(given.agent, {
      fallback,
      id,
      model,
      instructions: instructions ?? system,
      telemetry: telemetry ?? experimental_telemetry,
    }),
    can: canOf(path),
    suspends: options.tools !== undefined,
    signal,
    messages: messagesLater(options),
    answers: personsAnswers(options.messages ?? options.prompt),
  });
}

/** Derives options in which model, tools and approvals pass the hooks of this run. */
export function hookCall(options: CallOptions, run: ChatRun, context: CallContext): CallOptions {
  const { tools } = options;
  const { controller } = context;
  const { rest, chunks } = splitTimeouts(controller === undefined ? undefined : options.timeout);
  const seam: ModelSeam = {
    run,
    layer: { hooks: context.hooks, options: context.options },
    tools: tools ?? NO_TOOLS,
    chunks: context.chunks ?? chunks,
    abort: controller === undefined ? undefined : abortWeakly(controller),
  };
  const { onStepEnd, onStepFinish } = stepListeners(options, () => ({ run, tools: seam.tools }));
  const model = hookedModel(options, seam, context);
  // One copy, and what is there for some calls alone put into it: each spread more costs every call.
  const hooked: Changing<CallOptions> = { ...options, model, onStepEnd, onStepFinish };
  if (controller !== undefined) hooked.abortSignal = controller.signal;
  if (chunks !== undefined) hooked.timeout = rest;
  if (tools !== undefined) Object.assign(hooked, hookedTools(options, tools, run, context));
  return Object.assign(hooked, prepareSteps(options, seam, context));
}

type Changing<T> = { -readonly [Key in keyof T]: T[Key] };

/** The tools of a call that has none. */
export const NO_TOOLS: AppTools = {};

/** A scope of its own: the chat outlives a forgotten stream, and must not lead to what listens to its signal. */
function messagesLater({ prompt, messages }: CallOptions): (copy: Copy) => readonly Message[] {
  return (copy) => startMessages({ prompt, messages }, copy);
}

/** The model of the call. Only a `prepareStep` of the app gets to see it, and then it has all its members. */
function hookedModel(options: CallOptions, seam: ModelSeam, context: CallContext): unknown {
  const isSeen =
    options.prepareStep !== undefined || options.experimental_prepareStep !== undefined;
  const model = givenModel(options.model, context, context.gateway);
  return isModel(model) ? (isSeen ? hookModel : hookModelForSdk)(model, seam) : model;
}

function hookedTools(
  options: CallOptions,
  tools: AppTools,
  run: ChatRun,
  { version, options: layerOptions }: CallContext,
): Partial<CallOptions> {
  const admit = (name: string, tool: AppTool): void =>
    requireEnforced(layerOptions, [], { [name]: tool });
  const callers = searchCallers(options['experimental_toolCallers'], tools);
  if (!needsApprovals(options, tools, run))
    return { ...callers, tools: hookTools({ run, tools, admit }).hooked };
  const approvals = new Approvals(run, tools);
  // v6 asks the tool whether it needs an approval; v7 asks the call, and shows callbacks the tools as they are.
  const needsApproval = version === '7' ? undefined : approvals;
  const { toolApproval: own } = options;
  const isFunction = typeof own === 'function';
  const approval = isFunction ? undefined : approvalByTool(own, approvals);
  const met = hookTools({ run, tools, needsApproval, approval, admit });
  return {
    ...callers,
    tools: met.hooked,
    toolApproval: isFunction ? genericApproval(own as Generic, tools, approvals) : met.approvals,
  };
}

/** An approval phase costs each tool call some waits: it is there where a hook or the app may have a say in it. */
function needsApprovals({ toolApproval }: CallOptions, tools: AppTools, run: ChatRun): boolean {
  return (
    run.opened === undefined ||
    run.opened.intercepts('preToolCall') ||
    run.answers.size > 0 ||
    toolApproval !== undefined ||
    Object.values(tools).some(({ needsApproval }) => needsApproval !== undefined)
  );
}

function prepareSteps(
  options: CallOptions,
  seam: ModelSeam,
  context: CallContext,
): Partial<CallOptions> {
  const name = options.prepareStep === undefined ? 'experimental_prepareStep' : 'prepareStep';
  const own = options[name];
  if (own === undefined) return {};
  const preparing: PrepareStep = async (given) => {
    const prepared = await own(given);
    seam.run.tools?.meet();
    if (!isDict(prepared)) return prepared;
    noteOptions(prepared, surface, context);
    const model = givenModel(prepared['model'], context, context.gateway);
    return isModel(model) ? { ...prepared, model: hookModel(model, seam) } : prepared;
  };
  return { [name]: preparing };
}
