import type { DecisionRecord, Usage } from '@interpose/core';

import {
  invalid,
  LONGEST_TIMER_MS,
  positive,
  readToken,
  readUrl,
  whole,
} from '../client/check-address.ts';
import { reportQuietly } from '../wire/report-quietly.ts';

/**
 * An event for operators: the guardian did not take a report, decisions were lost for lack of room, the guardian
 * refused decisions, or the spool cannot be used.
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
 * Where decisions wait on disk while the guardian is away.
 *
 * @example
 * const spool: ReportSpoolOptions = { path: '/var/lib/shop/decisions.jsonl', maxBytes: 16_777_216 };
 */
export interface ReportSpoolOptions {
  /** A file of this process only. Decisions that an earlier process left in it are sent first. */
  readonly path: string;
  /** The most bytes of the file; further decisions wait in memory. Default: 64 MiB. */
  readonly maxBytes?: number;
}

/**
 * The answer of a model, for computing its cost.
 *
 * @example
 * const answer: ModelAnswer = { model: 'small', usage: { inputTokens: 1200, outputTokens: 300 } };
 */
export interface ModelAnswer {
  readonly model?: string;
  readonly usage: Usage;
}

/**
 * Options of `report`; only `url` is required.
 *
 * @example
 * const options: ReportOptions = { url: 'http://127.0.0.1:4747', token: 'secret', spool: { path: 'decisions.jsonl' } };
 */
export interface ReportOptions {
  /** The address of the guardian, as for `guardian()`. */
  readonly url: string | URL;
  /** Sent as a bearer token. */
  readonly token?: string;
  /** The name of the policy. Default: `report`. */
  readonly name?: string;
  /** Milliseconds that decisions may wait to be sent together. Default: 250. */
  readonly flushMs?: number;
  /** Milliseconds for one request. Default: 5000. */
  readonly timeoutMs?: number;
  /** The most decisions in memory; when it is full, new ones are lost, counted and reported. Default: 10000. */
  readonly maxQueued?: number;
  /** Where decisions wait while the guardian is away. Default: only in memory. */
  readonly spool?: ReportSpoolOptions;
  /** Returns the cost of a model's answer in dollars; undefined if unknown. */
  readonly spendOf?: (answer: ModelAnswer) => number | undefined;
  /** Called with each problem; decisions never wait for it. */
  readonly onNote?: (note: ReportNote) => void;
}

/** One decision in its wire form; its id is the same each time it is sent. */
export interface ReportedDecision {
  readonly id: string;
  readonly framework?: string;
  readonly parentChatId?: string;
  readonly spend?: number;
  readonly record: DecisionRecord;
}

/** The options with all defaults. */
export interface ReportSettings {
  /** The address for reports. */
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
    flushMs: Math.min(whole('flushMs', options.flushMs ?? 250), LONGEST_TIMER_MS),
    maxQueued: whole('maxQueued', options.maxQueued ?? 10_000),
    spool: spool && {
      path: readPath(spool.path),
      maxBytes: whole('spool.maxBytes', spool.maxBytes ?? 67_108_864),
    },
    spendOf: options.spendOf,
    onNote: reportQuietly(onNote),
  };
}

/** Returns the address `report` beside the address for steps. */
function reportAddress(url: URL): URL {
  const folder = new URL(url);
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  return new URL('report', folder);
}

function readPath(path: string): string {
  if (typeof path === 'string' && path !== '') return path;
  throw invalid('spool.path is no path of a file', 'see ReportOptions');
}
