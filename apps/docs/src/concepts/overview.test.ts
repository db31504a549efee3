import { join } from 'node:path';

import { expect, test } from 'vitest';

import { overviewSvg } from './overview-svg.ts';

test('the drawing of the parts is drawn anew (update it with vitest -u)', async () => {
  const drawing = overviewSvg('What stands between an app and its SDK', [
    ['Your app', 'calls withHooks(agent, hooks) once, and the agent as before', 'runs the agent'],
    ['Agent SDK', 'asks the model, calls tools, streams the answer', 'what it is about to do'],
    ['Adapter', 'tells it in the words of the contract', 'an event'],
    [
      'Dispatcher',
      'asks the hooks of your policies, one after the other',
      'one verdict, and a record',
    ],
    [
      'Adapter again',
      'does what was decided, in the way of the SDK',
      'the step, another one, or none',
    ],
    ['Model, tools, your user', 'get what is left', ''],
  ]);
  await expect(drawing).toMatchFileSnapshot(join(import.meta.dirname, 'overview.svg'));
});
