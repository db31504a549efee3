import { lookAlikes } from './look-alikes.ts';
import { namedSecrets, shapedSecrets, type SecretKind } from './made-up-secrets.ts';
import { Random } from './random.ts';

/** A made-up text and the made-up secrets in it, in the form of the labelled texts of `pnpm eval pii`. */
export interface SecretSample {
  readonly text: string;
  readonly spans: readonly {
    readonly type: string;
    readonly value: string;
    readonly start: number;
    readonly end: number;
  }[];
}

const ANYWHERE = [
  'Here it is: # - please keep it.',
  'token: #',
  'KEY=#',
  '{"value":"#","note":"rotate soon"}',
  "client = Client('#')",
  'curl -H "X-Key: #" https://api.test/v1/things',
  '- name: KEY\n  value: #',
  '2026-01-02T03:04:05Z ERROR request with # was refused',
  'I pasted #, does that work?',
  '<config key="#"/>',
  '#',
];
const AROUND = [
  'We meet on Tuesday at ten to talk about the release.',
  'The build took 42 seconds and all 1,204 tests passed.',
  'Dear Ann,\nthanks for the report about order 88-1204.',
  'import { readFileSync } from "node:fs";',
  '| region | sales |\n|---|---|\n| north | 1,204 |',
  'Call me at noon; the meeting room is B-204 on floor 3.',
];

/** The same samples for the same seed: every kind of secret a few times, and as many look-alikes. */
export function makeSamples(seed: number, perKind: number): readonly SecretSample[] {
  const random = new Random(seed);
  const samples: SecretSample[] = [];
  for (let round = 0; round < perKind; round++) {
    for (const kind of [...shapedSecrets, ...namedSecrets]) samples.push(withSecret(random, kind));
    for (const look of lookAlikes)
      samples.push({ text: surrounded(random, look(random)), spans: [] });
  }
  return samples;
}

/**
 * A sample as a line of JSON in which parts of every secret are escaped: the same text for whoever reads JSON, and
 * nothing that a scanner of files takes for a secret.
 */
export function sampleLine({ text, spans }: SecretSample): string {
  return escaped(JSON.stringify({ text, spans }));
}

function withSecret(random: Random, kind: SecretKind): SecretSample {
  const { type, places = ANYWHERE } = kind;
  const value = kind.make(random);
  const place = random.pick(places);
  const text = surrounded(
    random,
    place.replace('#', () => value),
  );
  const start = text.indexOf(value);
  return { text, spans: [{ type, value, start, end: start + value.length }] };
}

function surrounded(random: Random, text: string): string {
  const before = random.next() < 0.6 ? `${random.pick(AROUND)}\n` : '';
  const after = random.next() < 0.6 ? `\n${random.pick(AROUND)}` : '';
  return before + text + after;
}

/** Escapes every fifth letter or digit of long words, and every second of what may be a beginning. */
function escaped(json: string): string {
  return json.replaceAll(/(?<!\\)\b[A-Za-z0-9_-]{7,}/g, (word) =>
    word.replaceAll(/[A-Za-z0-9]/g, (letter, at: number) =>
      at > 0 && (at < 8 ? at % 2 === 1 : at % 5 === 0) ? unicode(letter) : letter,
    ),
  );
}

function unicode(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
