import type { Context, DecisionRecord, Hooks } from '@interpose/core';

import { describeEvent } from './describe-event.ts';
import { IdNames } from './id-names.ts';
import { renderTranscript } from './render-transcript.ts';
import type { TranscriptEvent, TranscriptRecord } from './transcript-entry.ts';

/** The events and decisions in order, with ids that are comparable between runs. */
export interface Transcript {
  readonly events: readonly TranscriptEvent[];
  readonly records: readonly TranscriptRecord[];
  /** Renders one line for each event and decision, for failure messages and snapshots. */
  text(): string;
  /** Stops recording. */
  stop(): void;
}

/** The options of a transcript. */
export interface TranscriptOptions {
  /** Whether stream deltas are recorded; excluded by default, since they differ from run to run. */
  readonly deltas?: 'excluded' | 'included';
}

/**
 * Records every event and decision of a registry, so that two runs or two frameworks can be compared.
 *
 * @example
 * const transcript = recordTranscript(hooks);
 * await agent.run('Hi.');
 * await hooks.flush();
 * console.log(transcript.text());
 */
export function recordTranscript(
  hooks: Hooks,
  { deltas = 'excluded' }: TranscriptOptions = {},
): Transcript {
  const names: Names = {
    sessions: new IdNames('s'),
    chats: new IdNames('c'),
    calls: new IdNames('call'),
  };
  const events: TranscriptEvent[] = [];
  const records: TranscriptRecord[] = [];
  const isTaken = (event: string): boolean => deltas === 'included' || event !== 'onResponseDelta';
  const stopEvents = hooks.observe(
    '*',
    (ctx) => {
      if (ctx.event !== 'onDecision' && isTaken(ctx.event)) events.push(toEvent(ctx, names));
    },
    { name: 'transcript' },
  );
  const stopRecords = hooks.observe(
    'onDecision',
    ({ record }) => {
      if (isTaken(record.event)) records.push(toRecord(record, names.chats));
    },
    { name: 'transcript' },
  );
  return {
    events,
    records,
    text: () => renderTranscript({ events, records }),
    stop() {
      stopEvents();
      stopRecords();
    },
  };
}

interface Names {
  readonly sessions: IdNames;
  readonly chats: IdNames;
  readonly calls: IdNames;
}

function toEvent(ctx: Context, names: Names): TranscriptEvent {
  const { sessions, chats, calls } = names;
  return {
    event: ctx.event,
    session: sessions.of(ctx.session.id),
    chat: chats.of(ctx.chatId),
    ...circumstancesOf(ctx, chats, calls),
    detail: copyOf(describeEvent(ctx, calls)),
  };
}

function circumstancesOf(ctx: Context, chats: IdNames, calls: IdNames): Partial<TranscriptEvent> {
  return {
    ...(ctx.parentChatId === undefined ? {} : { parent: chats.of(ctx.parentChatId) }),
    ...(ctx.iteration === undefined ? {} : { iteration: ctx.iteration }),
    ...(ctx.attempt === 1 ? {} : { attempt: ctx.attempt }),
    ...('call' in ctx && ctx.call !== undefined ? { call: calls.of(ctx.call.id) } : {}),
  };
}

function toRecord(
  { event, tool, decision, by, codes, changed, mode, settled, chatId }: DecisionRecord,
  chats: IdNames,
): TranscriptRecord {
  return {
    event,
    chat: chats.of(chatId),
    ...(tool === undefined ? {} : { tool }),
    decision,
    by,
    codes,
    changed,
    mode,
    ...(settled === undefined ? {} : { settled }),
  };
}

/** Returns a JSON copy, since hosts may change their values later. */
function copyOf(detail: TranscriptEvent['detail']): TranscriptEvent['detail'] {
  return JSON.parse(JSON.stringify(detail)) as TranscriptEvent['detail'];
}
