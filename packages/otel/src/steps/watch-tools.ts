import type { Context, Hooks } from '@interpose/core';
import { SpanKind, type Attributes } from '@opentelemetry/api';

import { GEN_AI } from '../spans/semantic-names.ts';
import type { StepKind, Watch } from './watch.ts';

const OPERATION = 'execute_tool';

/** Tool calls, as the framework's own spans tell of them too. */
export const TOOL: StepKind = {
  spans: 'tool',
  kind: SpanKind.INTERNAL,
  isHosts: (attributes) =>
    attributes['gen_ai.operation.name'] === OPERATION ||
    attributes['gen_ai.tool.name'] !== undefined ||
    attributes['ai.toolCall.name'] !== undefined,
};

/** Spans of tool calls. Returns what stops it. */
export function watchTools(hooks: Hooks, watch: Watch): (() => void)[] {
  return [
    hooks.observe('preToolCall', (ctx, record) =>
      watch.begin(ctx, record, TOOL, {
        key: toolKey(ctx.call.id),
        name: `${OPERATION} ${ctx.call.name}`,
        attributes: () => toolAttributes(ctx),
        content: () => watch.captured(GEN_AI.toolCallArguments, () => ctx.call.args),
      }),
    ),
    hooks.observe('onToolCallResult', (ctx, record) =>
      watch.end(ctx, record, toolKey(ctx.originalCall.id), {
        attributes: () => watch.captured(GEN_AI.toolCallResult, () => ctx.result),
        measured: () => measured(ctx),
      }),
    ),
    hooks.observe('onToolCallError', (ctx, record) =>
      watch.end(ctx, record, toolKey(ctx.originalCall.id), {
        error: ctx.error.code ?? ctx.cause,
        measured: () => measured(ctx),
      }),
    ),
  ];
}

/** The key of a tool call's span in its chat. */
export function toolKey(callId: string): string {
  return `tool:${callId}`;
}

function toolAttributes({ call, tool }: Context<'preToolCall'>): Attributes {
  const attributes: Attributes = {
    [GEN_AI.operationName]: OPERATION,
    [GEN_AI.toolName]: call.name,
    [GEN_AI.toolCallId]: call.id,
    [GEN_AI.toolType]: tool.origin === 'local' ? 'function' : 'extension',
  };
  if (tool.description !== undefined) attributes[GEN_AI.toolDescription] = tool.description;
  return attributes;
}

function measured({ call }: Context<'onToolCallResult'> | Context<'onToolCallError'>): Attributes {
  return { [GEN_AI.operationName]: OPERATION, [GEN_AI.toolName]: call.name };
}
