import type { ToolCall } from '@interpose/core';

import { hasWords } from '../verdict/is-let-through.ts';
import type { Entry } from '../provenance/ledger.ts';
import type { Reads } from '../provenance/passage.ts';
import type { Provenance } from '../provenance/provenance.ts';
import { textOfResult } from './text-of-result.ts';

/** Turns a result into entries of the ledger, as the rule of its tool reads it. */
export function readPassages(
  reads: Reads,
  result: unknown,
  call: ToolCall,
  provenance: Provenance,
): readonly Entry[] {
  if (reads === 'ignored') return [];
  const { name: tool } = call;
  if (typeof reads === 'string') return labelled(reads, textOfResult(result), { tool });
  const passages = reads(result, { call, names: (text) => hasWords(provenance.spoken, text) });
  return passages.flatMap(({ text, trust, author }) =>
    labelled(trust, text, { tool, ...(author === undefined ? {} : { author }) }),
  );
}

/** Returns the text as entries; none for a blank text. */
export function labelled(
  from: Entry['from'],
  text: string,
  by: Pick<Entry, 'author' | 'tool'> = {},
): readonly Entry[] {
  // Characters that databases cannot store are removed; they carry no value.
  const kept = text.replaceAll('\0', '').toWellFormed();
  if (kept.trim() === '') return [];
  return piecesOf(kept).map((piece) => ({ from, text: piece, ...by }));
}

/** The longest piece: a longer text is split, so that each piece can be read at once. */
const LONGEST = 20_000;
/** The characters that two pieces share, so that no value is cut in both. */
const OVERLAP = 400;

function piecesOf(text: string): readonly string[] {
  if (text.length <= LONGEST) return [text];
  const pieces: string[] = [];
  for (let start = 0; start + OVERLAP < text.length; start += LONGEST - OVERLAP)
    pieces.push(text.slice(start, start + LONGEST).toWellFormed());
  return pieces;
}

/** Stands for untrusted content that the model sees and hooks do not. It has no letters to compare. */
export const unseen: Entry = { from: 'untrusted', text: '\u200b' };
