import type { Context, Hooks } from '@interpose/core';
import { SpanKind, type Attributes } from '@opentelemetry/api';

import { errorType } from '../spans/error-type.ts';
import { GEN_AI, OTHER } from '../spans/semantic-names.ts';
import type { StepEnd, StepKind, Watch } from './watch.ts';

const OPERATION = 'execute_tool';

/** Tool calls, and the attributes by which a framework's own spans of them are recognised. */
export const TOOL: StepKind<Context<'preToolCall'>> = {
  spans: 'tool',
  kind: SpanKind.INTERNAL,
  isHosts: (attributes) =>
    attributes['gen_ai.operation.name'] === OPERATION ||
    attributes['gen_ai.tool.name'] !== undefined ||
    attributes['ai.toolCall.name'] !== undefined,
  event: 'preToolCall',
  id: ({ call }) => call.id,
  name: ({ call }) => `${OPERATION} ${call.name}`,
  attributes: measured,
  recorded: toolAttributes,
};

const RETURNED: StepEnd<Context<'onToolCallResult'>> = {
  event: TOOL.event,
  id: ({ originalCall }) => originalCall.id,
  attributes: (ctx, watch) => {
    const attributes: Attributes = {};
    if (watch.captures) watch.capture(attributes, GEN_AI.toolCallResult, ctx.result);
    return attributes;
  },
  measured: counted,
};

const FAILED: StepEnd<Context<'onToolCallError'>> = {
  event: TOOL.event,
  id: ({ originalCall }) => originalCall.id,
  error: ({ error, cause }) => errorType(error.code, cause),
  measured: counted,
};

/** Makes the spans of tool calls. Returns the functions that stop that. */
export function watchTools(hooks: Hooks, watch: Watch): (() => void)[] {
  return [
    hooks.observe('preToolCall', watch.begins(TOOL)),
    hooks.observe('onToolCallResult', watch.ends(RETURNED)),
    hooks.observe('onToolCallError', watch.ends(FAILED)),
  ];
}

/** Tells the metrics which decisions are about tools that nobody defined. Returns the functions that stop that. */
export function watchUnknownTools(hooks: Hooks, { metrics }: Watch): (() => void)[] {
  if (!metrics.isTaken) return [];
  return [
    hooks.observe('preToolCall', ({ tool }, record) => metrics.sawTool(tool, record)),
    hooks.observe('onToolCallResult', ({ tool }, record) => metrics.sawTool(tool, record)),
    hooks.observe('onToolCallError', ({ tool }, record) => metrics.sawTool(tool, record)),
  ];
}

/** Returns attributes for a span that has begun, which leaves out undefined ones. */
function toolAttributes({ call, tool }: Context<'preToolCall'>, watch: Watch): Attributes {
  const attributes: Attributes = {
    [GEN_AI.toolCallId]: call.id,
    [GEN_AI.toolType]: tool.origin === 'local' ? 'function' : 'extension',
    [GEN_AI.toolDescription]: tool.description,
  };
  if (watch.captures) watch.capture(attributes, GEN_AI.toolCallArguments, call.args);
  return attributes;
}

function measured({ call }: Pick<Context<'preToolCall'>, 'call'>): Attributes {
  return { [GEN_AI.operationName]: OPERATION, [GEN_AI.toolName]: call.name };
}

function counted({ call, tool }: Pick<Context<'preToolCall'>, 'call' | 'tool'>): Attributes {
  return { ...measured({ call }), ...(tool.known ? {} : { [GEN_AI.toolName]: OTHER }) };
}
