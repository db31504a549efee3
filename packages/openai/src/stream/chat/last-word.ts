import type { LastWord } from '../sse/encode.ts';
import { errorIn, type SsePart } from '../sse/part.ts';
import { bareChunk } from './texts.ts';

/**
 * Returns the last word of one stream. An event that was split leaves in its original form, once all of its pieces
 * passed unchanged. After a changed event, fields that may repeat the original text are removed.
 */
export function lastWord(): LastWord {
  let waiting: SsePart[] = [];
  let bares = false;
  return (given) => {
    bares ||= given.bared === true;
    const isBare = !bares || given.bared === true || errorIn(given) !== undefined;
    const part = isBare ? given : bareChunk(given);
    if (part.of === undefined && waiting.length === 0) return part;
    const { whole, pieces } = part.of ?? {};
    const isNext = pieces?.[waiting.length] === part && (waiting[0] ?? part).of?.whole === whole;
    if (!isNext) {
      const behind = waiting;
      waiting = pieces?.[0] === part ? [part] : [];
      const left = waiting.length === 0 ? [...behind, part] : behind;
      return left.length === 0 ? undefined : joined(left);
    }
    waiting.push(part);
    if (waiting.length < pieces.length) return undefined;
    waiting = [];
    return whole;
  };
}

function joined(parts: readonly SsePart[]): SsePart {
  const last = parts.at(-1)!;
  if (parts.length === 1) return last;
  const decoder = new TextDecoder();
  const texts = parts.map(({ raw }) => (typeof raw === 'string' ? raw : decoder.decode(raw)));
  return { ...last, raw: texts.join('') };
}
