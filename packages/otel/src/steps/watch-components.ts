import type { Context, Hooks } from '@interpose/core';
import { SpanKind, type Attributes } from '@opentelemetry/api';

import { GEN_AI } from '../spans/semantic-names.ts';
import type { StepEnd, StepKind, Watch } from './watch.ts';

const RETRIEVAL: StepKind<Context<'preKnowledgeQuery'>> = {
  spans: 'retrieval',
  kind: SpanKind.CLIENT,
  isHosts: (attributes) => attributes['gen_ai.operation.name'] === 'retrieval',
  event: 'preKnowledgeQuery',
  id: sourceOf,
  about: ({ query }) => query,
  name: ({ source }) => (source === undefined ? 'retrieval' : `retrieval ${source}`),
  attributes: retrieved,
  recorded: ({ query }, watch) => {
    const attributes: Attributes = {};
    if (watch.captures) watch.capture(attributes, GEN_AI.retrievalQuery, query.text);
    return attributes;
  },
};

const RETRIEVED: StepEnd<Context<'onKnowledgeRetrieved'>> = {
  event: RETRIEVAL.event,
  id: sourceOf,
  about: ({ query }) => query,
  attributes: (ctx, watch) => {
    const attributes: Attributes = {};
    if (watch.captures) watch.capture(attributes, GEN_AI.retrievalDocuments, ctx.results);
    return attributes;
  },
  measured: retrieved,
};

const DELEGATES = 'invoke_agent';

const DELEGATION: StepKind<Context<'preDelegate'>> = {
  spans: 'delegation',
  kind: SpanKind.INTERNAL,
  isHosts: () => false,
  event: 'preDelegate',
  id: addresseeOf,
  about: ({ task }) => task,
  name: ({ task }) => `${DELEGATES} ${task.to}`,
  attributes: ({ task }) => ({ [GEN_AI.operationName]: DELEGATES, [GEN_AI.agentName]: task.to }),
};

const DELEGATED: StepEnd<Context<'onDelegateResult'>> = {
  event: DELEGATION.event,
  id: addresseeOf,
  about: ({ task }) => task,
  measured: () => ({ [GEN_AI.operationName]: DELEGATES }),
};

/** Makes the spans of retrievals and of delegations. A handoff has no end of its own, so it gets no span. */
export function watchComponents(hooks: Hooks, watch: Watch): (() => void)[] {
  return [...watchRetrieval(hooks, watch), ...watchDelegation(hooks, watch)];
}

function watchRetrieval(hooks: Hooks, watch: Watch): (() => void)[] {
  return [
    hooks.observe('preKnowledgeQuery', watch.begins(RETRIEVAL)),
    hooks.observe('onKnowledgeRetrieved', watch.ends(RETRIEVED)),
  ];
}

function watchDelegation(hooks: Hooks, watch: Watch): (() => void)[] {
  return [
    hooks.observe(
      'preDelegate',
      watch.deciding((ctx, record) => {
        if (ctx.task.kind !== 'handoff') watch.begin(DELEGATION, ctx, record);
      }),
    ),
    hooks.observe('onDelegateResult', watch.ends(DELEGATED)),
  ];
}

function retrieved(): Attributes {
  return { [GEN_AI.operationName]: 'retrieval' };
}

function sourceOf({ source }: { readonly source?: string }): string {
  return source ?? '';
}

function addresseeOf({ task }: { readonly task: { readonly to: string } }): string {
  return task.to;
}
