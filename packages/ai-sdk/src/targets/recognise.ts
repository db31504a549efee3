import { unknownTarget } from '@interpose/adapter-kit';
import type { AppTool, AppTools } from '../tools/tool-facts.ts';
import { asToolLoopAgent, isModel, type AgentShape } from './shapes.ts';
import type { NativeModel } from '../translate/native.ts';

/** The `ai` module as an app imports it. */
export type AiModule = Readonly<Record<string, unknown>>;

/** What `withHooks` was given. */
export type Recognised =
  | { readonly kind: 'agent'; readonly agent: AgentShape }
  | { readonly kind: 'model'; readonly model: NativeModel }
  | { readonly kind: 'model-id'; readonly id: string }
  | { readonly kind: 'tool'; readonly tool: AppTool }
  | { readonly kind: 'tools'; readonly tools: AppTools }
  | { readonly kind: 'module'; readonly module: AiModule };

/**
 * Tells which part of the AI SDK this is.
 *
 * @throws InterposeError `target_unknown` for anything else.
 */
export function recognise(target: unknown): Recognised {
  if (typeof target === 'string' && target !== '') return { kind: 'model-id', id: target };
  if (typeof target === 'function' && isModel(target)) return { kind: 'model', model: target };
  if (typeof target === 'object' && target !== null) {
    const agent = asToolLoopAgent(target);
    if (agent !== undefined) return { kind: 'agent', agent };
    if (isModel(target)) return { kind: 'model', model: target };
    if (isModule(target)) return { kind: 'module', module: target };
    if (isTool(target)) return { kind: 'tool', tool: target };
    if (isToolSet(target)) return { kind: 'tools', tools: target };
  }
  throw unknownTarget(
    target,
    'pass a ToolLoopAgent, the ai module, a language model or its id, a tool or a tool set',
  );
}

/** True for the `ai` module, of whatever version. */
export function isModule(value: object): value is AiModule {
  return ['generateText', 'streamText'].every(
    (name) => typeof (value as AiModule)[name] === 'function',
  );
}

function isTool(value: object): value is AppTool {
  const { inputSchema, execute, type, args } = value as AppTool;
  if (inputSchema !== undefined) return execute === undefined || typeof execute === 'function';
  return (type === 'provider' || type === 'provider-defined') && args !== undefined;
}

function isToolSet(value: object): value is AppTools {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  const tools = Object.values(value as Readonly<Record<string, unknown>>);
  return (
    tools.length > 0 &&
    tools.every((tool) => typeof tool === 'object' && tool !== null && isTool(tool))
  );
}
