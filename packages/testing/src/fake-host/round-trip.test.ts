import {
  array,
  assert as check,
  constantFrom,
  property,
  record,
  string,
  uniqueArray,
  type Arbitrary,
} from 'fast-check';
import { expect, test } from 'vitest';

import {
  arbitraryMessage,
  arbitraryModelRequest,
  arbitraryModelResponse,
  arbitraryName,
} from '../arbitraries/index.ts';
import type { FakeAnswer, FakeCall, FakeMessage, FakeRequest } from './translate/fake-values.ts';
import { fromMessage, fromRequest, fromResponse } from './translate/from-contract.ts';
import { Origins } from './translate/origins.ts';
import { toMessage, toRequest, toResponse } from './translate/to-contract.ts';

const calls = (): Arbitrary<readonly FakeCall[]> =>
  array(
    record({
      key: string(),
      tool: arbitraryName(),
      input: constantFrom('{}', '{"q":"price"}', '[1]', '{"q": '),
    }),
    { maxLength: 3 },
  );

const message = (): Arbitrary<FakeMessage> =>
  record({
    said: string(),
    thought: string(),
    calls: calls(),
    by: constantFrom('user', 'system', 'model'),
  }).map((made): FakeMessage =>
    made.by === 'model' ? { ...made, by: 'model' } : { by: made.by, said: made.said },
  );

const request = (): Arbitrary<FakeRequest> =>
  record({
    prompt: string(),
    history: array(message(), { maxLength: 5 }),
    offers: uniqueArray(record({ name: arbitraryName(), about: string() }), {
      maxLength: 4,
      selector: ({ name }) => name,
    }),
  });

test('what nobody changed comes back as the very same native objects', () => {
  const same = property(request(), (native) => {
    const origins = new Origins();
    const back = fromRequest(toRequest(native, origins), origins);
    expect(back.history.every((each, index) => each === native.history[index])).toBe(true);
    expect(back.offers.every((each, index) => each === native.offers[index])).toBe(true);
    expect(back).toEqual(native);
  });
  check(same, { numRuns: 300 });
});

test('an answer that nobody changed is the very same answer', () => {
  const answer: Arbitrary<FakeAnswer> = record({
    said: string(),
    calls: calls(),
    stop: constantFrom('end', 'calls', 'length', 'filtered'),
  });
  check(
    property(answer, (native) => {
      const origins = new Origins();
      expect(fromResponse(toResponse(native, origins), origins)).toBe(native);
    }),
  );
});

test('one changed message leaves the native objects around it alone', () => {
  const changed = property(array(message(), { minLength: 3, maxLength: 3 }), (history) => {
    const origins = new Origins();
    const [first, second, third] = history.map((each) => toMessage(each, origins));
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('three messages were made');
    const edited = { ...second, content: [{ type: 'text', text: 'edited' }] as const };
    const back = [first, edited, third].flatMap((each) => fromMessage(each, origins));
    expect([back[0], back.at(-1)]).toEqual([history[0], history[2]]);
    expect(back[0]).toBe(history[0]);
    expect(back.at(-1)).toBe(history[2]);
  });
  check(changed);
});

test('whatever a hook makes up can be sent and answered', () => {
  const origins = new Origins();
  check(
    property(
      arbitraryModelRequest(),
      arbitraryModelResponse(),
      arbitraryMessage(),
      (asked, response, said) => {
        expect(JSON.parse(JSON.stringify(fromRequest(asked, origins).history))).toBeInstanceOf(
          Array,
        );
        expect(typeof fromResponse(response, origins).said).toBe('string');
        expect(fromMessage(said, origins).every((each) => typeof each.by === 'string')).toBe(true);
      },
    ),
  );
});
