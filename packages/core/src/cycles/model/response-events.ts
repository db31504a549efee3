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
    // If preRequest has hooks, the request is built already. A literal with all keys has one shape for all calls.
    if (!asked.chat.registry.slot('preRequest').active) return new UnbuiltPayload(asked, synthetic);
    const request = asked.request();
    return kind === 'output'
      ? { response: undefined, request, synthetic }
      : { error: undefined, request, synthetic };
  }
}

/**
 * Leaves an unread request unbuilt. All payloads share one getter: V8 makes a shape for each getter of a literal, and
 * puts it at once into the old heap, where it keeps the whole step.
 */
class UnbuiltPayload {
  static readonly #request: PropertyDescriptor & ThisType<UnbuiltPayload> = {
    get() {
      return this.#asked.request();
    },
    configurable: true,
    enumerable: true,
  };
  [key: string]: unknown;
  readonly synthetic: boolean;
  readonly #asked: AskedRequest;

  constructor(asked: AskedRequest, synthetic: boolean) {
    this.synthetic = synthetic;
    this.#asked = asked;
    Object.defineProperty(this, 'request', UnbuiltPayload.#request);
  }
}
