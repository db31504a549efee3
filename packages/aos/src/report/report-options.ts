import type { DecisionRecord, Usage } from '@interpose/core';

import {
  invalid,
  LONGEST_TIMER_MS,
  positive,
  readToken,
  readUrl,
} from '../client/check-address.ts';
import { reportQuietly } from '../wire/report-quietly.ts';

/**
 * Something an operator may want to know of reporting: a guardian that did not take what was sent, decisions that were
 * lost since there was no room for them, decisions that the guardian refused, or a spool that cannot be used.
 *
 * @example
 * const log = (note: ReportNote): void => console.log(note.kind);
 */
export type ReportNote =
  | { readonly kind: 'failure'; readonly code: string; readonly cause?: unknown }
  | { readonly kind: 'lost'; readonly count: number }
  | { readonly kind: 'refused'; readonly count: number; readonly reason: string }
  | { readonly kind: 'spool'; readonly problem: string };

/**
 * Where decisions wait on the disk while the guardian is away.
 *
 * @example
 * const spool: ReportSpoolOptions = { path: '/var/lib/shop/decisions.jsonl', maxBytes: 16_777_216 };
 */
export interface ReportSpoolOptions {
  /** A file of this process alone; what an earlier process left in it is sent first. */
  readonly path: string;
  /** What does not fit into so many bytes waits in memory: 64 MiB. */
  readonly maxBytes?: number;
}

/**
 * What an answer of a model was, for who knows what it cost.
 *
 * @example
 * const answer: ModelAnswer = { model: 'small', usage: { inputTokens: 1200, outputTokens: 300 } };
 */
export interface ModelAnswer {
  readonly model?: string;
  readonly usage: Usage;
}

/**
 * How decisions are reported; only `url` is required.
 *
 * @example
 * const options: ReportOptions = { url: 'http://127.0.0.1:4747', token: 'secret', spool: { path: 'decisions.jsonl' } };
 */
export interface ReportOptions {
  /** The address of the guardian, as `guardian()` takes it. */
  readonly url: string | URL;
  /** Sent as a bearer token. */
  readonly token?: string;
  /** The policy's name: `report`. */
  readonly name?: string;
  /** Milliseconds that decisions may wait to be sent together: 250. */
  readonly flushMs?: number;
  /** Milliseconds for one request: 5000. */
  readonly timeoutMs?: number;
  /** Decisions kept in memory; when it is full, the newest are lost, counted and told: 10000. */
  readonly maxQueued?: number;
  /** Where decisions wait while the guardian is away; without it they wait in memory only. */
  readonly spool?: ReportSpoolOptions;
  /** What an answer of a model cost, in dollars; undefined where nobody knows. */
  readonly spendOf?: (answer: ModelAnswer) => number | undefined;
  /** Told of what went wrong; decisions are never held up by it. */
  readonly onNote?: (note: ReportNote) => void;
}

/** One decision as it travels; its id is the same however often it is sent. */
export interface ReportedDecision {
  readonly id: string;
  readonly framework?: string;
  readonly parentChatId?: string;
  readonly spend?: number;
  readonly record: DecisionRecord;
}

/** The options with every default in place. */
export interface ReportSettings {
  /** Where reports are sent. */
  readonly url: URL;
  readonly token: string | undefined;
  readonly name: string;
  readonly flushMs: number;
  readonly timeoutMs: number;
  readonly maxQueued: number;
  readonly spool: Required<ReportSpoolOptions> | undefined;
  readonly spendOf: ReportOptions['spendOf'];
  readonly onNote: (note: ReportNote) => void;
}

/** @throws InterposeError `invalid_option`, naming the option. */
export function readReportOptions(options: ReportOptions): ReportSettings {
  const { spool, name = 'report', timeoutMs = 5000, token, onNote = () => undefined } = options;
  return {
    url: reportAddress(readUrl(options.url)),
    token: readToken(token),
    name,
    timeoutMs: Math.min(positive('timeoutMs', timeoutMs), LONGEST_TIMER_MS),
    flushMs: whole('flushMs', options.flushMs ?? 250),
    maxQueued: whole('maxQueued', options.maxQueued ?? 10_000),
    spool: spool && {
      path: readPath(spool.path),
      maxBytes: whole('spool.maxBytes', spool.maxBytes ?? 67_108_864),
    },
    spendOf: options.spendOf,
    onNote: reportQuietly(onNote),
  };
}

/** `report` beside the address that steps are sent to. */
function reportAddress(url: URL): URL {
  const folder = new URL(url);
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  return new URL('report', folder);
}

function readPath(path: string): string {
  if (typeof path === 'string' && path !== '') return path;
  throw invalid('spool.path is no path of a file', 'ReportOptions');
}

function whole(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw invalid(`${name} is ${String(value)}, and no whole number from 1`, 'ReportOptions');
}
