import type { ToolCall } from '@interpose/core';

import { hasWords } from '../verdict/is-let-through.ts';
import type { Entry } from '../provenance/ledger.ts';
import type { Reads } from '../provenance/passage.ts';
import type { Provenance } from '../provenance/provenance.ts';
import { textOfResult } from './text-of-result.ts';

/** What a result is to the ledger, as its tool's rule reads it. */
export function readPassages(
  reads: Reads,
  result: unknown,
  call: ToolCall,
  provenance: Provenance,
): readonly Entry[] {
  if (reads === 'ignored') return [];
  if (typeof reads === 'string') return labelled(reads, textOfResult(result));
  const passages = reads(result, { call, names: (text) => hasWords(provenance.spoken, text) });
  return passages.flatMap(({ text, trust, author }) => labelled(trust, text, author));
}

/** An entry, unless there is nothing to it. */
export function labelled(
  from: Entry['from'],
  text: string,
  author?: string,
): readonly [Entry] | readonly [] {
  // What no database keeps says nothing either.
  const kept = text.replaceAll('\0', '').toWellFormed();
  if (kept.trim() === '') return [];
  return [author === undefined ? { from, text: kept } : { from, text: kept, author }];
}

/** Stands for something untrusted that the model sees and hooks do not: it has no letter that could be compared. */
export const unseen: Entry = { from: 'untrusted', text: '\u200b' };
