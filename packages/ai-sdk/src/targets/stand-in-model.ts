import { madeOnce } from '@interpose/adapter-kit';
import { InterposeError } from '@interpose/core';

/** Takes the place of the agent's model until its call is prepared: a class that skips that step reaches no model. */
const UNPREPARED: object = {
  specificationVersion: 'v3',
  provider: 'interpose',
  modelId: 'unprepared',
  supportedUrls: {},
  doGenerate: refuse,
  doStream: refuse,
};

const standIns = new WeakMap<object, object>();
const originals = new WeakMap<object, object>();

/** Returns a stand-in for each model, so that the layers that show the settings of a call know the model behind it. */
export function standInFor(model: unknown): object {
  if (typeof model !== 'object' || model === null) return UNPREPARED;
  return madeOnce(standIns, model, () => {
    const made = Object.create(UNPREPARED) as object;
    originals.set(made, model);
    return made;
  });
}

/** Returns the model behind a stand-in; any other model is returned as it is. */
export function modelBehind(model: object): object {
  const original = originals.get(model);
  return original === undefined ? model : modelBehind(original);
}

function refuse(): Promise<never> {
  return Promise.reject(
    new InterposeError(
      'agent_not_mediated',
      'this agent called its model without preparing the call',
      'do not override prepareCall in a subclass; pass it as a setting',
    ),
  );
}
