import { mapParts } from '@interpose/adapter-kit';
import { isMessage, reasoningText, saidIn } from '../translate/content-to-contract.ts';
import { withoutRepeats } from '../translate/without-repeats.ts';
import { UNTOLD, type Done, type Parts, type StreamPart, type Untold } from './stream-part.ts';

type Output = Done['response']['output'];

/** What the model's own events told before the last one, and the rest of its text, which they did not tell. */
interface Told {
  readonly pieces: readonly string[];
  readonly rest: string;
}

/** The last events of streams that hooks may change, copies made to be rewritten. */
const rewritable = new WeakMap<StreamPart, Told>();

/** Raw events of answers that hooks have changed. */
const withheld = new WeakSet<StreamPart>();

/**
 * The parts for hooks that may change what they say: before the last event, which is a copy since it holds everything,
 * comes what no event told. Raw events hold what a window still holds back, and stay away there.
 */
export function changeable(source: Parts, isWindow: boolean): Parts {
  const pieces: string[] = [];
  return mapParts(source, (part) => {
    switch (part.type) {
      case 'output_text_delta':
        pieces.push(part.delta);
        return undefined;
      case UNTOLD:
        return [];
      case 'model':
        return isWindow ? [] : undefined;
      case 'response_done':
        return endOf(part, pieces);
      default:
        return undefined;
    }
  });
}

function endOf(done: Done, pieces: readonly string[]): StreamPart[] {
  const { output } = done.response;
  const rest = restOf(textOf(output), pieces.join(''));
  const untold: Untold[] = [{ type: UNTOLD, place: 'text', delta: rest }];
  for (const [place, item] of output.entries())
    if (item.type === 'reasoning') untold.push({ type: UNTOLD, place, delta: reasoningText(item) });
  const copy: Done = { ...done, response: { ...done.response } };
  rewritable.set(copy, { pieces, rest });
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
  const pieces: string[] = [];
  const untold = new Map<Untold['place'], string>();
  return (part) => {
    switch (part.type) {
      case 'output_text_delta':
        pieces.push(part.delta);
        return undefined;
      case UNTOLD:
        untold.set(part.place, (untold.get(part.place) ?? '') + part.delta);
        return undefined;
      case 'model':
        seen.push(part);
        return withheld.has(part) ? [] : undefined;
      case 'response_done':
        if (rewrite(part, { pieces, untold })) for (const raw of seen) withheld.add(raw);
        return undefined;
      default:
        return undefined;
    }
  };
}

/** What hooks let out of what the model's events told, and of what they did not tell. */
interface Released {
  readonly pieces: readonly string[];
  readonly untold: ReadonlyMap<Untold['place'], string>;
}

/** True where anything was changed. What the provider keeps beside such an answer holds it as it was. */
function rewrite(done: Done, { pieces, untold }: Released): boolean {
  const told = rewritable.get(done);
  if (told === undefined) return false;
  rewritable.delete(done);
  const { response } = done;
  const before = response.output;
  const left = untold.get('text') ?? '';
  const isSame = left === told.rest && saysSame(pieces, told.pieces);
  const now = isSame ? before : withText(before, textLeft(before, told, pieces, left));
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

/** True where these pieces make one text: nearly always they are the very same, and nothing has to be put together. */
function saysSame(pieces: readonly string[], told: readonly string[]): boolean {
  if (pieces.length === told.length && pieces.every((piece, at) => piece === told[at])) return true;
  return pieces.join('') === told.join('');
}

/** The text that hooks left; where the events told something else than the last one says, that last one counts. */
function textLeft(before: Output, { rest }: Told, pieces: readonly string[], left: string): string {
  return rest === textOf(before) ? left : pieces.join('') + left;
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
