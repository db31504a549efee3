import type { Context, Hooks } from '@interpose/core';
import { SpanKind, type Attributes } from '@opentelemetry/api';

import { GEN_AI } from '../spans/semantic-names.ts';
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
  measured,
};

const FAILED: StepEnd<Context<'onToolCallError'>> = {
  event: TOOL.event,
  id: ({ originalCall }) => originalCall.id,
  error: ({ error, cause }) => error.code ?? cause,
  measured,
};

/** Makes the spans of tool calls. Returns the functions that stop that. */
export function watchTools(hooks: Hooks, watch: Watch): (() => void)[] {
  return [
    hooks.observe('preToolCall', watch.begins(TOOL)),
    hooks.observe('onToolCallResult', watch.ends(RETURNED)),
    hooks.observe('onToolCallError', watch.ends(FAILED)),
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
