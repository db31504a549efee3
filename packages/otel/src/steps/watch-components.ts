import type { Hooks } from '@interpose/core';
import { SpanKind, type Attributes } from '@opentelemetry/api';

import { GEN_AI } from '../spans/semantic-names.ts';
import type { StepKind, Watch } from './watch.ts';

const RETRIEVAL: StepKind = {
  spans: 'retrieval',
  kind: SpanKind.CLIENT,
  isHosts: (attributes) => attributes['gen_ai.operation.name'] === 'retrieval',
};

const DELEGATION: StepKind = {
  spans: 'delegation',
  kind: SpanKind.INTERNAL,
  isHosts: () => false,
};

/** Spans of retrievals and of agents that are asked. A handoff has no end of its own, so it is no span. */
export function watchComponents(hooks: Hooks, watch: Watch): (() => void)[] {
  return [...watchRetrieval(hooks, watch), ...watchDelegation(hooks, watch)];
}

function watchRetrieval(hooks: Hooks, watch: Watch): (() => void)[] {
  return [
    hooks.observe('preKnowledgeQuery', (ctx, record) => {
      const { source, query } = ctx;
      watch.begin(ctx, record, RETRIEVAL, {
        key: retrievalKey(source),
        name: source === undefined ? 'retrieval' : `retrieval ${source}`,
        attributes: retrieved,
        content: () => watch.captured(GEN_AI.retrievalQuery, () => query.text),
      });
    }),
    hooks.observe('onKnowledgeRetrieved', (ctx, record) =>
      watch.end(ctx, record, retrievalKey(ctx.source), {
        attributes: () => watch.captured(GEN_AI.retrievalDocuments, () => ctx.results),
        measured: retrieved,
      }),
    ),
  ];
}

function watchDelegation(hooks: Hooks, watch: Watch): (() => void)[] {
  return [
    hooks.observe('preDelegate', (ctx, record) => {
      const { task } = ctx;
      if (task.kind === 'handoff') return;
      watch.begin(ctx, record, DELEGATION, {
        key: delegationKey(task.to),
        name: `${DELEGATES} ${task.to}`,
        attributes: () => ({ ...delegated(), [GEN_AI.agentName]: task.to }),
      });
    }),
    hooks.observe('onDelegateResult', (ctx, record) =>
      watch.end(ctx, record, delegationKey(ctx.task.to), { measured: delegated }),
    ),
  ];
}

function retrieved(): Attributes {
  return { [GEN_AI.operationName]: 'retrieval' };
}

const DELEGATES = 'invoke_agent';

function delegated(): Attributes {
  return { [GEN_AI.operationName]: DELEGATES };
}

function retrievalKey(source: string | undefined): string {
  return `preKnowledgeQuery:${source ?? ''}`;
}

function delegationKey(to: string): string {
  return `preDelegate:${to}`;
}
