import { readRawRows, readRun, UnreadableRow, type RecordedRow } from '@interpose/testing/recorded-runs';

import { attributesOf, type GenAiSpan } from './gen-ai-span.ts';
import { messagesOf } from './span-messages.ts';

const PEEK = 4096;
const NO_SPANS = 'unlike OpenTelemetry spans';

/** True for a file whose first row is an export of OpenTelemetry spans, or one span. */
export async function isSpanFile(path: string): Promise<boolean> {
  for await (const row of readRawRows(path))
    return row.kind === 'row' && /"(resourceSpans|traceId|trace_id)"\s*:/.test(row.text.slice(0, PEEK));
  return false;
}

/**
 * Reads OpenTelemetry spans as OTLP/JSON writes them, an export or a span on each line or one over many, packed or not,
 * as runs: one for each conversation. Where a span names none, that of its trace counts, and else the trace itself. The
 * spans of a file are held until it ends.
 */
export async function* readSpans(path: string): AsyncGenerator<RecordedRow, void, undefined> {
  const read: PlacedSpan[] = [];
  let row = 0;
  for await (const raw of readRawRows(path)) {
    const { line } = raw;
    const spans = raw.kind === 'row' ? spansIn(raw.text) : raw.reason;
    if (typeof spans === 'string') {
      row += 1;
      yield { kind: 'unreadable', row, line, reason: spans };
    } else for (const span of spans) read.push({ ...span, line });
  }
  const named = new Map<string, string>();
  for (const { trace, conversation } of read)
    if (conversation !== undefined && !named.has(trace)) named.set(trace, conversation);
  const conversations = Map.groupBy(
    read,
    ({ trace, conversation }) => conversation ?? named.get(trace) ?? trace,
  );
  for (const [conversation, spans] of conversations) {
    row += 1;
    yield toRow(conversation, spans, row);
  }
}

interface PlacedSpan extends GenAiSpan {
  readonly line: number;
}

function toRow(conversation: string, spans: PlacedSpan[], row: number): RecordedRow {
  const { line } = spans[0]!;
  const ordered = spans.toSorted((one, other) => one.startedAt - other.startedAt);
  const agent = ordered.find((span) => span.agent !== undefined)?.agent;
  try {
    const run = readRun({
      session: conversation,
      ...(agent === undefined ? {} : { agent: { id: agent } }),
      messages: messagesOf(ordered),
    });
    return { kind: 'run', row, line, run };
  } catch (error) {
    return { kind: 'unreadable', row, line, reason: error instanceof UnreadableRow ? error.message : NO_SPANS };
  }
}

interface Export {
  readonly resourceSpans?: readonly {
    readonly scopeSpans?: readonly { readonly spans?: readonly unknown[] }[];
  }[];
}

/** The spans of agents in a row, or why it holds none. */
function spansIn(text: string): readonly GenAiSpan[] | string {
  try {
    const value: unknown = JSON.parse(text);
    const { resourceSpans } = value as Export;
    const all =
      resourceSpans === undefined
        ? [value]
        : resourceSpans.flatMap(({ scopeSpans = [] }) => scopeSpans.flatMap(({ spans = [] }) => spans));
    return all.flatMap((each) => attributesOf(each) ?? []);
  } catch {
    return NO_SPANS;
  }
}
