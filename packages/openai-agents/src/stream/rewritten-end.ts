import { changedMessage } from '../translate/content-from-contract.ts';
import { isMessage, reasoningText, saidIn } from '../translate/content-to-contract.ts';
import { withoutRepeats } from '../translate/without-repeats.ts';
import { UNTOLD, type Done, type StreamPart, type Untold } from './stream-part.ts';

/** Returns the events for an event, as a map of `mapParts`. */
type Rewrite = (part: StreamPart) => readonly StreamPart[] | undefined;

type Output = Done['response']['output'];

/** Copies of last events that hooks may change, each with the text that earlier events told. */
const rewritable = new WeakMap<StreamPart, string>();

/** Raw events of answers that hooks have changed; they are dropped. */
const withheld = new WeakSet<StreamPart>();

/**
 * Returns a map that prepares a stream for hooks that may change it. The last event, which holds the whole answer, is
 * copied; before it comes the text that no event told. In window mode raw events are left out: they hold text that the
 * window holds back.
 */
export function changeable(isWindow: boolean): Rewrite {
  const pieces: string[] = [];
  return (part) => {
    if (part.type === 'output_text_delta') pieces.push(part.delta);
    else if (part.type === UNTOLD || (isWindow && part.type === 'model')) return [];
    else if (isWindow && part.type === 'response_started') return [{ type: part.type }];
    return part.type === 'response_done' ? endOf(part, pieces.join('')) : undefined;
  };
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

/** Returns the rest of a text after the told beginning; the whole text if the told text is not its beginning. */
function restOf(text: string, told: string): string {
  // Some models trim their text at the end.
  if (text === told.trim()) return '';
  return text.startsWith(told) ? text.slice(told.length) : text;
}

/**
 * Returns a map for one stream. It puts the text that hooks let out into the last event, since
 * only that event decides how the SDK goes on.
 */
export function rewriting(): Rewrite {
  const seen: StreamPart[] = [];
  // Joined once at the end: comparing a text that grew piece by piece is slow.
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
  /** `told`: the text in the model's events. `text`: what hooks let out of it. `untold`: the same for other text. */
  readonly told: string;
  readonly text: string;
  readonly untold: ReadonlyMap<Untold['place'], string>;
}

/** Puts the hooks' changes into the last event; true if any. `providerData` is dropped: it holds the old text. */
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

/** Returns the output with this text, shared among the pieces that have a text. */
function withText(output: Output, text: string): Output {
  const pieces = output.flatMap((item) => (isAnswer(item) ? item.content : []));
  const shares = sharesOf(
    text,
    pieces.filter((piece) => saidIn(piece) !== undefined),
  );
  return output.map((item) => {
    if (!isAnswer(item)) return item;
    const content = item.content.flatMap((piece): Piece[] => {
      if (saidIn(piece) === undefined) return [piece];
      const own = shares.shift() ?? '';
      if (piece.type === 'output_text') return [{ type: piece.type, text: own }];
      if (own === '') return [];
      return piece.type === 'refusal'
        ? [{ type: piece.type, refusal: own }]
        : [{ type: 'output_text', text: own }];
    });
    return { ...changedMessage(item), content };
  });
}

/** Returns what each piece gets of a text: its own if that is left, and the last of the others all the rest. */
function sharesOf(text: string, pieces: readonly Piece[]): string[] {
  const shares = pieces.map((piece) => saidIn(piece) ?? '');
  let first = 0;
  let last = shares.length - 1;
  let rest = text;
  for (; first < last && rest.startsWith(shares[first]!); first++)
    rest = rest.slice(shares[first]!.length);
  for (; first < last && rest.endsWith(shares[last]!); last--)
    rest = rest.slice(0, rest.length - shares[last]!.length);
  return shares.map((own, at) => (at < first || at > last ? own : at === last ? rest : ''));
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
