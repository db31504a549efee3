import { mapParts } from '@interpose/adapter-kit';
import { isMessage, reasoningText, saidIn } from '../translate/content-to-contract.ts';
import { withoutRepeats } from '../translate/without-repeats.ts';
import { UNTOLD, type Done, type Parts, type StreamPart, type Untold } from './stream-part.ts';

type Output = Done['response']['output'];

/** The last events of streams that hooks may change, copies made to be rewritten, and the text that was told before. */
const rewritable = new WeakMap<StreamPart, string>();

/** Raw events of answers that hooks have changed. */
const withheld = new WeakSet<StreamPart>();

/**
 * The parts for hooks that may change what they say: before the last event, which is a copy since it holds everything,
 * comes what no event told. Raw events hold what a window still holds back, and stay away there.
 */
export function changeable(source: Parts, isWindow: boolean): Parts {
  const pieces: string[] = [];
  return mapParts(source, (part) => {
    if (part.type === 'output_text_delta') pieces.push(part.delta);
    else if (part.type === UNTOLD || (isWindow && part.type === 'model')) return [];
    else if (isWindow && part.type === 'response_started') return [{ type: part.type }];
    return part.type === 'response_done' ? endOf(part, pieces.join('')) : undefined;
  });
}

function endOf(done: Done, told: string): StreamPart[] {
  const { output } = done.response;
  const untold: Untold[] = [{ type: UNTOLD, place: 'text', delta: restOf(textOf(output), told) }];
  for (const [place, item] of output.entries())
    if (item.type === 'reasoning') untold.push({ type: UNTOLD, place, delta: reasoningText(item) });
  const copy: Done = { ...done, response: { ...done.response } };
  rewritable.set(copy, told);
  return [...untold.filter(({ delta }) => delta !== ''), copy];
}

/** What is left of a text after its beginning was told; all of it where something else was told. */
function restOf(text: string, told: string): string {
  return text.startsWith(told) ? text.slice(told.length) : text;
}

/**
 * For `mapParts` on one stream. Only the last event decides what the SDK goes on with: it comes to hold what hooks have
 * let out.
 */
export function rewriting(): (part: StreamPart) => readonly StreamPart[] | undefined {
  const seen: StreamPart[] = [];
  // A text that is put together piece by piece is slow to look into.
  const pieces: string[] = [];
  const untold = new Map<Untold['place'], string>();
  return (part) => {
    if (part.type === 'output_text_delta') pieces.push(part.delta);
    else if (part.type === UNTOLD)
      untold.set(part.place, (untold.get(part.place) ?? '') + part.delta);
    else if (part.type === 'model') {
      seen.push(part);
      if (withheld.has(part)) return [];
    } else if (part.type === 'response_done') {
      const told = rewritable.get(part);
      if (told === undefined) return undefined;
      rewritable.delete(part);
      if (rewrite(part, { told, text: pieces.join(''), untold }))
        for (const raw of seen) withheld.add(raw);
    }
    return undefined;
  };
}

interface Released {
  /** What the model's events told, and what hooks let out of that and of what they did not tell. */
  readonly told: string;
  readonly text: string;
  readonly untold: ReadonlyMap<Untold['place'], string>;
}

/** True where anything was changed. What the provider keeps beside such an answer holds it as it was. */
function rewrite({ response }: Done, { told, text, untold }: Released): boolean {
  const before = response.output;
  const said = textOf(before);
  const rest = restOf(said, told);
  const left = untold.get('text') ?? '';
  const isSame = left === rest && text === told;
  const now = isSame ? before : withText(before, rest === said ? left : text + left);
  response.output = now.map((item, place) => {
    if (item.type !== 'reasoning') return item;
    const reasoning = untold.get(place) ?? '';
    if (reasoning === reasoningText(item)) return item;
    return { type: 'reasoning', content: [{ type: 'input_text', text: reasoning }] };
  });
  const isChanged = response.output.some((item, place) => item !== before[place]);
  if (!isChanged) return false;
  response.providerData = undefined;
  response.output = withoutRepeats(response.output, before);
  return true;
}

/** The output with this text, all of it in the first piece that has any. */
function withText(output: Output, text: string): Output {
  let rest = text;
  return output.map((item) => {
    if (!isAnswer(item)) return item;
    const content = item.content.flatMap((piece): Piece[] => {
      if (saidIn(piece) === undefined) return [piece];
      const own = rest;
      rest = '';
      if (piece.type === 'output_text') return [{ type: piece.type, text: own }];
      if (own === '') return [];
      return piece.type === 'refusal'
        ? [{ type: piece.type, refusal: own }]
        : [{ type: 'output_text', text: own }];
    });
    return { ...item, content };
  });
}

type Answer = Extract<Output[number], { readonly role: 'assistant' }>;
type Piece = Answer['content'][number];

function isAnswer(item: Output[number]): item is Answer {
  return isMessage(item) && item.role === 'assistant';
}

function textOf(output: Output): string {
  return output
    .flatMap((item) => (isAnswer(item) ? item.content : []))
    .map((piece) => saidIn(piece) ?? '')
    .join('');
}
