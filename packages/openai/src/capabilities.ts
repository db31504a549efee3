import {
  canOn,
  CHANGE,
  CHAT,
  DELTAS,
  enforcedRows,
  MODEL,
  OBSERVED_TOOL,
  rows,
  TOOL,
  unmediatedRows,
  type Claims,
} from '@interpose/adapter-kit';
import type { CapabilityRow, ChatOptions } from '@interpose/core/adapter';
import { UNMEDIATED } from './coverage/declared.ts';

const ASK: Claims = { ...CHAT, ...MODEL };
const EMBEDDING: Claims = { ...CHAT, preRequest: CHANGE };

/** The paths on which a chat runs, and the verbs that take effect at each event there. */
const PATHS: Readonly<Record<string, Claims>> = {
  'chat.completions.create': ASK,
  'chat.completions.create, streamed': { ...ASK, ...DELTAS },
  'chat.completions.runTools': { ...ASK, ...TOOL },
  'chat.completions.runTools, streamed': { ...ASK, ...TOOL, ...DELTAS },
  'responses.create': ASK,
  'responses.create, streamed': { ...ASK, ...DELTAS },
  ResponsesToolRunner: { ...ASK, ...TOOL },
  'ResponsesToolRunner, streamed': { ...ASK, ...TOOL, ...DELTAS },
  'embeddings.create': EMBEDDING,
  'hookFetch chat.completions': { ...ASK, ...DELTAS },
  'hookFetch responses': { ...ASK, ...DELTAS },
  'hookFetch embeddings': EMBEDDING,
};

/** The paths whose tool calls the app runs itself. */
const CREATING = Object.keys(PATHS).filter(
  (path) => /\.create|hookFetch/.test(path) && !path.includes('embeddings'),
);

/** A tool of the Responses interface that the provider runs. */
export const HOSTED = 'tool that the provider runs';

/** What hooks see and can do on every path through the OpenAI client (5.23.2 to 7). */
export const capabilities: readonly CapabilityRow[] = [
  ...enforcedRows(PATHS),
  ...CREATING.flatMap((path) =>
    rows(
      path,
      'observed',
      { preToolCall: CHANGE },
      'advisory: your app runs these tools itself, so hooks can only remove or change their calls in the answer; use runTools, where hooks are asked',
    ),
  ),
  ...rows(
    HOSTED,
    'observed',
    OBSERVED_TOOL,
    'removed from the request unless preToolCall allows it as it is; hooks are only told what ran at the provider',
  ),
  ...unmediatedRows(UNMEDIATED),
];

/** Returns the verbs that take effect on this path, by event, for `ctx.can`. */
export function canOf(path: string): NonNullable<ChatOptions['can']> {
  const can = canOn(PATHS)(path);
  return CREATING.includes(path) ? { ...can, preToolCall: CHANGE } : can;
}
