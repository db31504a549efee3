import { DeniedError, type Hooks } from '@interpose/core';
import type { RecordedRun, ScriptedModel } from '@interpose/testing';
import type { Framework, PlayChat, ReplayChat } from '../frameworks/framework.ts';
import { compareTranscripts } from './transcript/compare-transcripts.ts';
import { expectTranscript } from './transcript/expect-transcript.ts';
import { openChats, RecordingEnded } from './open-chats.ts';
import type { RunLog } from './transcript/run-log.ts';
import type { TranscriptStep } from './transcript/transcript.ts';
import type { RunLogs } from './transcript/watch-runs.ts';

/** What every run of one replay shares. */
export interface Replay {
  readonly framework: Framework;
  readonly hooks: Hooks;
  readonly logs: RunLogs;
  readonly server: ScriptedModel;
  readonly isStreamed: boolean;
}

/** How a run went, beside what was recorded. */
export type RunVerdict =
  | { readonly kind: 'same' }
  /** A policy changed its course; `difference` is the first place where that shows. */
  | { readonly kind: 'interfered'; readonly difference?: string }
  | { readonly kind: 'mismatched'; readonly difference: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Replays one run as a session of its own. */
export async function replayRun(
  replay: Replay,
  run: RecordedRun,
  sessionId: string,
): Promise<{ readonly log: RunLog; readonly verdict: RunVerdict }> {
  const log = replay.logs.of(sessionId);
  try {
    const verdict = await playToEnd(replay, run, sessionId, log);
    return { log, verdict };
  } catch (error) {
    return { log, verdict: { kind: 'failed', reason: reasonOf(error) } };
  } finally {
    replay.logs.drop(sessionId);
  }
}

/** A session ends however its chats went. */
async function playToEnd(
  replay: Replay,
  run: RecordedRun,
  sessionId: string,
  log: RunLog,
): Promise<RunVerdict> {
  try {
    return await play(replay, run, sessionId, log);
  } finally {
    await replay.hooks.endSession(sessionId);
  }
}

async function play(
  { framework, hooks, server, isStreamed }: Replay,
  run: RecordedRun,
  sessionId: string,
  log: RunLog,
): Promise<RunVerdict> {
  const playChat = framework.begin({ run, hooks, session: { id: sessionId }, isStreamed });
  const happened: (readonly TranscriptStep[])[] = [];
  for (const chat of openChats(server, run)) {
    if (log.isSuspended) break;
    happened.push(await playOut(playChat, chat, log));
  }
  const difference = compareTranscripts(expectTranscript(run), happened);
  if (log.isInterfered)
    return { kind: 'interfered', ...(difference === undefined ? {} : { difference }) };
  return difference === undefined ? { kind: 'same' } : { kind: 'mismatched', difference };
}

/** A chat may end in a throw for two good reasons: the recording ends, or a verdict ended it. */
async function playOut(
  playChat: PlayChat,
  chat: ReplayChat,
  log: RunLog,
): Promise<readonly TranscriptStep[]> {
  try {
    return await playChat(chat);
  } catch (error) {
    if (chat.signal.reason instanceof RecordingEnded) return [];
    if (DeniedError.isInstance(error) || log.isAnswered) return [];
    throw error;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' ? error.name : error.message;
}
