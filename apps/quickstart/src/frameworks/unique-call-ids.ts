import type { Model } from '@openai/agents-core';

type Request = Parameters<Model['getResponse']>[0];
type Response = Awaited<ReturnType<Model['getResponse']>>;
type Item = Response['output'][number];

/**
 * Gives every call an id of its own. Recorded models repeat ids, which the OpenAI Agents SDK refuses; the model
 * itself always gets the ids it wrote.
 */
export class UniqueCallIds {
  readonly #originals = new Map<string, string>();

  /** The id as the model wrote it. */
  original(id: string): string {
    return this.#originals.get(id) ?? id;
  }

  /** The same model, with ids of its own on the side of the SDK. */
  wrap(model: Model): Model {
    return {
      getResponse: async (request) => {
        const response = await model.getResponse(this.#restored(request));
        return { ...response, output: response.output.map((item) => this.#named(item)) };
      },
      getStreamedResponse: (request) => this.#stream(model, request),
    };
  }

  async *#stream(model: Model, request: Request): ReturnType<Model['getStreamedResponse']> {
    for await (const event of model.getStreamedResponse(this.#restored(request))) {
      if (event.type !== 'response_done') yield event;
      else {
        const output = event.response.output.map((item) => this.#named(item as Item));
        yield { ...event, response: { ...event.response, output } } as typeof event;
      }
    }
  }

  #named(item: Item): Item {
    if (item.type !== 'function_call') return item;
    let callId = item.callId;
    for (let time = 2; this.#originals.has(callId); time++) callId = `${item.callId}#${time}`;
    this.#originals.set(callId, item.callId);
    return callId === item.callId ? item : { ...item, callId };
  }

  #restored(request: Request): Request {
    const { input } = request;
    if (typeof input === 'string') return request;
    const items = input.map((item) =>
      item.type === 'function_call' || item.type === 'function_call_result'
        ? { ...item, callId: this.original(item.callId), name: acceptedName(item.name) }
        : item,
    );
    return { ...request, input: items };
  }
}

/** Recordings name tools of every kind; the SDK takes calls of some of those names for another feature. */
function acceptedName(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_').slice(0, 64);
}
