import { hasMethods, isDict, isRecord } from '@interpose/adapter-kit';
import type { Dict } from '@interpose/core';
import type { AppTools } from '../tools/tool-facts.ts';
import type { NativeModel } from '../translate/native.ts';

/** The options of a call of the AI SDK; only those that hooks use are listed. */
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

/** Prepares one step: it may replace the model, the tools on offer and the messages. */
export type PrepareStep = (options: unknown) => unknown;

/** Called when a step is over, before the next one begins. */
export type StepListener = (step: unknown) => unknown;

/** The members of a `ToolLoopAgent` that hooks rely on: its class keeps everything in `settings`. */
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

/** The options for calling an agent. */
export interface AgentCall {
  readonly abortSignal?: AbortSignal | undefined;
  readonly timeout?: unknown;
  readonly [option: string]: unknown;
}

/**
 * Returns the agent if its class is `ToolLoopAgent` or extends it; else undefined. Agents of other classes also have
 * settings, but run elsewhere: only this class prepares its calls from its own settings, with its own model.
 */
export function asToolLoopAgent(value: object): AgentShape | undefined {
  const agent = value as Partial<AgentShape> & { readonly prepareCall?: unknown };
  const { settings } = agent;
  const isAgent =
    agent.version === 'agent-v1' &&
    hasMethods(agent, 'generate', 'stream', 'prepareCall') &&
    typeof settings === 'object';
  if (!isAgent) return undefined;
  const { model, prepareCall } = settings;
  // An agent may also get its model from `prepareCall`, for each call.
  const hasModel =
    typeof model === 'string' || isHolder(model) || typeof prepareCall === 'function';
  return hasModel ? (agent as AgentShape) : undefined;
}

/** Whether the value has members: a model may also be a function, or be a member of a value. */
export function isHolder(value: unknown): value is Dict {
  return (typeof value === 'object' || typeof value === 'function') && value !== null;
}

/** Whether the value is a language model of a supported generation; it may also only answer, or only stream. */
export function isModel(value: unknown): value is NativeModel {
  return answers(value) && ['v2', 'v3', 'v4'].includes(String(value['specificationVersion']));
}

/** Whether the value can be asked like a language model, of any generation. */
export function answers(value: unknown): value is Dict {
  if (!isHolder(value)) return false;
  return ['doGenerate', 'doStream'].some((name) => typeof value[name] === 'function');
}

/** The `ai` module as an app imports it. */
export type AiModule = Readonly<Record<string, unknown>>;

/** Whether the value is the `ai` module, of any version. */
export function isModule(value: AiModule): boolean {
  return ['generateText', 'streamText'].every((name) => typeof value[name] === 'function');
}

/** Whether the value is a tool with its own input schema, or a tool that a provider defines. */
export function isTool({ inputSchema, execute, type, args }: Dict): boolean {
  if (inputSchema !== undefined) return execute === undefined || typeof execute === 'function';
  return (type === 'provider' || type === 'provider-defined') && args !== undefined;
}

/** Whether the value is an object with tools by name, and nothing else. */
export function isToolSet(value: Dict): value is AppTools {
  if (!isRecord(value)) return false;
  const tools = Object.values(value);
  return tools.length > 0 && tools.every((tool) => isDict(tool) && isTool(tool));
}
