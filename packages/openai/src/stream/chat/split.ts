import { REASONING_FIELDS } from '../../translate/chat/message-to-contract.ts';
import { frameOf } from '../../translate/chat/refusal.ts';
import { dictsOf, isDict, textOf, type Body } from '../../translate/native.ts';
import { errorIn, errorWith, eventOf, type SsePart } from '../sse/part.ts';
import type { Variation } from '../sse/repeated-event.ts';
import { addedFields, inputOf, isNothing } from './texts.ts';

/** Splits a chunk into chunks that add one thing each; most chunks do so already and stay the same object. */
export function splitChunk(part: SsePart): readonly SsePart[] {
  const { data } = part;
  if (!Array.isArray(data?.['choices'])) return [part];
  if (errorIn(part) !== undefined) return [withoutContent(part, data)];
  if (addsOneText(data)) return [part];
  const pieces = dictsOf(data['choices']).flatMap((choice) => splitChoice(choice));
  const counts = isDict(data['usage']) && pieces.length > 0;
  if (pieces.length <= 1 && !counts) return [part];
  // Unknown fields go with the last chunk, since they may repeat the text of the others.
  const { usage, ...rest } = data;
  const frame = frameOf(data);
  const events = pieces.map((choice, at) => {
    const isLast = at === pieces.length - 1 && !counts;
    return eventOf({ ...(isLast ? rest : frame), choices: [choice] });
  });
  if (counts) events.push(eventOf({ ...rest, choices: [], usage }));
  const made: SsePart[] = [];
  for (const event of events) made.push({ ...event, of: { whole: part, pieces: made } });
  return made;
}

/** Returns an error without the content that its event adds besides; the same event if it adds none. */
function withoutContent(part: SsePart, data: Body): SsePart {
  const choices = dictsOf(data['choices']);
  const adds = choices.some(({ delta }) => isDict(delta) && addedFields(delta).length > 0);
  return adds ? errorWith(part, { ...frameOf(data), error: data['error'], choices: [] }) : part;
}

/** Whether a chunk has one choice that adds one field or nothing, and no calls; a quick check that most chunks pass. */
function addsOneText({ choices, usage }: Body): boolean {
  const [choice, second] = choices as readonly unknown[];
  if (second !== undefined || isDict(usage) || !isDict(choice)) return false;
  const { delta, finish_reason: finish } = choice;
  if (typeof finish === 'string' || !isDict(delta)) return false;
  let added = 0;
  for (const field in delta) if (field !== 'role' && !isNothing(delta[field])) added++;
  return added <= 1 && isNothing(delta['tool_calls']);
}

/** Returns the texts in which most chunks differ: the text that they add, and the padding that some services send. */
export function varyChunk(data: Body): Variation | undefined {
  const [choice, second] = dictsOf(data['choices']);
  const { delta, finish_reason: finish } = choice ?? {};
  if (second !== undefined || typeof finish === 'string' || !isDict(delta)) return undefined;
  const { content } = delta;
  if (typeof content !== 'string' || addedFields(delta).join() !== 'content') return undefined;
  const { obfuscation } = data;
  return {
    texts: typeof obfuscation === 'string' ? { content, obfuscation } : { content },
    with({ content: text, obfuscation: padding }) {
      const choices = [{ ...choice, delta: { ...delta, content: text } }];
      return padding === undefined
        ? { ...data, choices }
        : { ...data, obfuscation: padding, choices };
    },
  };
}

/** Returns a choice for each field of a delta that adds something; the role goes with the first. */
function splitChoice(choice: Body): readonly Body[] {
  const { index, delta: given, finish_reason: finish, logprobs, ...rest } = choice;
  const delta = isDict(given) ? given : {};
  const fields = addedFields(delta);
  // Several fields with the same reasoning stay together.
  const thoughts = fields.filter((field) => REASONING_FIELDS.includes(field));
  const others = fields.filter((field) => !thoughts.includes(field));
  const added = [
    ...(thoughts.length === 0 ? [] : [pick(delta, thoughts)]),
    ...others.flatMap((field) => splitField(field, delta[field])),
  ];
  const ends = typeof finish === 'string';
  if (added.length + (ends ? 1 : 0) <= 1) return [choice];
  const role = delta['role'] === undefined ? undefined : { role: delta['role'] };
  const pieces: Body[] = added.map((field, at) => ({
    index,
    delta: at === 0 ? { ...role, ...field } : field,
    ...('content' in field ? { logprobs } : undefined),
    finish_reason: null,
  }));
  if (ends) pieces.push({ index, delta: {}, finish_reason: finish });
  return pieces.map((piece, at) => (at === pieces.length - 1 ? { ...rest, ...piece } : piece));
}

function pick(delta: Body, fields: readonly string[]): Body {
  return Object.fromEntries(fields.map((field) => [field, delta[field]]));
}

function splitField(field: string, value: unknown): readonly Body[] {
  if (field !== 'tool_calls') return [{ [field]: value }];
  return dictsOf(value)
    .flatMap(splitCall)
    .map((call) => ({ tool_calls: [call] }));
}

/** Splits id and name from the arguments, so that the arguments can be held back or changed alone. */
function splitCall(call: Body): readonly Body[] {
  const [kind, field, called] = inputOf(call);
  const given = textOf(called[field]) ?? '';
  if (given === '' || textOf(called['name']) === undefined) return [call];
  return [
    { ...call, [kind]: { ...called, [field]: '' } },
    { index: call['index'], [kind]: { [field]: given } },
  ];
}
