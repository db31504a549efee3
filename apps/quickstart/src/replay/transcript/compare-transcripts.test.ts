import { expect, test } from 'vitest';
import { compareTranscripts } from './compare-transcripts.ts';
import type { CallOutcome, Transcript, TranscriptCall } from './transcript.ts';

const refund: TranscriptCall = {
  id: 'call_1',
  name: 'refund',
  args: { amount: 5 },
  outcome: { kind: 'result', result: 'done' },
};

const oneCall = (call: Partial<TranscriptCall> = {}): Transcript => [
  [{ text: 'I will.', calls: [{ ...refund, ...call }] }],
];

test('equal transcripts do not differ', () => {
  expect(compareTranscripts(oneCall(), structuredClone(oneCall()))).toBeUndefined();
});

test.each<[string, Transcript, string]>([
  ['a chat less', [], '0 chats instead of 1'],
  ['an answer less', [[]], 'chat 1: answer 1 never came'],
  [
    'an answer more',
    [[...(oneCall()[0] ?? []), { text: '', calls: [] }]],
    'chat 1: 2 answers instead of 1',
  ],
  [
    'another text',
    [[{ text: 'No.', calls: [refund] }]],
    'chat 1: answer 1 says "No." instead of "I will."',
  ],
  [
    'a call less',
    [[{ text: 'I will.', calls: [] }]],
    'chat 1: answer 1 makes 0 calls instead of 1',
  ],
  [
    'another tool',
    oneCall({ name: 'charge' }),
    'chat 1: answer 1 calls charge (call_1) instead of refund (call_1)',
  ],
  [
    'another call id',
    oneCall({ id: 'call_2' }),
    'chat 1: answer 1 calls refund (call_2) instead of refund (call_1)',
  ],
  [
    'other arguments',
    oneCall({ args: { amount: 6 } }),
    'chat 1: answer 1 calls refund with {"amount":6} instead of {"amount":5}',
  ],
  [
    'an error for a result',
    oneCall({ outcome: { kind: 'error', message: 'done' } }),
    'chat 1: answer 1 got {"kind":"error","message":"done"} from refund instead of {"kind":"result","result":"done"}',
  ],
  [
    'no outcome',
    oneCall({ outcome: { kind: 'none' } }),
    'chat 1: answer 1 got {"kind":"none"} from refund instead of {"kind":"result","result":"done"}',
  ],
  [
    'a refusal of good arguments',
    oneCall({ outcome: { kind: 'invalid' } }),
    'chat 1: answer 1 got {"kind":"invalid"} from refund instead of {"kind":"result","result":"done"}',
  ],
])('%s is told with its place', (_, happened, difference) => {
  expect(compareTranscripts(oneCall(), happened)).toBe(difference);
});

test.each<[string, unknown]>([
  ['text that is no JSON', '{"amount":'],
  ['a list', [5]],
  ['a key that would change a prototype', JSON.parse('{"__proto__":{"amount":5}}')],
])('a framework may refuse arguments that are %s', (_, args) => {
  const invalid: CallOutcome = { kind: 'invalid' };
  const happened = oneCall({ args: String(args), outcome: invalid });
  expect(compareTranscripts(oneCall({ args }), happened)).toBeUndefined();
});

test('arguments are compared as JSON carries them', () => {
  const [recorded, happened] = [{ amount: -0 }, { amount: 0 }];
  expect(compareTranscripts(oneCall({ args: recorded }), oneCall({ args: happened }))).toBe(
    undefined,
  );
});

test('long values are cut', () => {
  const text = 'x'.repeat(500);
  const difference = compareTranscripts(oneCall(), [[{ text, calls: [] }]]);
  expect(difference?.length).toBeLessThan(200);
});
