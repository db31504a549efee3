import type { Answer } from './answer.ts';
import type { Exchange } from '../translate/exchange.ts';
import { fromAnswer } from '../translate/from-contract.ts';
import { refusalOf } from '../translate/refusals.ts';
import { pass } from './pass.ts';

/** Shows answers to hooks one by one. Denied events are left out; a denied answer or error becomes a refusal. */
export async function* passAll(
  exchange: Exchange,
  event: 'preA2aMessage' | 'onA2aMessage',
  answers: AsyncIterable<Answer>,
  synthetic: boolean = false,
): AsyncGenerator<unknown, void, undefined> {
  for await (const { message, leg, unchanged } of answers) {
    const passed = await pass(exchange, event, leg, message, synthetic);
    switch (passed.kind) {
      case 'same':
        yield unchanged();
        break;
      case 'changed':
      case 'answered':
        yield fromAnswer(exchange, passed.message);
        break;
      case 'denied':
        if (leg === 'response') throw refusalOf(exchange, passed.denial);
    }
  }
}
