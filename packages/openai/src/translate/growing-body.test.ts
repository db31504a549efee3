import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { GrowingBody } from './growing-body.ts';
import { dictsOf, type Body } from './native.ts';

const asked = { role: 'user', content: 'Rome?' };
const answered = { role: 'assistant', content: 'Sunny.' };
const thanked = { role: 'user', content: 'Thanks' };

describe('the bodies that a run sends one after the other', () => {
  test.each(['messages', 'input'])('keep the objects of the %s that stood there before', (list) => {
    const bodies = new GrowingBody();
    const bodyOf = (...said: object[]): string =>
      JSON.stringify({ model: 'm', [list]: said, tools: [{ type: 'function' }] });
    bodies.read(bodyOf(asked));
    const second = dictsOf(bodies.read(bodyOf(asked, answered))?.[list]);
    const third = dictsOf(bodies.read(bodyOf(asked, answered, thanked))?.[list]);
    expect(third).toEqual([asked, answered, thanked]);
    expect([third[0] === second[0], third[1] === second[1]]).toEqual([true, true]);
    expect(Object.isFrozen(third[0])).toBe(true);
  });

  test('say what each text says, however the next differs from the one before', () => {
    const content = fc.oneof(
      fc.string(),
      fc.constantFrom('"messages":[', '],"x":{', '\ud800', '\u2028', '{"messages":[]}'),
    );
    const message = fc.record({ role: fc.constant('user'), content, n: fc.double() });
    const rest = fc.dictionary(
      fc.constantFrom('tools', 'a', '1', '__proto__', 'x'),
      fc.jsonValue(),
    );
    const step = fc.record({ before: rest, after: rest, cut: fc.nat(3), added: fc.array(message) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
        const bodies = new GrowingBody();
        let said: object[] = [];
        for (const { before, after, cut, added } of steps) {
          said = [...(cut === 3 ? said.slice(1) : said), ...added];
          const text = JSON.stringify({ ...before, messages: said, ...after });
          expect(JSON.stringify(bodies.read(text))).toBe(JSON.stringify(JSON.parse(text)));
        }
      }),
    );
  });

  const before = '{"model":"m","messages":[{"a":1}],"x":[2]}';
  test.each([
    [
      'a second list of that name',
      '{"model":"m","messages":[{"a":1},{"b":1}],"x":[2],"messages":[3]}',
    ],
    ['a second model', '{"model":"m","messages":[{"a":1},{"b":1}],"x":[2],"model":"n"}'],
    ['a number in another spelling', '{"model":"m","messages":[{"a":1},{"b":1.0}],"x":[2]}'],
    ['spaces', '{"model":"m","messages":[{"a":1}, {"b":1}],"x":[2]}'],
    ['another first message', '{"model":"m","messages":[{"a":2},{"b":1}],"x":[2]}'],
    ['no new message', '{"model":"m","messages":[{"a":1}],"x":[3]}'],
    ['fewer messages', '{"model":"m","messages":[],"x":[2]}'],
    ['no end', '{"model":"m","messages":[{"a":1},{"b":1}],"x":[2]'],
    ['no list', '{"model":"m","messages":"none"}'],
  ])('are read as they are where the next has %s', (_, next) => {
    const bodies = new GrowingBody();
    bodies.read(before);
    bodies.read(before.replace(']', ',{"b":0}]'));
    const parsed = (): Body | undefined => {
      try {
        return JSON.parse(next) as Body;
      } catch {
        return undefined;
      }
    };
    expect(bodies.read(next)).toEqual(parsed());
    const fresh = new GrowingBody();
    fresh.read(before);
    expect(fresh.read(next)).toEqual(parsed());
  });

  test('are read again where somebody changed what was read', () => {
    const bodies = new GrowingBody();
    const first = bodies.read(before) as { messages: { a: number }[] };
    first.messages[0]!.a = 9;
    const next = before.replace(']', ',{"b":0}]');
    expect(bodies.read(next)).toEqual(JSON.parse(next));
  });
});
