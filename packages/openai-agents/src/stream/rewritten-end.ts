import type { Done, StreamPart } from './stream-part.ts';

type Output = Done['response']['output'];

/** Last events of streams whose text passes a window: copies, made to be rewritten. */
const windowed = new WeakSet<StreamPart>();

/** Raw events hold what a window still holds back; the last event is copied, since it holds the whole text. */
export function withoutRawEvent(part: StreamPart): StreamPart | undefined {
  if (part.type === 'model') return undefined;
  if (part.type !== 'response_done') return part;
  const copy: Done = { ...part, response: { ...part.response } };
  windowed.add(copy);
  return copy;
}

/** For one stream. Only the last event decides what the SDK goes on with: its text becomes what the window has let out. */
export function rewriting(): (part: StreamPart) => StreamPart {
  let released = '';
  return (part) => {
    if (part.type === 'output_text_delta') released += part.delta;
    if (part.type === 'response_done') rewrite(part, released);
    return part;
  };
}

/** Gives a windowed last event this text, all of it in the first piece that has any. */
export function rewrite(done: Done, text: string): void {
  if (!windowed.has(done) || textOf(done.response.output) === text) return;
  let rest = text;
  done.response.output = done.response.output.map((item) => {
    if (item.type !== 'message' || item.role !== 'assistant') return item;
    const content = item.content.map((piece) => {
      if (piece.type !== 'output_text') return piece;
      const own = rest;
      rest = '';
      return { type: piece.type, text: own };
    });
    return { ...item, content };
  });
}

function textOf(output: Output): string {
  return output
    .flatMap((item) => (item.type === 'message' && item.role === 'assistant' ? item.content : []))
    .map((piece) => (piece.type === 'output_text' ? piece.text : ''))
    .join('');
}
