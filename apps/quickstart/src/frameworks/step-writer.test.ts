import { expect, test } from 'vitest';
import { StepWriter } from './step-writer.ts';

test('texts, calls and outcomes go to the answer they belong to', () => {
  const writer = new StepWriter();
  writer.begin();
  writer.say('At ');
  writer.say('once.');
  writer.call('1', 'refund', { amount: 5 });
  writer.settle('1', { kind: 'result', result: 'done' });
  writer.begin();
  writer.say('Done.');
  expect(writer.steps).toEqual([
    {
      text: 'At once.',
      calls: [
        {
          id: '1',
          name: 'refund',
          args: { amount: 5 },
          outcome: { kind: 'result', result: 'done' },
        },
      ],
    },
    { text: 'Done.', calls: [] },
  ]);
});

test('the first outcome of a call stands', () => {
  const writer = new StepWriter();
  writer.call('1', 'refund', {}, { kind: 'invalid' });
  writer.settle('1', { kind: 'error', message: 'bad arguments' });
  expect(writer.steps[0]?.calls[0]?.outcome).toEqual({ kind: 'invalid' });
});

test('an outcome without its call is left out', () => {
  const writer = new StepWriter();
  writer.begin();
  writer.settle('unheard', { kind: 'result', result: 'of' });
  expect(writer.steps).toEqual([{ text: '', calls: [] }]);
});
