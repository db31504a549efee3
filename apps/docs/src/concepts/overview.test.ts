import { join } from 'node:path';

import { expect, test } from 'vitest';

import { overviewSvg } from './overview-svg.ts';

test('the drawing of the parts is drawn anew (update it with vitest -u)', async () => {
  const boxes = [
    ['Your app', 'calls withHooks(agent, hooks) once', 'runs the agent'],
    ['Agent SDK', 'asks the model, calls tools, streams', 'what it is about to do'],
    ['Adapter', 'tells it in the words of the contract', 'an event'],
    ['Dispatcher', 'asks the hooks of your policies in order', 'one verdict, and a record'],
    [
      'Adapter again',
      'does what was decided, in the way of the SDK',
      'the step, another one, or none',
    ],
    ['Model, tools, your user', 'get what is left', ''],
  ] as const;
  // 13 pixels a letter high, so at most seven wide.
  expect(boxes.filter(([, what]) => what.length * 7 > 320)).toEqual([]);
  const drawing = overviewSvg('What stands between an app and its SDK', boxes);
  await expect(drawing).toMatchFileSnapshot(join(import.meta.dirname, 'overview.svg'));
});
