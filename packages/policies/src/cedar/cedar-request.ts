import type { CedarValueJson, EntityJson, TypeAndId } from '@cedar-policy/cedar-wasm/nodejs';
import {
  textOf,
  type BaseContext,
  type Context,
  type Dict,
  type Tool,
  type ToolCall,
} from '@interpose/core';

/**
 * The question to Cedar about one step; `context` is plain data.
 *
 * @example
 * const request: Partial<CedarRequest> = { action: { type: 'Action', id: 'refund' }, context: { cents: 500 } };
 */
export interface CedarRequest {
  readonly principal: TypeAndId;
  readonly action: TypeAndId;
  readonly resource: TypeAndId;
  readonly context: Dict;
}

/** The resource of a step, its context, and the attributes of the resource where they are known. */
interface Subject {
  readonly resource: TypeAndId;
  readonly context: Dict;
  readonly attributes?: Record<string, CedarValueJson>;
}

/** For each event: the resource that is asked for, and the context. */
const SUBJECTS = {
  preToolCall: ({ call, tool, scope }: Context<'preToolCall'>): Subject => ({
    ...toolSubject(call, tool),
    context: { args: call.args, scope },
  }),
  onToolCallResult: ({ call, tool, result }: Context<'onToolCallResult'>): Subject => ({
    ...toolSubject(call, tool),
    context: { args: call.args, result },
  }),
  preRequest: ({ request, agent }: Context<'preRequest'>): Subject => ({
    resource: { type: 'Model', id: request.model ?? agent.model ?? '' },
    context: { tools: (request.tools ?? []).map(({ name }) => name) },
  }),
  onUserMessage: ({ message, agent }: Context<'onUserMessage'>): Subject => ({
    resource: { type: 'Agent', id: agent.id },
    context: { text: textOf(message) },
  }),
  preDelegate: ({ task }: Context<'preDelegate'>): Subject => ({
    resource: { type: 'Agent', id: task.to },
    context: { kind: task.kind },
  }),
  preMcpMessage: ({ server, message, direction }: Context<'preMcpMessage'>): Subject => ({
    resource: { type: 'McpServer', id: server },
    context: { method: message['method'], direction },
  }),
  preKnowledgeQuery: ({ query, source = '' }: Context<'preKnowledgeQuery'>): Subject => ({
    resource: { type: 'Knowledge', id: source },
    context: { text: query.text },
  }),
  preMemoryStore: ({ source = '' }: Context<'preMemoryStore'>): Subject => ({
    resource: { type: 'Memory', id: source },
    context: {},
  }),
};

/** The events that have a mapping here. For any other event the app passes its own. */
export const MAPPED_EVENTS: readonly string[] = Object.keys(SUBJECTS);

/** A request and the entities in it, made from the context of a hook. */
export interface MappedRequest extends CedarRequest {
  readonly entities: readonly EntityJson[];
}

/** Makes the request: the user, or without one the agent, asks to do the event on the subject of the step. */
export function mapRequest(ctx: BaseContext): MappedRequest {
  const { user, agent, event } = ctx;
  const principal =
    user === undefined ? { type: 'Agent', id: agent.id } : { type: 'User', id: user.id };
  const { resource, context, attributes } = subjectOf(ctx);
  const about = { uid: resource, attrs: attributes ?? {}, parents: [] };
  return {
    principal,
    action: { type: 'Action', id: event },
    resource,
    context: { ...context, agent: agent.id },
    entities: [...principalEntities(ctx, principal), ...(attributes === undefined ? [] : [about])],
  };
}

function subjectOf(ctx: BaseContext): Subject {
  const known = Object.hasOwn(SUBJECTS, ctx.event)
    ? (SUBJECTS[ctx.event as keyof typeof SUBJECTS] as (ctx: BaseContext) => Subject)
    : undefined;
  return known?.(ctx) ?? { resource: { type: 'Agent', id: ctx.agent.id }, context: {} };
}

function principalEntities({ user }: BaseContext, uid: TypeAndId): readonly EntityJson[] {
  if (user?.organisation === undefined) return [{ uid, attrs: {}, parents: [] }];
  const organisation = { type: 'Organisation', id: user.organisation };
  return [{ uid, attrs: { organisation: user.organisation }, parents: [organisation] }];
}

function toolSubject({ name }: ToolCall, tool: Tool): Omit<Subject, 'context'> {
  const { origin, scope, server, annotations } = tool;
  const attributes = {
    origin,
    ...(scope === undefined ? {} : { scope }),
    ...(server === undefined ? {} : { server }),
    readOnly: annotations?.readOnlyHint === true,
    destructive: annotations?.destructiveHint !== false && annotations?.readOnlyHint !== true,
  };
  return { resource: { type: 'Tool', id: name }, attributes };
}
