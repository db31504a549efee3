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

/** One call of a hooked target, before it starts. */
export interface CallContext extends Layer {
  /** The path in the capability table, such as "generateText". */
  readonly path: string;
  /** The agent's id if nothing else tells one. */
  readonly fallback: string;
  readonly version: string;
  /** The caller's own signal. */
  readonly signal: AbortSignal | undefined;
  /** For a streaming call: aborts with the caller's signal, or when nobody reads the stream any more. */
  readonly controller?: AbortController | undefined;
  /** The limits between chunks, if they were given outside of the options. */
  readonly chunks?: ChunkTimeouts | undefined;
  /** The SDK's gateway, if the module is at hand. */
  readonly gateway?: unknown;
}

/** Opens the chat of a call. Throws if the call would do something without hooks that the options refuse. */
export function openRun(options: CallOptions, context: CallContext): ChatRun {
  const { hooks, options: given, path, fallback, version, signal } = context;
  requireEnforced(given, [path], options.tools);
  noteOptions(options, surface, context);
  const { id, model, instructions, system, telemetry, experimental_telemetry } = options;
  const own = options.messages ?? options.prompt;
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
    given: own,
    answers: personsAnswers(own),
  });
}

/** Returns options whose model, tools and approvals pass the hooks of this run. */
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
  // A single copy, to which some calls add fields: each spread costs time in every call.
  const hooked: Changing<CallOptions> = { ...options, model, onStepEnd, onStepFinish };
  if (controller !== undefined) hooked.abortSignal = controller.signal;
  if (chunks !== undefined) hooked.timeout = rest;
  if (tools !== undefined) Object.assign(hooked, hookedTools(options, tools, run, context));
  return Object.assign(hooked, prepareSteps(options, seam, context));
}

type Changing<T> = { -readonly [Key in keyof T]: T[Key] };

/** The tools of a call without tools. */
export const NO_TOOLS: AppTools = {};

/** A function of its own, since the chat outlives a forgotten stream and must not reference listeners of its signal. */
function messagesLater({ prompt, messages }: CallOptions): (copy: Copy) => readonly Message[] {
  return (copy) => startMessages({ prompt, messages }, copy);
}

/** Returns the hooked model of the call; with all its members only if a `prepareStep` of the app gets to see it. */
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
  // v6 asks each tool whether it needs an approval. v7 asks the call, and callbacks there get the tools unchanged.
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

/** Whether approvals have to be asked: they make each tool call wait, so only if a hook or the app may have a say. */
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
): Partial<CallOptions> | undefined {
  const name = options.prepareStep === undefined ? 'experimental_prepareStep' : 'prepareStep';
  const own = options[name];
  if (own === undefined) return undefined;
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
