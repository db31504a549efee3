import { describe, expect, test } from 'vitest';

import { checkEngineEvents } from './engine-events.ts';

describe('the events of an engine', () => {
  test('are those whose hooks decide', () => {
    expect(() => checkEngineEvents('opa', ['preToolCall', 'onResponse'])).not.toThrow();
  });

  test.each<[unknown, RegExp]>([
    [[], /name at least one/],
    ['preToolCall', /no list/],
    [undefined, /no list/],
    [['preTool'], /opa: preTool is no event/],
    [['onChatDone'], /onChatDone is no event/],
    [['onResponseDelta'], /onResponseDelta is no event/],
    [[7], /7 is no event/],
    [['toString'], /toString is no event/],
  ])('are not %j', (events, message) => {
    expect(() => checkEngineEvents('opa', events as string[])).toThrow(message);
  });

  test('are mapped where they have to be', () => {
    expect(() => checkEngineEvents('cedar', ['onTrigger'], ['preRequest'])).toThrow(
      /no mapping of onTrigger; name one of preRequest/,
    );
  });
});
