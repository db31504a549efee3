import { isDict } from '@interpose/adapter-kit';
import type { Dict } from '@interpose/core';
import type { AppTools } from '../tools/tool-facts.ts';
import type { NativeModel } from '../translate/native.ts';

/** What a call of the AI SDK is given, as far as the hooks touch it; the rest passes through. */
export interface CallOptions {
  readonly model?: unknown;
  readonly tools?: AppTools | undefined;
  readonly toolApproval?: unknown;
  readonly prompt?: unknown;
  readonly messages?: unknown;
  readonly system?: unknown;
  readonly instructions?: unknown;
  readonly telemetry?: unknown;
  readonly experimental_telemetry?: unknown;
  readonly abortSignal?: AbortSignal | undefined;
  readonly timeout?: unknown;
  readonly prepareStep?: PrepareStep | undefined;
  readonly experimental_prepareStep?: PrepareStep | undefined;
  readonly onStepEnd?: StepListener | undefined;
  readonly onStepFinish?: StepListener | undefined;
  readonly [option: string]: unknown;
}

/** May swap the model, the tools on offer and the messages of one step. */
export type PrepareStep = (options: unknown) => unknown;

/** Told when a step is over, before the next begins. */
export type StepListener = (step: unknown) => unknown;

/** A `ToolLoopAgent` as far as the hooks rely on it: its class keeps everything in `settings`. */
export interface AgentShape {
  readonly version: 'agent-v1';
  readonly settings: AgentSettings;
  generate(options: AgentCall): Promise<unknown>;
  stream(options: AgentCall): Promise<unknown>;
}

/** The settings an agent was made with. */
export interface AgentSettings extends CallOptions {
  readonly id?: unknown;
  readonly prepareCall?: (options: CallOptions) => unknown;
}

/** What an agent is called with. */
export interface AgentCall {
  readonly abortSignal?: AbortSignal | undefined;
  readonly timeout?: unknown;
  readonly [option: string]: unknown;
}

/**
 * The agent, if it is a `ToolLoopAgent` or of a subclass. Other agents also have settings, but run elsewhere:
 * only this class prepares its calls from settings it owns, with a model of its own.
 */
export function asToolLoopAgent(value: object): AgentShape | undefined {
  const agent = value as Partial<AgentShape> & { readonly prepareCall?: unknown };
  const { settings } = agent;
  const isAgent =
    agent.version === 'agent-v1' &&
    typeof agent.generate === 'function' &&
    typeof agent.stream === 'function' &&
    typeof agent.prepareCall === 'function' &&
    typeof settings === 'object';
  if (!isAgent) return undefined;
  const { model, prepareCall } = settings;
  // A model may also come from `prepareCall`, for each call.
  const hasModel =
    typeof model === 'string' || isHolder(model) || typeof prepareCall === 'function';
  return hasModel ? (agent as AgentShape) : undefined;
}

/** What may be a model, which can also be called as a function, or have one among its members. */
export function isHolder(value: unknown): value is Dict {
  return (typeof value === 'object' || typeof value === 'function') && value !== null;
}

/** True for a language model of a generation that can be hooked; one that only answers, or only streams, is one too. */
export function isModel(value: unknown): value is NativeModel {
  return answers(value) && ['v2', 'v3', 'v4'].includes(String(value['specificationVersion']));
}

/** True for what can be asked as a language model is, of whatever generation. */
export function answers(value: unknown): value is Dict {
  if (!isHolder(value)) return false;
  return ['doGenerate', 'doStream'].some((name) => typeof value[name] === 'function');
}

/** The `ai` module as an app imports it. */
export type AiModule = Readonly<Record<string, unknown>>;

/** True for the `ai` module, of whatever version. */
export function isModule(value: AiModule): boolean {
  return ['generateText', 'streamText'].every((name) => typeof value[name] === 'function');
}

/** True for a tool with an input of its own, or one that a provider defines. */
export function isTool({ inputSchema, execute, type, args }: Dict): boolean {
  if (inputSchema !== undefined) return execute === undefined || typeof execute === 'function';
  return (type === 'provider' || type === 'provider-defined') && args !== undefined;
}

/** True for tools by name, and nothing else beside them. */
export function isToolSet(value: Dict): value is AppTools {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  const tools = Object.values(value);
  return tools.length > 0 && tools.every((tool) => isDict(tool) && isTool(tool));
}
