import type { Answer } from './answer.ts';
import type { Exchange } from '../translate/exchange.ts';
import { fromAnswer } from '../translate/from-contract.ts';
import { refusalOf } from '../translate/refusals.ts';
import { pass } from './pass.ts';

/** Takes what comes back past its gate, one after the other: a denied event is left out, a denied error is replaced. */
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
