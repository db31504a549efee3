import type { Payload } from '../../context/context-state.ts';
import type { AfterEvents, StepReturn } from '../step/after-step.ts';
import type { AskedRequest } from './asked-request.ts';

/** The events after a model call. A class, because a literal would make a closure for every response. */
export class ResponseEvents implements AfterEvents {
  readonly #asked: AskedRequest;

  constructor(asked: AskedRequest) {
    this.#asked = asked;
  }

  get output(): string {
    return 'onResponse';
  }

  get error(): string {
    return 'onRequestError';
  }

  get outputKey(): string {
    return 'response';
  }

  payload({ kind, synthetic }: StepReturn): Payload {
    const asked = this.#asked;
    // If preRequest has hooks, the request is built already. A literal with all keys has one shape for all calls. A
    // getter makes a new shape each time, and only serves to leave an unread request unbuilt.
    if (!asked.chat.registry.slot('preRequest').active) return unbuiltPayload(asked, synthetic);
    const request = asked.request();
    return kind === 'output'
      ? { response: undefined, request, synthetic }
      : { error: undefined, request, synthetic };
  }
}

function unbuiltPayload(asked: AskedRequest, synthetic: boolean): Payload {
  return {
    synthetic,
    get request() {
      return asked.request();
    },
  };
}
