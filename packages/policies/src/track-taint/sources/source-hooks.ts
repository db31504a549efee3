import { textOf, type PolicyHooks } from '@interpose/core';

import { labelled } from './read-passages.ts';
import { messageEntries } from './read-request.ts';
import type { SessionLabels } from './session-labels.ts';
import { sourceLabels } from './source-labels.ts';
import { readingsOf } from './readings-of.ts';
import { stringsIn } from '../text/strings-in.ts';
import { textsOfMcp } from './texts-of-mcp.ts';
import type { TrackTaintOptions } from '../rules/track-taint-options.ts';

/** Makes the hooks on sources other than tools. */
export function sourceHooks(
  labels: SessionLabels,
  { sources = {} }: TrackTaintOptions,
): PolicyHooks {
  const labelsOf = sourceLabels(sources);
  return {
    onTrigger: ({ session, trigger }) =>
      labels.add(session, labelsOf(`trigger:${trigger.kind}`, readingsOf(trigger).map(textOf))),
    onDelegateResult: ({ session, task, result }) =>
      labels.add(session, labelsOf(`agent:${task.to}`, stringsIn(readingsOf(result)))),
    onKnowledgeRetrieved: ({ session, results, source = '' }) =>
      labels.add(session, labelsOf(`knowledge:${source}`, results.map(contentOf))),
    onMemoryRetrieved: ({ session, memory, source = '' }) =>
      labels.add(session, labelsOf(`memory:${source}`, memory.map(contentOf))),
    onMcpMessage: ({ session, message, server }) =>
      labels.add(session, labelsOf(`mcp:${server}`, textsOfMcp(message))),
  };
}

/** Makes the hooks on the texts of the app and its user. */
export function speakerHooks(labels: SessionLabels): PolicyHooks {
  return {
    onSystemMessage: ({ session, message }) =>
      labels.add(
        session,
        readingsOf(message).flatMap((read) => labelled('trusted', textOf(read))),
      ),
    onUserMessage: ({ session, message, parentChatId }) =>
      // The message of a parent agent to its sub-agent is not a text of the user.
      parentChatId === undefined ? labels.add(session, messageEntries(message)) : undefined,
    preRequest: ({ session, request, parentChatId }) =>
      labels.addRequest(session, request, parentChatId === undefined),
  };
}

function contentOf({ content }: { readonly content: string }): string {
  return content;
}
